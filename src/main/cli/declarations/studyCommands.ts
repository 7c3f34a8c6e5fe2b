/** Commands that run, merge, split and reproduce studies. */
import { collectLine, parseCount, parseList, parseName, parseNumbers, parseShard } from '../optionValues.ts';
import { pageFields } from '../../../core/report/pageOptions.ts';
import { fieldOption } from '../options/optionFields.ts';
import { measureOption } from '../options/tableOptions.ts';
import {
  Option,
  baseOption,
  jsonOption,
  workersOption,
  type Command,
  type NewCommand,
  type NewPlainCommand,
  type Values,
} from './declare.ts';

/** Options that stand for a spec; see newSpec. */
function addSpecOptions<Arguments extends unknown[], Options extends Values>(command: Command<Arguments, Options>) {
  return command
    .option('--methods <ids>', 'ids of its methods, e.g. pca,lda,bppca (default: pca,lda)', parseList)
    .option(
      '--train <numbers>',
      'training images per subject, one column each (default: 2,3,4)',
      parseNumbers('images'),
    )
    .option('--repeats <n>', 'random splits per column (default: 10)', parseCount(1, 10_000))
    .option('--name <name>', 'name of the study (default: after the dataset)', parseName);
}

export const declareRun = (command: NewCommand) =>
  addSpecOptions(
    command('run [spec.json]', 'run or continue a study, and print its table').option(
      '--data <dataset>',
      'write a spec for this dataset and run it, in place of a spec file',
    ),
  )
    .addOption(workersOption())
    .option('--extend', 'add repeats, methods or conditions of the spec to the study of that name; finished cells stay')
    .option('--retry', 'try failed cells again')
    .option(
      '--again <label>',
      'compute this row again, for example after a change of its method, in place of its results; repeatable',
      collectLine,
    )
    .option('--shard <part/parts>', 'compute only a part, e.g. 2/3, into a workspace of its own; see merge', parseShard)
    .option('--into <file>', 'workspace of the shard (default: next to the workspace, named after the shard)')
    .addOption(baseOption())
    .addOption(fieldOption('notes', pageFields.notes))
    .addOption(jsonOption());

export const declareStudies = (command: NewCommand) =>
  command('studies', 'list the studies of the workspace')
    .option('--spec <name>', 'print the spec of this study, as "run" takes it')
    .option('--out <file>', 'with --spec: write to a file, with the schema in the same folder')
    .addOption(jsonOption());

export const declareSpec = (command: NewCommand) =>
  addSpecOptions(
    command('spec [file]', 'check a spec and write it with all defaults, or print its schema or plan')
      .option('--new', 'write a short spec to start from')
      .option('--data <dataset>', 'with --new: its dataset (default: faces)'),
  )
    .option('--schema', 'write the JSON Schema of specs, for editors')
    .option('--out <file>', 'write to a file instead of standard output; a spec with the schema in the same folder')
    .option('--explain', 'explain in words what the spec will do and cost, without running it')
    .addOption(baseOption())
    .addOption(jsonOption());

export const declareInfo = (command: NewCommand) =>
  command('info <study>', 'show the progress of a study, the time per method, and why cells failed').addOption(
    jsonOption(),
  );

export const declareMerge = (command: NewCommand) =>
  command(
    'merge <workspaces...>',
    'merge the cells of other workspaces, e.g. of shards, into the studies of the workspace',
  );

export const declareSplits = (command: NewCommand) =>
  command('splits <study>', 'write the splits of a study, and pairs of verification, as a table, JSON or MATLAB files')
    .addOption(
      new Option(
        '--format <format>',
        'by the ending of --out, else csv. csv: indices from 0 and from 1, a row per image and per pair; json: also subjects, files and hashes; mat: an archive of files with trainIdx, testIdx and, of verification, developmentPairs and evaluationPairs (probe, reference, genuine), from 1',
      ).choices(['csv', 'json', 'mat']),
    )
    .option('--out <file>', 'write to a file instead of standard output');

export const declareReadSplits = (command: NewCommand) =>
  command(
    'read-splits <files...>',
    'turn published files into a protocol: splits (.mat, .csv), pairs (pairs.txt of LFW, .csv), enrolment (Bob, .csv)',
  )
    .addOption(
      new Option('--as <what>', 'kind of the files').choices(['splits', 'pairs', 'enrolment']).default('splits'),
    )
    .addOption(
      new Option(
        '--base <base>',
        'number of the first image in split files that do not say it; those of "eigenbench splits" do',
      ).choices(['0', '1']),
    )
    .option('--dataset <name>', 'dataset whose files a table or list names')
    .option('--out <file>', 'write to a file instead of standard output');

export const declareReadMask = (plain: NewPlainCommand) =>
  plain('read-mask <file>', 'turn a picture or array into a perturbation: the same missing pixels in every image')
    .addOption(
      new Option('--missing <colour>', 'missing pixels; white: all that are not 0')
        .choices(['white', 'black'])
        .default('white'),
    )
    .option('--name <name>', 'shown in tables (default: after the file)')
    .option('--variable <name>', 'name of the array in an .npz or .mat file (default: the only one)')
    .option('--out <file>', 'write to a file instead of standard output');

export const declareManifest = (command: NewCommand) =>
  command('manifest <study>', 'write a manifest to run a study again and check its results').option(
    '--out <file>',
    'write to a file instead of standard output',
  );

export const declarePack = (command: NewCommand) =>
  command('pack <study>', 'pack a study into one file (zip) that others can read, archive and run again')
    .requiredOption('--out <file>', 'file to write, .zip')
    .option('--images', 'include the images; check first whether its makers let you pass them on')
    .option('--predictions', 'include the predictions of every method for every test image');

export const declareReproduce = (command: NewCommand) =>
  command('reproduce <file>', 'run the study of a manifest or of "eigenbench pack" again, and report cells that differ')
    .addOption(workersOption())
    .addOption(jsonOption())
    .option(
      '--images <path>',
      'import the dataset from this folder or file as the manifest says, if the workspace lacks it',
    )
    .option('--model <file>', 'network (.onnx) of your own whose vectors rows use; repeatable', collectLine)
    .option('--keep', 'keep the new study')
    .option('--only <label>', 'run this row only; repeatable', collectLine)
    .option('--without <label>', 'leave this row out; repeatable', collectLine);

export const declareDiff = (command: NewCommand) =>
  command('diff <a> <b>', 'describe the differences of two manifests, each a file or a study').addOption(jsonOption());

export const declareRecompute = (command: NewCommand) =>
  command('recompute <study>', 'recompute one method and check that its numbers are identical')
    .requiredOption('--method <label>', 'label of the method')
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .addOption(measureOption())
    .addOption(workersOption())
    .addOption(jsonOption());
