/** eigenbench papers and the commands below it. */
import { DATABASES, type DatabaseId } from '../../../core/papers/databases.ts';
import { SIZES } from '../../../core/papers/experiment.ts';
import { Option, jsonOption, type NewCommand } from './declare.ts';

const ofRun = new Option('--size <size>', 'quick: seconds; full: as in the paper').choices(SIZES).default('quick');
const ofResult = new Option('--size <size>', 'of the run (default: full if there is one)').choices(SIZES);
const onDatabase = new Option('--on <database>', 'the database (default: the first that the workspace has)').choices(
  Object.keys(DATABASES) as DatabaseId[],
);

export const declarePapersList = (command: NewCommand) =>
  command('list', 'list the experiments with their papers, data and last results').addOption(jsonOption());

export const declarePapersRun = (command: NewCommand) =>
  command('run [id]', 'run an experiment, store its result, and print which statements hold')
    .addOption(ofRun)
    .addOption(onDatabase)
    .option('--all', 'run every experiment on every database of the workspace')
    .addOption(jsonOption());

export const declarePapersShow = (command: NewCommand) =>
  command('show <id>', 'print a stored result: statements of the paper, findings, tables')
    .addOption(ofResult)
    .addOption(onDatabase)
    .addOption(jsonOption());

export const declarePapersExport = (command: NewCommand) =>
  command('export <id>', 'write a stored result as .svg, .png, .tex, .csv, .md or .json')
    .addOption(ofResult)
    .addOption(onDatabase)
    .addOption(new Option('--theme <theme>', 'colours of figures').choices(['light', 'dark']).default('light'))
    .requiredOption('--out <file>', 'file to write');

export const declarePapersReport = (command: NewCommand) =>
  command('report', 'write the reproduction report: Markdown and figures from all stored results')
    .option('--again', 'fill results that the workspace lacks from those of the last report')
    .option('--out <folder>', 'folder to write', 'docs/reproduction');
