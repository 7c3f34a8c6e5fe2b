/** Commands on datasets. */
import { datasetFormats } from '../../../core/formats/labelledImages.ts';
import {
  collectLine,
  collectStep,
  parseCorrelation,
  parseCount,
  parseGrey,
  parseName,
  parseRaw,
  parseSize,
} from '../optionValues.ts';
import { Option, idsOf, jsonOption, type NewCommand } from './declare.ts';

const imageSize = new Option(
  '--image-size <rows x columns>',
  'shape of an image in a matrix of stacked pixels',
).argParser(parseSize);
const pixelOrder = new Option('--pixel-order <order>', 'order of the stacked pixels of an image').choices([
  'rows',
  'columns',
]);

const withoutFace = new Option(
  '--without-face <what>',
  'images in which no face is found: keep without eyes, skip or fail',
)
  .choices(['keep', 'skip', 'fail'])
  .default('keep');
const several = new Option('--several <what>', 'images with several faces: take the largest, skip or fail')
  .choices(['largest', 'skip', 'fail'])
  .default('largest');
const doubtful = new Option('--doubtful <what>', 'small, tilted, turned or unsure faces: keep, skip or fail')
  .choices(['keep', 'skip', 'fail'])
  .default('keep');

export const declareImport = (command: NewCommand) =>
  command('import <path>', 'import a folder or file of images as a dataset')
    .option('--name <name>', 'name of the dataset (default: after the folder or file)', parseName)
    .option('--size <rows x columns>', 'resize the images to rows x columns, e.g. 56x46', parseSize)
    .addOption(
      new Option('--filter <name>', 'filter of --size (default: area)').choices(['area', 'bilinear', 'bicubic']),
    )
    .addOption(
      new Option(
        '--depth <kind>',
        'keep grey values of resized images as computed, or round them (default: float)',
      ).choices(['float', '8-bit']),
    )
    .addOption(
      new Option(
        '--fit <how>',
        'stretch images to --size (default), or pad them in black: proportions stay, and all have one canvas, without --size as large as they need',
      ).choices(['stretch', 'pad']),
    )
    .option(
      '--skip-other-sizes',
      'without --size and --fit: leave out the images that do not have the most common size (default: ask)',
    )
    .option('--enlarge', 'enlarge images that are smaller than --size (default: leave them out)')
    .option(
      '--grey <weights>',
      'weights of the colours: bt601 (default), bt709, mean, lightness, red, green, blue, or three weights such as 0.3,0.6,0.1',
      parseGrey,
    )
    .option('--grey-only', 'store no colours; they take three times the space of the grey values')
    .option(
      '--raw <layout>',
      'read files of raw pixels: width,height,channels (1 or 3),interleaved or planar[,header bytes[,8 or 16 bits]]',
      parseRaw,
    )
    .option(
      '--variable <name>',
      'the array that holds the images (.mat, .npz, .h5); names joined by + are sets of one database, e.g. x_train+x_test',
    )
    .option(
      '--labels <name>',
      'where the subjects are: a variable, a column of a table, a file next to the source; first-column or last-column of the matrix; cells (one subject per cell); or none',
    )
    .addOption(
      new Option(
        '--image-axis <axis>',
        'axis of an array along which the images lie; in a matrix, first means one image per row',
      ).choices(['first', 'middle', 'last']),
    )
    .addOption(imageSize)
    .addOption(pixelOrder)
    .addOption(
      new Option(
        '--header <line>',
        'whether the first line of a table names its columns (default: decided by its cells)',
      ).choices(['none', 'first']),
    )
    .option(
      '--drop-column <name>',
      'a column of a table that is neither pixels nor subject, repeatable; none keeps all (default: decided by names and values)',
      collectLine,
    )
    .option('--list <file>', 'a table of the images of the folder and their subjects (default: images.csv)')
    .option('--layout <id>', 'naming scheme of the folder (default: recognised)')
    .option(
      '--pattern <regexp>',
      'read names by a regular expression with the group (?<subject>…); other groups become attributes',
    )
    .option('--follow-links', 'follow links that lead out of the folder (default: list them and leave them out)')
    .option('--subset <name>', 'import a named subset of the images, see --preview')
    .addOption(
      new Option(
        '--missing <what>',
        'leave out the rows or the attributes of an ARFF table with missing values',
      ).choices(['rows', 'attributes']),
    )
    .option('--min-per-subject <n>', 'leave out subjects with fewer images', parseCount(2, 100_000))
    .addOption(
      new Option(
        '--drop-duplicates [kind]',
        'leave out duplicates: exact (identical pixels), near (and near-duplicates) or recropped (and pictures cropped twice)',
      )
        .choices(['exact', 'near', 'recropped'])
        .preset('exact'),
    )
    .option('--find-faces', 'find the faces in the images and mark their eyes, as find-faces does')
    .addOption(withoutFace)
    .addOption(several)
    .addOption(doubtful)
    .option('--shapes <file.png>', 'as --preview, and draw the faces that each possible reading gives')
    .option('--preview', 'show how the import would read the source, and import nothing')
    .addOption(jsonOption());

