/** The commands, their options and help. What a command does lies in commands/, loaded when it is called. */
import { Command, CommanderError, Option } from 'commander';
import { withoutHidden } from '../../core/text/hidden.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { exitCodeOf, explain, UsageError } from './errors.ts';
import {
  collectNamed,
  collectSetting,
  collectStep,
  parseCorrelation,
  parseAxes,
  parseCount,
  parseGrey,
  parseLatent,
  parseRaw,
  parseShard,
  parseSize,
  parseSlurm,
  parsePower,
  parseWidth,
} from './parse.ts';
import { AGAINST } from '../../core/figures/against.ts';
import { figureKinds } from '../../core/figures/figureKinds.ts';
import { datasetFormats } from '../../core/formats/datasetFormats.ts';
import { tableFormats } from '../../core/report/formats.ts';
import { addMethodCommands } from './methodCommands.ts';
import { addPageOptions } from './pageOptions.ts';
import { addTableOptions, blocksOption, measureOption, oneSelection, parseLevel } from './tableOptions.ts';
import { say } from './terminal.ts';

/** Formats of tables; those of one study alone have commands of their own. */
const formatsOfTables = idsOf(tableFormats.filter((format) => format.of === 'table'));
const workspaceHelp = 'workspace file (default: workspace.eigenbench in the user’s data folder)';

/**
 * Runs one command line (without node and script) and answers the exit code: 0, 1 failure, 2 usage, 130 interrupted.
 */
export async function runCommandLine(parameters: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...parameters], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    say(explain(error));
    return exitCodeOf(error);
  }
}

