import type { DeclaredCommand } from '../commandTree.ts';
import { quoted } from '../../../core/text/shellWord.ts';

/** For bash 3.2 and newer; files are completed where nothing else fits. */
export function bashCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '# Completion of eigenbench for bash: eval "$(eigenbench completion bash)"',
    '_eigenbench() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= i',
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$command/${COMP_WORDS[i]}" in',
    `      ${commands.slice(1).map(keyOf).join('|')}) command="$command/\${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$command $previous" in',
  ];
  for (const command of commands) {
    for (const { long, choices } of command.options) {
      if (choices.length > 0)
        lines.push(`    ${quoted(`${keyOf(command)} ${long}`)}) words=${quoted(choices.join(' '))} ;;`);
    }
  }
  lines.push('  esac', '  if [[ -z $words ]]; then', '    case "$command" in');
  for (const command of commands) {
    const options = command.options.map(({ long }) => long).join(' ');
    const below = command.below.map(({ name }) => name).join(' ');
    lines.push(
      `      ${quoted(keyOf(command))}) if [[ $word == -* ]]; then words=${quoted(options)}; else words=${quoted(below)}; fi ;;`,
    );
  }
  lines.push(
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _eigenbench eigenbench',
  );
  return `${lines.join('\n')}\n`;
}

/** "/results/add"; of the program itself "". */
function keyOf({ path }: DeclaredCommand): string {
  return path.map((word) => `/${word}`).join('');
}