export const declareDatasets = (command: NewCommand) =>
  command('datasets', 'list the datasets of the workspace').addOption(jsonOption());

export const declarePreprocess = (command: NewCommand) =>
  command('preprocess <dataset>', 'make a dataset from another one: crop, align eyes, resize, mask, normalise')
    .requiredOption('--name <name>', 'name of the new dataset', parseName)
    .requiredOption(
      '--step <step>',
      'a step, repeatable, in order: grey:WEIGHTS (first only); crop:TOP,LEFT,ROWS,COLS; align:ROWSxCOLS:X,Y:X,Y (positions of the left and right eye);' +
        ' resize:ROWSxCOLS[:area|bilinear|bicubic]; ellipse[:HEIGHT,WIDTH]; equalise;' +
        ' normalise:standard|mean|length|range; round',
      collectStep,
    )
    .option(
      '--eyes <path>',
      'eye positions: a list (name x y x y), a table (.csv), a folder of .pos files, or "marked"',
    )
    .addOption(jsonOption());

export const declareFindFaces = (command: NewCommand) =>
  command(
    'find-faces <dataset>',
    'find the faces in the images of a dataset and mark their eyes, for preprocess and audit (--eyes marked)',
  )
    .option('--replace', 'replace eyes that are marked already (default: they stay)')
    .addOption(withoutFace)
    .addOption(several)
    .addOption(doubtful)
    .addOption(jsonOption());

export const declareExport = (command: NewCommand) =>
  command(
    'export <dataset>',
    'export a dataset without loss (NumPy, MATLAB, folder of PNG images), or its images and subjects only',
  )
    .addOption(
      new Option(
        '--format <format>',
        'npz, mat, png; or images and subjects only: fea (MATLAB, as Deng Cai’s scripts load it), arff (WEKA), libsvm (default: by the ending of --out, else npz)',
      ).choices(idsOf(datasetFormats)),
    )
    .option('--vectors <name>', 'write vectors attached to the images in place of their pixels (arff, libsvm)')
    .option('--splits <study>', 'write training and test images of every split to files of their own (arff, libsvm)')
    .option('--condition <key>', 'with --splits: one condition, e.g. k=2 (default: all)')
    .option('--repeat <n>', 'with --splits: one repeat (default: all)', parseCount(1, 1_000_000))
    .option('--codes <label>', 'with --splits: write the codes of this row in place of pixels')
    .requiredOption('--out <path>', 'file to write, or folder of PNG images or of splits');

export const declareAudit = (command: NewCommand) =>
  command(
    'audit <dataset>',
    'find duplicates, blank or truncated images, odd sizes, doubtful eye positions and unequal counts in a dataset',
  )
    .option(
      '--near <correlation>',
      'minimum correlation of near-duplicates, 0.9 to 1 (default: 0.999)',
      parseCorrelation,
    )
    .option('--eyes <path>', 'eye positions to check: a list, a table (.csv), a folder of .pos files, or "marked"')
    .addOption(jsonOption());

export const declareAttach = (command: NewCommand) =>
  command(
    'attach <dataset> [file]',
    'attach vectors to the images of a dataset, as a feature for studies; without a file, list them',
  )
    .option('--as <name>', 'name of the vectors in specs, e.g. arcface: "features": ["arcface"]')
    .option('--replace', 'replace vectors of that name that no study uses')
    .addOption(jsonOption());

export const declareEmbed = (command: NewCommand) =>
  command('embed <dataset>', 'attach deep features: the vectors of a network that was trained elsewhere')
    .option(
      '--model <model>',
      'built-in, or an ONNX file with its recipe next to it (face.onnx, face.json)',
      'built-in',
    )
    .option('--as <name>', 'how specs call them: "features": ["deep"]', 'deep')
    .option('--images <folder>', 'the original files, for colours that the dataset does not have (--grey-only)')
    .option('--replace', 'replace vectors of that name that no study uses')
    .addOption(jsonOption());

export const declareDetach = (command: NewCommand) =>
  command('detach <dataset> <name>', 'remove attached vectors that no study uses');
