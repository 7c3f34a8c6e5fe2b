/** Commands: import, datasets and what is done with one. */
import { Option } from 'commander';
import { datasetFormats } from '../../../core/formats/datasetFormats.ts';
import { collectStep, parseCorrelation, parseCount, parseGrey, parseName, parseRaw, parseSize } from '../parse.ts';
import { type Declare, idsOf, jsonOption, optionsOf } from './declare.ts';

export function addDatasetCommands({ command }: Declare): void {
  const imageSize = new Option(
    '--image-size <rows x columns>',
    'shape of an image in a matrix of stacked pixels',
  ).argParser(parseSize);
  const pixelOrder = new Option('--pixel-order <order>', 'how stacked pixels run through an image').choices([
    'rows',
    'columns',
  ]);

  command('import <path>', 'import a folder or file of images as a dataset')
    .option('--name <name>', 'name of the dataset (default: after the folder or file)', parseName)
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
        'leave out duplicates: exact (identical pixels), near (near-duplicates too) or recropped (one picture cropped twice, too)',
      )
        .choices(['exact', 'near', 'recropped'])
        .preset('exact'),
    )
    .option('--shapes <file.png>', 'draw the shapes that images of stacked pixels may have, and import nothing')
    .option('--preview', 'show how the source would be read, and import nothing')
    .addOption(jsonOption())
    .action(async (path, _, self) => (await import('../commands/import.ts')).importCommand(path, optionsOf(self)));

  command('datasets', 'list the datasets of the workspace')
    .addOption(jsonOption())
    .action(async (_, self) => (await import('../commands/datasets.ts')).datasetsCommand(optionsOf(self)));

  command('preprocess <dataset>', 'make a dataset from another one: crop, align eyes, resize, mask, normalise')
    .requiredOption('--name <name>', 'name of the new dataset', parseName)
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
    .addOption(jsonOption())
    .action(async (name, _, self) =>
      (await import('../commands/preprocess.ts')).preprocessCommand(name, optionsOf(self)),
    );

  command(
    'export <dataset>',
    'write a dataset without loss: NumPy archive, MATLAB file or folder of PNG images; or images and subjects alone',
  )
    .addOption(
      new Option(
        '--format <format>',
        'npz, mat, png; or images and subjects alone: fea, a MATLAB file of fea and gnd, as Deng Cai’s scripts load it; arff, for WEKA; libsvm (default: by the ending of --out, else npz)',
      ).choices(idsOf(datasetFormats)),
    )
    .requiredOption('--out <path>', 'file, or folder of PNG images, to write')
    .action(async (name, _, self) =>
      (await import('../commands/exportDataset.ts')).exportCommand(name, optionsOf(self)),
    );

  command(
    'audit <dataset>',
    'look for duplicates, constant or truncated images, odd sizes, doubtful eye positions and unequal counts in a dataset',
  )
    .option(
      '--near <correlation>',
      'minimum correlation of near-duplicates, 0.9 to 1 (default: 0.999)',
      parseCorrelation,
    )
    .option('--eyes <path>', 'eye positions to check: a list, a table (.csv), a folder of .pos files, or "marked"')
    .addOption(jsonOption())
    .action(async (name, _, self) => (await import('../commands/audit.ts')).auditCommand(name, optionsOf(self)));

  command(
    'attach <dataset> [file]',
    'join vectors to the images of a dataset, as a feature of studies; without a file: list',
  )
    .option('--as <name>', 'how specs call them, e.g. arcface: "features": ["arcface"]')
    .option('--replace', 'take the place of vectors of that name, which no study uses')
    .addOption(jsonOption())
    .action(async (dataset, file, _, self) =>
      (await import('../commands/attach.ts')).attachCommand(dataset, file, optionsOf(self)),
    );

  command('embed <dataset>', 'attach deep features: the vectors of a network that was trained elsewhere')
    .option('--model <model>', 'built-in, or an ONNX file with its recipe beside it (face.onnx, face.json)', 'built-in')
    .option('--as <name>', 'how specs call them: "features": ["deep"]', 'deep')
    .option('--replace', 'take the place of vectors of that name, which no study uses')
    .addOption(jsonOption())
    .action(async (dataset, _, self) => (await import('../commands/embed.ts')).embedCommand(dataset, optionsOf(self)));

  command('detach <dataset> <name>', 'take attached vectors away, which no study uses').action(
    async (dataset, name, _, self) =>
      (await import('../commands/attach.ts')).detachCommand(dataset, name, optionsOf(self)),
  );
}
