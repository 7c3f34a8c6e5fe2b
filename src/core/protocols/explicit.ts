import { z } from 'zod';
import { hashOf } from '../hash.ts';
import { plural } from '../text/phrases.ts';
import { countProse, prose } from '../text/proseTags.ts';
import { predefinedSplitSchema, takenImages, testsTraining, type PredefinedSplit } from './split.ts';
import { repeatsSchema } from './perSubject.ts';
import type { ProtocolDeclaration } from './protocol.ts';
import type { DatasetFacts } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';

// Checks that predefined splits name existing images, once each, and never test a training image.

/**
 * Checks every split, and that all or none of them test their training images; `dataset` holds the included images,
 * `at` is the path of the list in the spec.
 */
export function checkExplicit(
  splits: readonly PredefinedSplit[],
  dataset: DatasetFacts,
  at = 'protocol.splits',
): Problem[] {
  const { length } = dataset.labels;
  const problems = splits.flatMap((split, index) => checkSplit(split, `${at}[${index}]`, length));
  const [fitted] = splits.flatMap((split, index) => (testsTraining(split) ? [index] : []));
  const [other] = splits.flatMap((split, index) => (testsTraining(split) ? [] : [index]));
  if (fitted === undefined || other === undefined) {
    return problems.length === 0 ? checkRemaining(splits, dataset, at) : problems;
  }
  const path = `${at}[${fitted}].test`;
  const message =
    `${path}: it lists the training images, but ${at}[${other}] tests others; ` +
    'the fitted images are a study of their own.';
  return [...problems, { path, message }];
}

/** Splits in which a subset leaves too few images. */
function checkRemaining(splits: readonly PredefinedSplit[], dataset: DatasetFacts, at: string): Problem[] {
  const least = { train: 2, test: 1, gallery: 1 };
  return splits.flatMap((given, index) => {
    const split = takenImages(given, dataset);
    return (['train', 'test', 'gallery'] as const).flatMap((list) => {
      const left = split[list]?.length ?? Infinity;
      if (left >= least[list]) return [];
      const message = `subset: it leaves ${at}[${index}].${list} ${left === 0 ? 'no image' : '1 image'}, expected at least ${least[list]}.`;
      return [{ path: 'subset', message }];
    });
  });
}

/** Images that are out of range, listed twice, or in both lists; names the first of each. */
function checkSplit(split: PredefinedSplit, path: string, count: number): Problem[] {
  const problems: Problem[] = [];
  for (const list of ['train', 'test', 'gallery'] as const) {
    const images = split[list] ?? [];
    const listPath = `${path}.${list}`;
    const outside = images.findIndex((image) => image >= count);
    if (outside >= 0) {
      problems.push({
        path: `${listPath}[${outside}]`,
        message: `${listPath}[${outside}]: there is no image ${images[outside]}; indices run from 0 to ${count - 1}.`,
      });
    }
    const seen = new Set<number>();
    const twice = images.findIndex((image) => seen.size === seen.add(image).size);
    if (twice >= 0) {
      problems.push({
        path: `${listPath}[${twice}]`,
        message: `${listPath}[${twice}]: image ${images[twice]} is listed twice.`,
      });
    }
  }
  if (testsTraining(split)) return problems;
  const train = new Set(split.gallery ?? split.train);
  const use = split.gallery ? 'gallery' : 'training';
  const both = split.test.findIndex((image) => train.has(image));
  if (both >= 0) {
    problems.push({
      path: `${path}.test[${both}]`,
      message: `${path}.test[${both}]: image ${split.test[both]} is also a ${use} image${split.gallery ? '' : '; test all of the training images, or none'}.`,
    });
  }
  return problems;
}

const schema = z.strictObject({
  kind: z.literal('explicit'),
  splits: z.array(predefinedSplitSchema).min(1),
  /** Absent: 1. */
  repeats: repeatsSchema.optional(),
});

type Explicit = z.infer<typeof schema>;

/** Every split once, in the order of the spec, then every split again for the second draw, and so on; from 1. */
function splitDraw({ splits }: Explicit, repeat: number): { readonly split: number; readonly draw: number } {
  return { split: ((repeat - 1) % splits.length) + 1, draw: Math.ceil(repeat / splits.length) };
}

