import type { DeclaredCommand } from '../commandTree.ts';
import { quoted } from '../../../core/text/shellWord.ts';

/** For zsh, with descriptions; files are completed where nothing else fits. */
export function zshCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '#compdef eigenbench',
    '# Completion of eigenbench for zsh: eval "$(eigenbench completion zsh)" after compinit',
    '_eigenbench() {',
    '  local command= i',
    '  local -a found',
    '  for ((i = 2; i < CURRENT; i++)); do',
    '    case "$command/${words[i]}" in',
    `      ${commands.slice(1).map(keyOf).join('|')}) command="$command/\${words[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$command ${words[CURRENT-1]}" in',
  ];
  for (const command of commands) {
    for (const { long, choices } of command.options) {
      if (choices.length === 0) continue;
      lines.push(`    ${quoted(`${keyOf(command)} ${long}`)}) compadd -- ${choices.map(quoted).join(' ')}; return ;;`);
    }
  }
  lines.push('  esac', '  case "$command" in');
  for (const command of commands) {
    const options = command.options.map((option) => entry(option.long, option.description)).join(' ');
    const below = command.below.map(({ name, description }) => entry(name, description)).join(' ');
    lines.push(
      `    ${quoted(keyOf(command))}) if [[ \${words[CURRENT]} == -* ]]; then found=(${options}); else found=(${below}); fi ;;`,
    );
  }
  lines.push(
    '  esac',
    '  if (( ${#found} )); then _describe eigenbench found; else _files; fi',
    '}',
    'if [[ ${funcstack[1]} == _eigenbench ]]; then _eigenbench "$@"; else compdef _eigenbench eigenbench; fi',
  );
  return `${lines.join('\n')}\n`;
}

/** As _describe takes it: a colon parts the word from what it means. */
function entry(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`);
}

function keyOf({ path }: DeclaredCommand): string {
  return path.map((word) => `/${word}`).join('');
}
