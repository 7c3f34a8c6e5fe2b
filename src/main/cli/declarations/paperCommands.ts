/** eigenbench papers and the commands below it. */
import { Option, type Command } from 'commander';
import { DATABASES } from '../../../core/papers/data.ts';
import { SIZES } from '../../../core/papers/experiment.ts';
import { below, jsonOption, optionsOf, type Declare } from './declare.ts';

export function addPaperCommands({ plain }: Declare): void {
  const commands = () => import('../commands/papers.ts');
  const command = below(
    plain('papers', 'the experiments of the papers: run them, and hold what comes out against what was published'),
  );
  const ofRun = new Option('--size <size>', 'quick: seconds; full: as in the paper').choices(SIZES).default('quick');
  const ofResult = new Option('--size <size>', 'of the run (default: full where there is one)').choices(SIZES);
  const on = new Option('--on <database>', 'the database (default: the first that the workspace has)').choices(
    Object.keys(DATABASES),
  );

  command('list', 'every experiment with its paper, its data and its last results')
    .addOption(jsonOption())
    .action(async (_, self: Command) => (await commands()).papersListCommand(optionsOf(self)));

  command('run [id]', 'run an experiment, store its result in the workspace, and say what holds')
    .addOption(ofRun)
    .addOption(on)
    .option('--all', 'every experiment, on every database that the workspace has')
    .addOption(jsonOption())
    .action(async (id, _, self: Command) => (await commands()).papersRunCommand(id, optionsOf(self)));

  command('show <id>', 'print a stored result: statements of the paper, what was found, tables')
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
    .option('--again', 'of results that the workspace has not, take those that the report was last made from')
    .option('--out <folder>', 'where it is written', 'docs/reproduction')
    .action(async (_, self: Command) => (await commands()).papersReportCommand(optionsOf(self)));
}