/**
 * The number of a repeat; for further draws of a split "split.draw". It does not change when splits are appended or the
 * number of draws grows.
 */
function repeatName(protocol: Explicit, repeat: number): number | string {
  const { split, draw } = splitDraw(protocol, repeat);
  return draw === 1 ? split : `${split}.${draw}`;
}

/** Draws per split. */
const drawsOf = ({ repeats = 1 }: Explicit): number => repeats;

const fitted = ({ splits }: Explicit): boolean => splits.every(testsTraining);

/**
 * Splits given as 0-based image indices. Each is `repeats` repeats of the single condition, with noise and random
 * starts drawn for each. If `test` lists the images of `train` in every split, the study evaluates the training images.
 */
export const explicit: ProtocolDeclaration<typeof schema> = {
  kind: 'explicit',
  title: 'Predefined splits',
  help: 'As they were published, read from files.',
  schema,
  parameters: [
    { name: 'splits', title: 'Split files', help: '', kind: 'splits' },
    {
      name: 'repeats',
      title: 'Draws per split',
      help: 'Runs per split, with new noise and random starts.',
      kind: 'integer',
      default: 1,
      min: 1,
      optional: true,
    },
  ],
  conditions: (protocol) => [{ key: 'explicit', title: fitted(protocol) ? 'fitted images' : 'predefined splits' }],
  repeats: (protocol) => protocol.splits.length * drawsOf(protocol),
  differentSplits: ({ splits }) => splits.length,
  split: (protocol, source, { repeat }) => takenImages(protocol.splits[splitDraw(protocol, repeat).split - 1], source),
  check: ({ splits }, dataset) => checkExplicit(splits, dataset),
  /** The number of splits, and what their draws share. */
  sentence(protocol) {
    const [splits, draws] = [protocol.splits.length, drawsOf(protocol)];
    const shared = `${fitted(protocol) ? FITTED : ''}Predefined splits; all methods share them.`;
    if (draws === 1) return shared;
    return (
      `${shared} ${splits} ${splits === 1 ? 'split' : 'splits'} × ${draws} draws of noise and random starts: draws of one ` +
      'split have the same images, so their deviation says nothing about the choice of images.'
    );
  },
  prose: (protocol) => {
    const [splits, draws] = [protocol.splits.length, drawsOf(protocol)];
    return [
      prose`We used ${splits === 1 ? 'a predefined split' : `${countProse(splits)} predefined splits`} of the images${draws > 1 ? `, with ${countProse(draws)} draws of noise and random starts${splits === 1 ? '' : ' each'}` : ''}`,
      ...(fitted(protocol)
        ? [prose`The models were tested on their training images, so error rates are resubstitution rates`]
        : []),
    ];
  },
  repeatsAre: (protocol) => (drawsOf(protocol) > 1 ? 'draws' : 'predefined splits'),
  summary(protocol) {
    const draws = drawsOf(protocol);
    return plural(protocol.splits.length, 'predefined split') + (draws > 1 ? `, ${plural(draws, 'draw')} of each` : '');
  },
  namedImages: ({ splits }) => splits.flatMap(({ train, test, gallery = [] }) => [...train, ...test, ...gallery]),
  testsTraining: fitted,
  repeatsImages: (protocol) =>
    drawsOf(protocol) > 1 || new Set(protocol.splits.map(hashOf)).size < protocol.splits.length,
  repeatName,
  /**
   * The hash of the split. For further draws, and for splits that equal an earlier one, "#" and the name of the repeat
   * follow.
   */
  repeatKeys(protocol, count) {
    const hashes = protocol.splits.map((split) => hashOf(split).slice(0, 16));
    return Array.from({ length: count }, (_, index) => {
      const { split, draw } = splitDraw(protocol, index + 1);
      const hash = hashes[split - 1];
      const first = draw === 1 && hashes.indexOf(hash) === split - 1;
      return first ? hash : `${hash}#${repeatName(protocol, index + 1)}`;
    });
  },
};

const FITTED =
  'Fitted images: the test images are the training images, and error rates are resubstitution rates, which say nothing about other images. ';
