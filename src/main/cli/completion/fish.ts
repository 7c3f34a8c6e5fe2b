import type { DeclaredCommand } from '../commandTree.ts';

/** For fish 3 and newer, with descriptions; files are completed where nothing else fits. */
export function fishCompletion(commands: readonly DeclaredCommand[]): string {
  const paths = commands.slice(1).map(({ path }) => quoted(path.join('/')));
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
    const at = `complete -c eigenbench -n ${quoted(`__eigenbench_at ${quoted(path.join('/'))}`)}`;
    for (const { name, description } of below) lines.push(`${at} -f -a ${name} -d ${quoted(description)}`);
    for (const { long, description, alone, choices } of options) {
      const values = alone ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
      lines.push(`${at} -l ${long.slice(2)}${values} -d ${quoted(description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** In single quotes fish reads a backslash and a quote as themselves only behind a backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