export function createProgram(): Command {
  const program = new Command('eigenbench')
    .description('Face-recognition experiments with subspace methods: import, split, compare, tabulate.')
    .version(packageFile.version, '-v, --version', 'print the version')
    .option('--workspace <file>', workspaceHelp)
    .configureOutput({
      outputError: (text, write) =>
        write(withoutHidden(text).replace(/^error: (.)/, (_, first) => first.toUpperCase())),
    })
    .exitOverride();

  const command = (usage: string, description: string): Command =>
    program.command(usage).description(description).option('--workspace <file>', workspaceHelp);
  const json = new Option('--json', 'write JSON to standard output');
  const workers = new Option(
    '--workers <n>',
    'worker threads; 0: one a processor (results do not depend on it)',
  ).argParser(parseCount(0, 64));

  const imageSize = new Option(
    '--image-size <rows x columns>',
    'shape of an image in a matrix of stacked pixels',
  ).argParser(parseSize);
  const pixelOrder = new Option('--pixel-order <order>', 'how stacked pixels run through an image').choices([
    'rows',
    'columns',
  ]);

  command('import <path>', 'import a folder or file of images as a dataset')
    .option('--name <name>', 'name of the dataset (default: after the folder or file)')
    .option('--size <rows x columns>', 'bring the images to rows x columns, e.g. 56x46', parseSize)
    .addOption(
      new Option('--filter <name>', 'how images are brought to that size (default: area)').choices([
        'area',
        'bilinear',
        'bicubic',
      ]),
    )
    .addOption(
      new Option('--depth <kind>', 'grey values of resized images as computed, or rounded (default: float)').choices([
        'float',
        '8-bit',
      ]),
    )
    .option('--enlarge', 'take images that are smaller than that size, too')
    .option(
      '--grey <weights>',
      'how colours become grey: bt601 (default), bt709, mean, lightness, red, green, blue, or three weights such as 0.3,0.6,0.1',
      parseGrey,
    )
    .option('--grey-only', 'leave out the colours of the originals, which take three times the room')
    .option(
      '--raw <layout>',
      'read files of bare samples: width,height,channels (1 or 3),interleaved or planar[,header bytes[,8 or 16 bits]]',
      parseRaw,
    )
    .option('--variable <name>', 'the array that holds the images (.mat, .npz)')
    .option('--labels <name>', 'the variable, or the column of a table, that holds the subjects')
    .addOption(imageSize)
    .addOption(pixelOrder)
    .option('--layout <id>', 'how the names in a folder are read (default: recognised)')
    .option(
      '--pattern <regexp>',
      'names by a regular expression with the group (?<subject>…); other groups: attributes',
    )
    .option('--follow-links', 'follow links that lead out of the folder (default: they are named and left out)')
    .option('--subset <name>', 'a named choice of images, see --preview')
    .option('--min-per-subject <n>', 'leave out subjects with fewer images', parseCount(2, 100_000))
    .addOption(
      new Option(
        '--drop-twins [kind]',
        'leave out images that repeat another one: exact (pixel for pixel), near (also nearly so) or recropped (also the same picture cropped again)',
      )
        .choices(['exact', 'near', 'recropped'])
        .preset('exact'),
    )
    .option('--shapes <file.png>', 'draw the shapes that images of stacked pixels may have, and import nothing')
    .option('--preview', 'show how the source would be read, and import nothing')
    .addOption(json)
    .action(async (path, _, self) => (await import('./commands/import.ts')).importCommand(path, optionsOf(self)));

  command('datasets', 'list the datasets of the workspace')
    .addOption(json)
    .action(async (_, self) => (await import('./commands/datasets.ts')).datasetsCommand(optionsOf(self)));

  command('preprocess <dataset>', 'make a dataset from another one: crop, align eyes, resize, mask, normalise')
    .requiredOption('--name <name>', 'name of the new dataset')
    .requiredOption(
      '--step <step>',
      'may be repeated, in order: grey:WEIGHTS (first only); crop:TOP,LEFT,ROWS,COLS; align:ROWSxCOLS:X,Y:X,Y (places of the left and right eye);' +
        ' resize:ROWSxCOLS[:area|bilinear|bicubic]; ellipse[:HEIGHT,WIDTH]; equalise;' +
        ' normalise:standard|mean|length|range; round',
      collectStep,
    )
    .option(
      '--eyes <path>',
      'eye positions: a list (name x y x y), a table (.csv), a folder of .pos files, or "marked"',
    )
    .addOption(json)
    .action(async (name, _, self) =>
      (await import('./commands/preprocess.ts')).preprocessCommand(name, optionsOf(self)),
    );

  command('export <dataset>', 'write a dataset without loss: NumPy archive, MATLAB file or folder of PNG images')
    .addOption(new Option('--format <format>', 'npz, mat or png').choices(idsOf(datasetFormats)).default('npz'))
    .requiredOption('--out <path>', 'file (npz, mat) or folder (png) to write')
    .action(async (name, _, self) =>
      (await import('./commands/exportDataset.ts')).exportCommand(name, optionsOf(self)),
    );

  command(
    'audit <dataset>',
    'look for twins, constant or truncated images, odd sizes, doubtful eyes and unequal counts in a dataset',
  )
    .option('--near <correlation>', 'least correlation of near twins, 0.9 to 1 (default: 0.999)', parseCorrelation)
    .option('--eyes <path>', 'eye positions to check: a list, a table (.csv), a folder of .pos files, or "marked"')
    .addOption(json)
    .action(async (name, _, self) => (await import('./commands/audit.ts')).auditCommand(name, optionsOf(self)));

  addMethodCommands(program, json);

  command('run <spec.json>', 'run a study, or go on with one that was stopped, and print its table')
    .addOption(workers)
    .option('--extend', 'add repeats, methods or conditions of the spec to the study of that name; finished cells stay')
    .option('--retry', 'try failed cells again')
    .option('--shard <part/parts>', 'compute only a part, e.g. 2/3, into a workspace of its own; see merge', parseShard)
    .option('--into <file>', 'workspace of the shard (default: beside the workspace, named after the shard)')
    .addOption(json)
    .action(async (path, _, self) => (await import('./commands/run.ts')).runCommand(path, optionsOf(self)));

  command(
    'merge <workspaces...>',
    'join the cells of other workspaces, e.g. of shards, to the studies of the workspace',
  ).action(async (paths, _, self) => (await import('./commands/merge.ts')).mergeCommand(paths, optionsOf(self)));

  command('backup <file>', 'write all of the workspace to one new file, also while it is in use').action(
    async (file, _, self) => (await import('./commands/backup.ts')).backupCommand(file, optionsOf(self)),
  );

  command('check', 'read all of the workspace and say what is not as it was stored')
    .option('--repair', 'give up damaged results, whose cells become pending again, and make indexes again')
    .addOption(json)
    .action(async (_, self) => (await import('./commands/check.ts')).checkCommand(optionsOf(self)));

  command('shrink', 'rewrite the workspace without the room of what was deleted').action(async (_, self) =>
    (await import('./commands/shrink.ts')).shrinkCommand(optionsOf(self)),
  );

  command('slurm <spec.json>', 'write the job script that computes a study as an array job of Slurm, and merges it')
    .requiredOption('--shards <n>', 'parts, one a task of the array', parseCount(1, 10_000))
    .option('--processors <n>', 'processors a task', parseCount(1, 64), 1)
    .option('--time <limit>', 'time a task, as Slurm writes it', parseSlurm(/^[\d:-]+$/, '4:00:00'), '4:00:00')
    .option('--memory <size>', 'memory a task, as Slurm writes it', parseSlurm(/^\d+[KMGT]?$/, '4G'), '4G')
    .option('--folder <folder>', 'for the workspaces of the parts (default: beside the spec)')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (path, _, self) => (await import('./commands/slurm.ts')).slurmCommand(path, optionsOf(self)));

  addPageOptions(
    addTableOptions(command('table <studies...>', 'print the table of a study, or of several studies side by side')),
  )
    .addOption(new Option('--format <format>', 'how to write it').choices(formatsOfTables).default('text'))
    .option('--long', 'one row per method, condition, repeat and latent shape with its error (csv only)')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (studies, _, self) => (await import('./commands/table.ts')).tableCommand(studies, optionsOf(self)));

  addTableOptions(command('report <study>', 'write a study as one HTML page: table, figures, statistics, methods'))
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (study, _, self) => (await import('./commands/report.ts')).reportCommand(study, optionsOf(self)));

  command('compare <study> <first> <second>', 'what every test says about two methods (labels) of a study, and why')
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .option(
      '--rope <half-width>',
      'differences up to this are practically equal; in the unit of the measure',
      parseWidth,
      1,
    )
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'instead of the level of the study', parseLevel)
    .option('--repeat <n>', 'the split that McNemar’s test looks at (default: the first)', parseCount(1, 1_000_000))
    .addOption(json)
    .action(async (study, first, second, _, self) =>
      (await import('./commands/compare.ts')).compareCommand(study, first, second, optionsOf(self)),
    );

  command('power <study> <first> <second>', 'whether the repeats of a study can show a difference, and how many would')
    .requiredOption('--difference <size>', 'the difference to show, in the unit of the measure', parseWidth)
    .option('--power <share>', 'probability with which it should be found', parsePower, 0.8)
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'instead of the level of the study', parseLevel)
    .addOption(json)
    .action(async (study, first, second, _, self) =>
      (await import('./commands/power.ts')).powerCommand(study, first, second, optionsOf(self)),
    );

  command('ranks <studies...>', 'average ranks of the methods, Friedman’s test, Nemenyi’s and Wilcoxon’s of all pairs')
    .addOption(blocksOption())
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'level of the critical difference (default: 0.05)', parseLevel)
    .option('--rope <half-width>', 'also the Bayesian signed-rank test; up to this is practically equal', parseWidth)
    .addOption(json)
    .action(async (studies, _, self) => (await import('./commands/ranks.ts')).ranksCommand(studies, optionsOf(self)));

  command('figure <studies...>', 'write a figure of a study as SVG or PNG')
    .addOption(new Option('--kind <kind>', 'what to draw').choices(idsOf(figureKinds)).default('curves'))
    .requiredOption('--out <file>', 'file to write, .svg or .png')
    .addOption(new Option('--theme <theme>', 'colours').choices(['light', 'dark']).default('light'))
    .option('--condition <key>', 'one condition, e.g. k=2 (default: the first)')
    .option('--label <labels...>', 'the methods to draw (default: all)')
    .addOption(measureOption())
    .addOption(oneSelection())
    .option(
      '--axis <id>',
      'of curves: latent or codes; of conditions: training, gaussian-noise@test, … (default: the first)',
    )
    .option('--facets', 'of conditions: a chart per setting of everything else')
    .addOption(new Option('--scale <scale>', 'of the latent dimension').choices(['log', 'linear']))
    .addOption(new Option('--range <range>', 'of the errors: all, or near the best').choices(['full', 'near']))
    .addOption(new Option('--shapes <which>', 'of bilinear methods').choices(['best', 'square']))
    .addOption(
      new Option(
        '--shading <which>',
        'colours of an overview: a scale per condition (default), or one for all',
      ).choices(['condition', 'all']),
    )
    .addOption(
      new Option('--spread <kind>', 'how one standard deviation is drawn')
        .choices(['band', 'bars', 'none'])
        .default('band'),
    )
    .addOption(blocksOption())
    .option('--alpha <level>', 'level of the critical difference (default: 0.05)', parseLevel)
    .action(async (studies, _, self) => (await import('./commands/figure.ts')).figureCommand(studies, optionsOf(self)));

  program
    .command('convergence <models...>')
    .description('write the traces of fitted models as SVG or PNG, one chart for each quantity')
    .requiredOption('--out <file>', 'file to write, .svg or .png')
    .option('--trace <names...>', 'what to draw: objective, or what else the models hold, such as Jq', ['objective'])
    .addOption(new Option('--against <axis>', 'the horizontal axis').choices(AGAINST).default('iteration'))
    .option('--axes <list>', 'of traces with a column per axis: the axes to draw, e.g. 1,2,5 (default: all)', parseAxes)
    .addOption(new Option('--theme <theme>', 'colours').choices(['light', 'dark']).default('light'))
    .action(async (models, _, self) =>
      (await import('./commands/convergence.ts')).convergenceCommand(models, optionsOf(self)),
    );

  command('confusion <study> <label>', 'which subjects a method takes for which, at the shape of the table')
    .requiredOption('--condition <key>', 'one condition, e.g. k=2')
    .addOption(json)
    .action(async (study, label, _, self) =>
      (await import('./commands/confusion.ts')).confusionCommand(study, label, optionsOf(self)),
    );

  command('predictions <study>', 'write what every method answers for every test image, at the shapes of the table')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (study, _, self) =>
      (await import('./commands/predictions.ts')).predictionsCommand(study, optionsOf(self)),
    );

  command(
    'attach <dataset> [file]',
    'join vectors to the images of a dataset, as a feature of studies; without a file: list',
  )
    .option('--as <name>', 'how specs call them, e.g. arcface: "features": ["arcface"]')
    .option('--replace', 'take the place of vectors of that name, which no study uses')
    .addOption(json)
    .action(async (dataset, file, _, self) =>
      (await import('./commands/attach.ts')).attachCommand(dataset, file, optionsOf(self)),
    );

  command('detach <dataset> <name>', 'take attached vectors away, which no study uses').action(
    async (dataset, name, _, self) =>
      (await import('./commands/attach.ts')).detachCommand(dataset, name, optionsOf(self)),
  );

  const results = program
    .command('results')
    .description('results that another program computed on the splits of a study, as rows of its table');
  const resultsCommand = (usage: string, description: string): Command =>
    results.command(usage).description(description).option('--workspace <file>', workspaceHelp);

  resultsCommand(
    'add <study> <files...>',
    'predictions, scores, distances or error rates, checked against the splits; a folder: one score file per split',
  )
    .option('--label <label>', 'the name of the row (default: after the file)')
    .option('--replace', 'take the place of a row of that label')
    .option('--preview', 'say what the files hold and lack, and add nothing')
    .addOption(json)
    .action(async (study, files, _, self) =>
      (await import('./commands/results.ts')).addResultsCommand(study, files, optionsOf(self)),
    );

  resultsCommand('list <study>', 'the rows of a study that were computed elsewhere')
    .addOption(json)
    .action(async (study, _, self) =>
      (await import('./commands/results.ts')).listResultsCommand(study, optionsOf(self)),
    );

  resultsCommand('remove <study> <label>', 'take such a row out of a study').action(async (study, label, _, self) =>
    (await import('./commands/results.ts')).removeResultsCommand(study, label, optionsOf(self)),
  );

  const published = program
    .command('published')
    .description('numbers of the literature alongside those of a study; never part of tests or ranks');
  const publishedCommand = (usage: string, description: string): Command =>
    published.command(usage).description(description).option('--workspace <file>', workspaceHelp);

  publishedCommand(
    'add <study> <file>',
    'error rates in per cent: CSV with the columns method, condition, value[, deviation], source; or JSON',
  )
    .option('--replace', 'take the place of numbers of the same method and condition')
    .action(async (study, file, _, self) =>
      (await import('./commands/published.ts')).addPublishedCommand(study, file, optionsOf(self)),
    );

  publishedCommand('list <study>', 'the published numbers of a study')
    .addOption(json)
    .action(async (study, _, self) =>
      (await import('./commands/published.ts')).listPublishedCommand(study, optionsOf(self)),
    );

  publishedCommand('remove <study> <source>', 'remove the numbers of a source').action(async (study, source, _, self) =>
    (await import('./commands/published.ts')).removePublishedCommand(study, source, optionsOf(self)),
  );

  command('splits <study>', 'write the splits of a study: a table of images and roles, JSON, or MATLAB files')
    .addOption(
      new Option(
        '--format <format>',
        'csv: indices from 0 and from 1; json: also subjects, files and hashes; mat: an archive of files with trainIdx and testIdx, from 1',
      )
        .choices(['csv', 'json', 'mat'])
        .default('csv'),
    )
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (study, _, self) => (await import('./commands/splits.ts')).splitsCommand(study, optionsOf(self)));

  command(
    'read-splits <files...>',
    'turn published files into a protocol: splits (.mat, .csv), pairs (pairs.txt of LFW, .csv), enrolment (Bob, .csv)',
  )
    .addOption(
      new Option('--as <what>', 'what the files hold').choices(['splits', 'pairs', 'enrolment']).default('splits'),
    )
    .addOption(new Option('--base <base>', 'number of the first image in split files').choices(['0', '1']))
    .option('--dataset <name>', 'dataset in which the files of a table or list are looked up')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (files, _, self) =>
      (await import('./commands/readSplits.ts')).readSplitsCommand(files, optionsOf(self)),
    );

  program
    .command('read-mask <file>')
    .description('turn a picture or array into a perturbation of a study: the same pixels missing in every image')
    .addOption(
      new Option('--missing <colour>', 'pixels that are missing; white: all that are not 0')
        .choices(['white', 'black'])
        .default('white'),
    )
    .option('--name <name>', 'shown in tables (default: after the file)')
    .option('--variable <name>', 'which array of an .npz or .mat file (default: the only one)')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (path, _, self) => (await import('./commands/readMask.ts')).readMaskCommand(path, optionsOf(self)));

  command('manifest <study>', 'write what is needed to run a study again and to check that it gives the same')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (study, _, self) => (await import('./commands/manifest.ts')).manifestCommand(study, optionsOf(self)));

  command('reproduce <manifest.json>', 'run the study of a manifest again and say which cells differ, if any')
    .addOption(workers)
    .addOption(json)
    .option('--keep', 'keep the study that was run for this')
    .action(async (path, _, self) => (await import('./commands/reproduce.ts')).reproduceCommand(path, optionsOf(self)));

  command('recompute <study>', 'compute the numbers of one method of a study again and say whether they are the same')
    .requiredOption('--method <label>', 'the method by its label')
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .addOption(measureOption())
    .addOption(workers)
    .addOption(json)
    .action(async (study, _, self) =>
      (await import('./commands/recompute.ts')).recomputeCommand(study, optionsOf(self)),
    );

  command('studies', 'list the studies of the workspace')
    .addOption(json)
    .action(async (_, self) => (await import('./commands/studies.ts')).studiesCommand(optionsOf(self)));

  command('serve', 'serve the application to a browser on this machine')
    .option('--port <port>', 'port on 127.0.0.1 (default: any free one)', parseCount(1, 65535))
    .option('--roots <folder...>', 'folders that may be imported from (default: the home folder)')
    .addOption(workers)
    .option('--open', 'open the page in an installed browser')
    .action(async (_, self) => (await import('./commands/serve.ts')).serveCommand(optionsOf(self)));

  command('demo', 'generate a face database, compare all methods on it and print the table')
    .addOption(workers)
    .action(async (_, self) => (await import('./commands/demo.ts')).demoCommand(optionsOf(self)));

  const data = new Option(
    '--data <source>',
    'arrays N x rows x columns (.npy, .npz, .mat, .idx, .csv), N x rows x columns x planes (colours or frames, which are' +
      ' put side by side; phopca-3 takes them as a third mode), or the name of a dataset',
  );
  const variable = new Option('--variable <name>', 'which array of an .npz or .mat file (default: the only one)');
  const size = new Option('--size <rows x columns>', 'shape of the images where the array is N x pixels').argParser(
    parseSize,
  );

  command('fit', 'fit a method to images and write the model')
    .addOption(data.makeOptionMandatory())
    .addOption(variable)
    .addOption(size)
    .option('--method <id>', 'id of a method, see "eigenbench methods"')
    .option('--latent <shape>', 'latent shape, e.g. 5 or 3x3 (q_c x q_r)', parseLatent)
    .option('--set <name=value>', 'a setting of the method; may be repeated', collectSetting)
    .option('--labels <file>', 'subject numbers of the images, below 0: unknown (.npy, .npz, .mat, .idx, .csv)')
    .option(
      '--attribute <name=file>',
      'values of an attribute of the images, as for --labels; fields over it need them; may be repeated',
      collectNamed,
    )
    .option('--seed <n>', 'seed of the random numbers', parseCount(0, Number.MAX_SAFE_INTEGER), 1)
    .requiredOption('--out <file>', 'model file, .json or .npz')
    .option('--imputed <file>', 'also write the images with their missing pixels (NaN) filled, .npy or .npz')
    .option('--keep', 'keep a summary of the images in the model, so that it can be continued')
    .option(
      '--continue <model>',
      'go on with new images from a model written with --keep (phopca-1: equals the fit to all images;' +
        ' psopca, mvfa: near it, as the old images keep their codes)',
    )
    .action(async (_, self) => (await import('./commands/fit.ts')).fitCommand(optionsOf(self)));

  command('encode', 'encode images with a fitted model')
    .requiredOption('--model <file>', 'model file, .json or .npz')
    .addOption(new Option(data.flags, data.description).makeOptionMandatory())
    .addOption(variable)
    .addOption(size)
    .requiredOption('--out <file>', 'codes N x q_c x q_r (vector methods: N x q), .npy or .npz')
    .action(async (_, self) => (await import('./commands/encode.ts')).encodeCommand(optionsOf(self)));

  command('impute', 'fill the missing pixels (NaN) of images by their expectation under a fitted model')
    .requiredOption('--model <file>', 'model file, .json or .npz')
    .addOption(new Option(data.flags, data.description).makeOptionMandatory())
    .addOption(variable)
    .addOption(size)
    .requiredOption('--out <file>', 'images N x rows x columns, .npy or .npz')
    .action(async (_, self) => (await import('./commands/impute.ts')).imputeCommand(optionsOf(self)));

  return program;
}

/** The options of a command; --workspace may stand before or after its name. */
// Commander does not type options; each command states what it takes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function optionsOf(command: Command): any {
  const own = command.opts();
  let workspace = own['workspace'];
  for (let above = command.parent; above && workspace === undefined; above = above.parent) {
    workspace = above.opts()['workspace'];
  }
  if (workspace === '') throw new UsageError('--workspace: expected a file name.');
  return { ...own, ...(workspace === undefined ? {} : { workspace }) };
}

function idsOf(declarations: readonly { readonly id: string }[]): string[] {
  return declarations.map(({ id }) => id);
}
