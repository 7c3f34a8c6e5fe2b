/** Generates the Unix manual page (section 1) from the declarations. */
import type { DeclaredCommand, DeclaredOption } from './commandTree.ts';

const environment: readonly (readonly [string, string])[] = [
  ['EIGENBENCH_KERNEL', 'build of the numerical kernels: wasm-relaxed-simd or wasm-simd (default: the fastest)'],
  ['EIGENBENCH_WIDTH', 'bits of their vectors: 128 or 256 (default: what is faster here; results are the same)'],
  ['EIGENBENCH_METHODS', 'file of the registered methods (default: methods.json in the data folder)'],
  ['XDG_DATA_HOME', 'where the data folder lies on Linux'],
  ['XDG_CACHE_HOME', 'where compiled code is kept on Linux'],
  ['NO_COLOR', 'no colours and no bold text, if set'],
];

/** Exit codes of the command line; a test of the documentation reads them here. */
export const exitCodes: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'done' },
  {
    code: 1,
    means:
      'something failed or differs: an unreadable file, an unknown name, failed cells, a damaged workspace, a result that is not reproduced',
  },
  {
    code: 2,
    means:
      'the command line or a study spec is wrong, or the workspace does not exist; the command computed and wrote nothing',
  },
  { code: 130, means: 'stopped by Ctrl-C; finished cells are kept' },
];

/** The page in roff with man(7) macros. */
export function manualPage(commands: readonly DeclaredCommand[], version: string): string {
  const [program, ...others] = commands;
  const lines = [
    `.TH EIGENBENCH 1 "" "Eigenbench ${version}" "User commands"`,
    '.SH NAME',
    `eigenbench \\- ${text('face-recognition experiments with subspace methods')}`,
    '.SH SYNOPSIS',
    '.B eigenbench',
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    text(program.description),
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
  ];
  for (const { path, usage, description, options } of others) {
    lines.push(`.SS "eigenbench ${text([...path, usage].join(' ').trim())}"`, text(`${description}.`));
    lines.push(...options.filter(({ long }) => long !== '--help').flatMap(optionLines));
  }
  lines.push('.SH EXIT STATUS');
  for (const { code, means } of exitCodes) lines.push('.TP', `.B ${code}`, text(`${means}.`));
  lines.push('.SH ENVIRONMENT');
  for (const [name, means] of environment) lines.push('.TP', `.B ${name}`, text(`${means}.`));
  lines.push('.SH SEE ALSO', text('The pages of the manual: "eigenbench help topics".'));
  return `${lines.join('\n')}\n`;
}

function optionLines({ flags, description, choices }: DeclaredOption): string[] {
  const values = choices.length > 0 ? ` (${choices.join(', ')})` : '';
  return ['.TP', `.B ${text(flags)}`, text(`${description}${values}.`)];
}

/** Escapes text: no line may start like a roff request, and hyphens stay copyable. */
function text(content: string): string {
  return content.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq').replace(/^[.']/, '\\&$&');
}
