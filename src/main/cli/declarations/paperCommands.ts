/** eigenbench papers and the commands below it. */
import { Option, type Command } from 'commander';
import { DATABASES } from '../../../core/papers/data.ts';
import { SIZES } from '../../../core/papers/experiment.ts';
import { below, jsonOption, optionsOf, type Declare } from './declare.ts';

export function addPaperCommands({ plain }: Declare): void {
  const commands = () => import('../commands/methods/papers.ts');
  const command = below(plain('papers', 'run experiments of papers, and compare the outcome with the publication'));
  const ofRun = new Option('--size <size>', 'quick: seconds; full: as in the paper').choices(SIZES).default('quick');
  const ofResult = new Option('--size <size>', 'of the run (default: full if there is one)').choices(SIZES);
  const on = new Option('--on <database>', 'the database (default: the first that the workspace has)').choices(
    Object.keys(DATABASES),
  );

  command('list', 'list the experiments with their papers, data and last results')
    .addOption(jsonOption())
    .action(async (_, self: Command) => (await commands()).papersListCommand(optionsOf(self)));

  command('run [id]', 'run an experiment, store its result, and print which statements hold')
    .addOption(ofRun)
    .addOption(on)
    .option('--all', 'run every experiment on every database of the workspace')
    .addOption(jsonOption())
    .action(async (id, _, self: Command) => (await commands()).papersRunCommand(id, optionsOf(self)));

  command('show <id>', 'print a stored result: statements of the paper, findings, tables')
    .addOption(ofResult)
    .addOption(on)
    .addOption(jsonOption())
    .action(async (id, _, self: Command) => (await commands()).papersShowCommand(id, optionsOf(self)));

  command('export <id>', 'write a stored result as .svg, .png, .tex, .csv, .md or .json')
    .addOption(ofResult)
    .addOption(on)
    .addOption(new Option('--theme <theme>', 'colours of figures').choices(['light', 'dark']).default('light'))
    .requiredOption('--out <file>', 'file to write')
    .action(async (id, _, self: Command) => (await commands()).papersExportCommand(id, optionsOf(self)));

  command('report', 'write the reproduction report: Markdown and figures from all stored results')
    .option('--again', 'fill results that the workspace lacks from those of the last report')
    .option('--out <folder>', 'folder to write', 'docs/reproduction')
    .action(async (_, self: Command) => (await commands()).papersReportCommand(optionsOf(self)));
}
