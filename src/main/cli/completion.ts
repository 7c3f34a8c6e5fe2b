/** Shell completion scripts for commands, options and values, generated from the declarations. */
import type { DeclaredCommand } from './commandTree.ts';
import { quoted } from '../../core/text/shellQuote.ts';

/** zsh, with descriptions; completes files if nothing else matches. */
function zshCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '#compdef eigenbench',
    '# Completion of eigenbench for zsh: eval "$(eigenbench completion zsh)" after compinit',
    '_eigenbench() {',
    '  local command= i',
    '  local -a found',
    '  for ((i = 2; i < CURRENT; i++)); do',
    '    case "$command/${words[i]}" in',
    `      ${commands.slice(1).map(zshKey).join('|')}) command="$command/\${words[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$command ${words[CURRENT-1]}" in',
  ];
  for (const command of commands) {
    for (const { long, choices } of command.options) {
      if (choices.length === 0) continue;
      lines.push(`    ${quoted(`${zshKey(command)} ${long}`)}) compadd -- ${choices.map(quoted).join(' ')}; return ;;`);
    }
  }
  lines.push('  esac', '  case "$command" in');
  for (const command of commands) {
    const options = command.options.map((option) => entry(option.long, option.description)).join(' ');
    const below = command.below.map(({ name, description }) => entry(name, description)).join(' ');
    lines.push(
      `    ${quoted(zshKey(command))}) if [[ \${words[CURRENT]} == -* ]]; then found=(${options}); else found=(${below}); fi ;;`,
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

/** Entry for _describe: a colon separates the word from its description. */
function entry(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`);
}

function zshKey({ path }: DeclaredCommand): string {
  return path.map((word) => `/${word}`).join('');
}

/** PowerShell 5 and newer, with descriptions; completes files if nothing else matches. */
function powershellCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '# Completion of eigenbench for PowerShell: eigenbench completion powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName eigenbench -ScriptBlock {',
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '    $commands = @{',
  ];
  for (const { path, options, below } of commands) {
    const words = below.map(({ name, description }) => pair(name, description));
    const flags = options.map(({ long, description }) => pair(long, description));
    lines.push(`        ${powershellString(path.join('/'))} = @(${[...words, ...flags].join(', ')})`);
  }
  lines.push('    }', '    $choices = @{');
  for (const { path, options } of commands) {
    for (const { long, choices } of options) {
      if (choices.length === 0) continue;
      lines.push(
        `        ${powershellString(`${path.join('/')} ${long}`)} = @(${choices.map(powershellString).join(', ')})`,
      );
    }
  }
  lines.push(
    '    }',
    "    $command = ''",
    "    $previous = ''",
    '    foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {',
    '        if ($element.Extent.EndOffset -ge $cursorPosition) { break }',
    '        $previous = $element.ToString()',
    '        $next = if ($command) { "$command/$previous" } else { $previous }',
    '        if ($commands.ContainsKey($next)) { $command = $next }',
    '    }',
    '    if ($choices.ContainsKey("$command $previous")) {',
    '        $choices["$command $previous"] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {',
    "            [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
    '        }',
    '        return',
    '    }',
    '    $commands[$command] | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {',
    "        [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])",
    '    }',
    '}',
  );
  return `${lines.join('\n')}\n`;
}

function pair(word: string, description: string): string {
  return `@(${powershellString(word)}, ${powershellString(description)})`;
}

/** PowerShell also treats typographic quotes as quotes. */
function powershellString(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}

/** fish 3 and newer, with descriptions; completes files if nothing else matches. */
function fishCompletion(commands: readonly DeclaredCommand[]): string {
  const paths = commands.slice(1).map(({ path }) => fishString(path.join('/')));
  const lines = [
    '# Completion of eigenbench for fish: eigenbench completion fish | source',
    'function __eigenbench_at',
    '    set -l command',
    '    for word in (commandline -opc)[2..-1]',
    '        set -l next (string join / -- $command $word)',
    `        if contains -- "$next" ${paths.join(' ')}`,
    '            set command $next',
    '        end',
    '    end',
    '    test "$command" = "$argv[1]"',
    'end',
  ];
  for (const { path, options, below } of commands) {
    const prefix = `complete -c eigenbench -n ${fishString(`__eigenbench_at ${fishString(path.join('/'))}`)}`;
    for (const { name, description } of below) lines.push(`${prefix} -f -a ${name} -d ${fishString(description)}`);
    for (const { long, description, alone, choices } of options) {
      const values = alone ? '' : choices.length > 0 ? ` -x -a ${fishString(choices.join(' '))}` : ' -r';
      lines.push(`${prefix} -l ${long.slice(2)}${values} -d ${fishString(description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Within single quotes, fish requires a backslash before backslashes and quotes. */
function fishString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** bash 3.2 and newer; completes files if nothing else matches. */
function bashCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '# Completion of eigenbench for bash: eval "$(eigenbench completion bash)"',
    '_eigenbench() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= i',
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$command/${COMP_WORDS[i]}" in',
    `      ${commands.slice(1).map(bashKey).join('|')}) command="$command/\${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$command $previous" in',
  ];
  for (const command of commands) {
    for (const { long, choices } of command.options) {
      if (choices.length > 0)
        lines.push(`    ${quoted(`${bashKey(command)} ${long}`)}) words=${quoted(choices.join(' '))} ;;`);
    }
  }
  lines.push('  esac', '  if [[ -z $words ]]; then', '    case "$command" in');
  for (const command of commands) {
    const options = command.options.map(({ long }) => long).join(' ');
    const below = command.below.map(({ name }) => name).join(' ');
    lines.push(
      `      ${quoted(bashKey(command))}) if [[ $word == -* ]]; then words=${quoted(options)}; else words=${quoted(below)}; fi ;;`,
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

/** "/results/add"; "" for the program itself. */
function bashKey({ path }: DeclaredCommand): string {
  return path.map((word) => `/${word}`).join('');
}

const shells = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const satisfies Record<string, (commands: readonly DeclaredCommand[]) => string>;

export type ShellName = keyof typeof shells;

/** The completion script of a shell, to be evaluated or stored where the shell looks for completions. */
export function completionScript(shell: ShellName, commands: readonly DeclaredCommand[]): string {
  return shells[shell](commands);
}
