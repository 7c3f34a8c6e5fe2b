/** Splits of verification, from comparisons of images. */
import type { PairList, Split, SplitPairs, ThresholdRule } from '../split.ts';

/** Two images of the dataset, by index. */
export interface ImagePair {
  readonly probe: number;
  readonly reference: number;
  /** Whether both have the same identity. */
  readonly genuine: boolean;
}

/** The threshold rule in words, to follow "the threshold". */
export const thresholdWords: Readonly<Record<ThresholdRule, string>> = {
  'fewest errors': 'that makes the fewest errors',
  'equal rates': 'of the equal error rate',
};

/** The split of some comparisons. Gallery and test list the images of either side once each, in ascending order. */
export function pairedSplit(
  train: readonly number[],
  lists: Readonly<Record<'evaluation' | 'development', readonly ImagePair[]>>,
  rule: Pick<SplitPairs, 'threshold' | 'templates'>,
  enrolled: readonly number[] = [],
): Split {
  const all = [...lists.evaluation, ...lists.development];
  const test = ascending(all.map(({ probe }) => probe));
  const gallery = ascending([...enrolled, ...all.map(({ reference }) => reference)]);
  const [probeAt, referenceAt] = [placesOf(test), placesOf(gallery)];
  const listOf = (pairs: readonly ImagePair[]): PairList => ({
    probes: Int32Array.from(pairs, ({ probe }) => probeAt.get(probe)!),
    references: Int32Array.from(pairs, ({ reference }) => referenceAt.get(reference)!),
    genuine: Uint8Array.from(pairs, ({ genuine }) => (genuine ? 1 : 0)),
  });
  return {
    train: ascending(train),
    test,
    gallery,
    pairs: { evaluation: listOf(lists.evaluation), development: listOf(lists.development), ...rule },
  };
}

/** The images that a split evaluates: those of its evaluation pairs, else all of its test images. */
export function evaluatedImages({ test, gallery, pairs }: Split): Int32Array {
  if (!pairs) return test;
  const { probes, references } = pairs.evaluation;
  const images = [...Array.from(probes, (place) => test[place])];
  // Templates are enrolled on purpose; for pairs, both images are new to the model.
  if (!pairs.templates) images.push(...Array.from(references, (place) => gallery![place]));
  return ascending(images);
}

function ascending(images: readonly number[]): Int32Array<ArrayBuffer> {
  return Int32Array.from(new Set(images)).sort();
}

function placesOf(images: Int32Array): Map<number, number> {
  return new Map(Array.from(images, (image, place) => [image, place]));
}

/**
 * Every probe with the template of every enrolled subject, represented by its first enrolled image; `sorted`: what is
 * first, by default the lower index.
 */
export function allComparisons(
  { enrolled, probes }: { readonly enrolled: readonly number[]; readonly probes: readonly number[] },
  labels: ArrayLike<number>,
  sorted = (images: readonly number[]): number[] => images.toSorted((a, b) => a - b),
): ImagePair[] {
  const templates = new Map<number, number>();
  for (const image of sorted(enrolled)) {
    if (!templates.has(labels[image])) templates.set(labels[image], image);
  }
  return probes.flatMap((probe) =>
    Array.from(templates, ([subject, reference]) => ({ probe, reference, genuine: labels[probe] === subject })),
  );
}
