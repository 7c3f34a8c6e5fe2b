import type { DeclaredCommand } from '../commandTree.ts';

/** For PowerShell 5 and newer, with descriptions; files are completed where nothing else fits. */
export function powershellCompletion(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '# Completion of eigenbench for PowerShell: eigenbench completion powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName eigenbench -ScriptBlock {',
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '    $commands = @{',
  ];
  for (const { path, options, below } of commands) {
    const words = below.map(({ name, description }) => pair(name, description));
    const flags = options.map(({ long, description }) => pair(long, description));
    lines.push(`        ${quoted(path.join('/'))} = @(${[...words, ...flags].join(', ')})`);
  }
  lines.push('    }', '    $choices = @{');
  for (const { path, options } of commands) {
    for (const { long, choices } of options) {
      if (choices.length === 0) continue;
      lines.push(`        ${quoted(`${path.join('/')} ${long}`)} = @(${choices.map(quoted).join(', ')})`);
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
  return `@(${quoted(word)}, ${quoted(description)})`;
}

/** PowerShell takes the typographic quotes for quotes, too. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
