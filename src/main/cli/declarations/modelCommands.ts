/** Commands on single models, without a study. */
import { PAIR_METRICS } from '../../../core/allPairs/vectorSet.ts';
import { CONVERGENCE_AXES } from '../../../core/figures/charts/convergenceChart.ts';
import { figurePageFields } from '../../../core/figures/figurePage.ts';
import { addOptionFields } from '../options/optionFields.ts';
import { collectNamed, collectSetting, parseCount, parseLatent, parseNumbers, parseSize } from '../optionValues.ts';
import { Option, jsonOption, workersOption, type NewCommand, type NewPlainCommand } from './declare.ts';

const ARRAYS =
  'arrays N x rows x columns (.npy, .npz, .mat, .idx, .csv), N x rows x columns x planes (colours or frames,' +
  ' joined side by side; phopca-3 takes them as a third mode), or the name of a dataset';
const dataOption = (help = ARRAYS) => new Option('--data <source>', help).makeOptionMandatory();
const variable = new Option('--variable <name>', 'name of the array in an .npz or .mat file (default: the only one)');
const size = new Option('--size <rows x columns>', 'shape of the images if the array is N x pixels').argParser(
  parseSize,
);

const metric = new Option('--metric <metric>', 'score of a pair').choices(PAIR_METRICS).default('cosine');

export const declareFit = (command: NewCommand) =>
  command('fit', 'fit a method to images and write the model')
    .addOption(dataOption())
    .addOption(variable)
    .addOption(size)
    .option('--method <id>', 'id of a method, see "eigenbench methods"')
    .option('--latent <shape>', 'latent shape, e.g. 5 or 3x3 (q_c x q_r)', parseLatent)
    .option('--set <name=value>', 'a setting of the method; repeatable', collectSetting)
    .option('--labels <file>', 'subject numbers of the images, below 0: unknown (.npy, .npz, .mat, .idx, .csv)')
    .option(
      '--attribute <name=file>',
      'values of an attribute of the images, as for --labels; repeatable',
      collectNamed,
    )
    .option('--seed <n>', 'seed of the random numbers', parseCount(0, Number.MAX_SAFE_INTEGER), 1)
    .requiredOption('--out <file>', 'model file, .json or .npz')
    .option('--imputed <file>', 'also write the images with their missing pixels (NaN) filled, .npy or .npz')
    .option('--keep', 'keep a summary of the images in the model, for --continue')
    .option(
      '--continue <model>',
      'continue a model written with --keep on new images (phopca-1: equals the fit to all images;' +
        ' psopca, mvfa: close to it, because old images keep their codes)',
    );

export const declareEncode = (command: NewCommand) =>
  command('encode', 'encode images with a fitted model')
    .requiredOption('--model <file>', 'model file, .json or .npz')
    .addOption(dataOption())
    .addOption(variable)
    .addOption(size)
    .requiredOption('--out <file>', 'codes N x q_c x q_r (vector methods: N x q), .npy or .npz');

export const declareImpute = (command: NewCommand) =>
  command('impute', 'fill missing pixels (NaN) with their expectation under a fitted model')
    .requiredOption('--model <file>', 'model file, .json or .npz')
    .addOption(dataOption())
    .addOption(variable)
    .addOption(size)
    .requiredOption('--out <file>', 'images N x rows x columns, .npy or .npz');

export const declarePairs = (command: NewCommand) =>
  command(
    'pairs',
    'score all pairs of vectors: ROC, EER, true acceptance down to the smallest rates, nearest neighbour',
  )
    .addOption(dataOption('vectors N x length (.npy, .npz, .mat, .csv), or the name of a dataset'))
    .addOption(variable)
    .option('--vectors <name>', 'vectors attached to the dataset (default: its pixels)')
    .option('--labels <file>', 'subject numbers of the vectors (.npy, .npz, .mat, .idx, .csv)')
    .addOption(metric)
    .addOption(workersOption())
    .option('--out <file>', 'also write the curve, twenty points per decade of false acceptance, .csv')
    .addOption(jsonOption());

export const declareSearch = (command: NewCommand) =>
  command('search', 'find the nearest gallery vector for every probe by exhaustive search')
    .addOption(dataOption('the probes, N x length (.npy, .npz, .mat, .csv), or the name of a dataset'))
    .requiredOption('--gallery <source>', 'the gallery, likewise')
    .option('--vectors <name>', 'vectors attached to both datasets (default: their pixels)')
    .option(
      '--labels <file>',
      'subject numbers of the probes (.npy, .npz, .mat, .idx, .csv); with those of the gallery',
    )
    .option('--gallery-labels <file>', 'subject numbers of the gallery')
    .addOption(metric)
    .addOption(workersOption())
    .option('--out <file>', 'write the nearest vector of every probe and its score, .csv')
    .addOption(jsonOption());

export const declareConvergence = (plain: NewPlainCommand) =>
  addOptionFields(
    plain(
      'convergence <models...>',
      'draw the traces of fitted models as SVG, PNG, PDF or TikZ, one chart per quantity',
    ),
    figurePageFields,
  )
    .requiredOption('--out <file>', 'file to write, .svg, .png, .pdf or .tex')
    .option('--trace <names...>', 'traces to draw: objective, or others of the models, such as Jq', ['objective'])
    .addOption(new Option('--against <axis>', 'the horizontal axis').choices(CONVERGENCE_AXES).default('iteration'))
    .option(
      '--axes <list>',
      'axes to draw of traces with a column per axis, e.g. 1,2,5 (default: all)',
      parseNumbers('axes'),
    )
    .addOption(new Option('--theme <theme>', 'colours').choices(['light', 'dark']).default('light'));
