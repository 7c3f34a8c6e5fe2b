/** The page on the commands: arguments, options, an example that a test runs, exit codes. */
import { posix } from 'node:path';
import { anchorsOf, manualPages } from '../../src/core/manual/manualPages.ts';
import { commandTree, type DeclaredCommand, type DeclaredOption } from '../../src/main/cli/commandTree.ts';
import { exampleFiles, examples } from '../../src/main/cli/examples.ts';
import { exitCodes } from '../../src/main/cli/manPage.ts';
import { createProgram } from '../../src/main/cli/program.ts';
import { seeAlso } from '../../src/main/cli/seeAlso.ts';
import { code, table, type Page } from './markdown.ts';

/** Options that nearly every command has. */
const COMMON = ['--workspace', '--quiet', '--help'];

const [program, ...commands] = commandTree(await createProgram());

export function commandsPage(): Page {
  const groups = [...new Set(commands.map(({ group }) => group))].filter((group) => group !== '');
  const common = commands[0].options.filter(({ long }) => COMMON.includes(long));
  const codes = exitCodes.map(({ code: number, means }) => [String(number), means]);
  const files = Object.entries(exampleFiles).map(([name, text]) => {
    const language = name.slice(name.lastIndexOf('.') + 1);
    return `\`\`\`${language} file=${name}\n${text}\`\`\``;
  });
  return {
    title: 'Commands',
    about: `${program.description} \`eigenbench <command> --help\` prints the same of one command.`,
    sections: [
      '## What commands have in common',
      optionTable([...common, ...program.options.filter(({ long }) => long === '--version')]) ?? '',
      table(['Exit code', 'Meaning'], codes) ?? '',
      ...groups.flatMap((group) => [`## ${group.replace(/:$/, '')}`, ...commandsOf(group, commands)]),
      '## Files of the examples',
      'The examples start from a folder `orl` with a folder of images for each subject, and these files.',
      ...files,
    ],
  };
}

/** The commands of a group, each followed by its subcommands. */
function commandsOf(group: string, commands: readonly DeclaredCommand[]): string[] {
  const roots = commands.filter((command) => command.group === group).map(({ path }) => path[0]);
  return roots.flatMap((root) => commands.filter(({ path }) => path[0] === root).map(commandSection));
}

function commandSection({ path, usage, description, options }: DeclaredCommand): string {
  const words = path.join(' ');
  const specific = options.filter(({ long }) => !COMMON.includes(long));
  const example = examples[words];
  const parts = [
    `### eigenbench ${words}`,
    `${code(['eigenbench', words, usage].filter(Boolean).join(' '))}: ${written(description)}.`,
    optionTable(specific),
    example ? exampleText(example.lines, example.exit) : null,
    seeAlsoText(path),
  ];
  return parts.filter((part) => part !== null).join('\n\n');
}

function exampleText(lines: readonly string[], exit: number | undefined): string {
  const block = `\`\`\`sh\n${lines.map((line) => `eigenbench ${line}`).join('\n')}\n\`\`\``;
  return exit === undefined ? block : `${block}\n\nHere the exit code is ${exit}: parts are missing.`;
}

function seeAlsoText(path: readonly string[]): string {
  const links = seeAlso(path).map((line) => {
    const topic = /^help (.+)$/.exec(line)?.[1];
    const page = manualPages.find((each) => each.topic === topic);
    if (page === undefined) return `[${line}](#${anchorsOf([`eigenbench ${line}`])[0]})`;
    return `[${page.title}](${posix.relative('reference', page.topic)}.md)`;
  });
  return `See also: ${links.join(', ')}.`;
}

function optionTable(options: readonly DeclaredOption[]): string | null {
  const rows = options.map(({ flags, choices, preset, required, description }) => [
    code(flags),
    choices.map(code).join(', '),
    required ? 'required' : presetText(preset),
    written(description),
  ]);
  return table(['Option', 'Values', 'Default', 'Meaning'], rows);
}

/** Text with all markup escaped. */
function written(text: string): string {
  return text.replaceAll('<', '\\<');
}

/** Empty if the description states it; switches are off by default. */
function presetText(preset: unknown): string {
  return preset === undefined || typeof preset === 'boolean' ? '' : code(preset);
}
