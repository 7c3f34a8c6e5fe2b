/** Train and test images of every repeat, as the protocol draws, orders or lists them. */
import { identitiesOf, type SplitSource } from '../../dataset.ts';
import { hashOf, int32Bytes, sha256Hex } from '../../hash.ts';
import { identityRanks } from '../../identities.ts';
import { evaluatedImages } from '../../protocols/pairs/pairs.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Split } from '../../protocols/split.ts';
import { restrict } from '../../protocols/subset.ts';
import { testToTrainRatio, type SplitSizes } from '../../stats/resampledSplits.ts';
import { conditionIndex, repeatCount, splitCount } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';

/** The part of a spec that splits depend on. */
export type SplitSpec = Pick<StudySpec, 'protocol' | 'seed' | 'subset' | 'draws'>;

/** The included images of a study, as its protocol draws from them. */
export function drawnSource<T extends SplitSource>(spec: Pick<SplitSpec, 'subset' | 'draws'>, dataset: T): T {
  const source = restrict(dataset, spec.subset);
  return spec.draws ? { ...source, draws: spec.draws } : source;
}

/**
 * The split of one repeat (numbered from 1) of a condition of a study. Throws RangeError if the repeat does not exist.
 */
export function splitOf(spec: SplitSpec, dataset: SplitSource, condition: string, repeat: number): Split {
  const { protocol, seed } = spec;
  const source = drawnSource(spec, dataset);
  const repeats = repeatCount(spec, dataset);
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > repeats) {
    throw new RangeError(`Repeat ${repeat} is not among the repeats 1 … ${repeats}`);
  }
  const place = { seed, condition: conditionIndex(protocol, condition), repeat };
  return declarationOf(protocol).split(protocol, source, place);
}

/** Number of training images and of subjects among them. */
export interface TrainSize {
  readonly images: number;
  readonly subjects: number;
}

/**
 * Number of first repeats that may differ in their numbers of images and subjects; every further repeat matches one of
 * them.
 */
function unlikeSplits({ protocol, subset }: SplitSpec, dataset: SplitSource): number {
  const declared = declarationOf(protocol);
  return (
    declared.unlikeSizes?.(protocol, restrict(dataset, subset)) ??
    declared.period?.(protocol) ??
    splitCount({ protocol, subset }, dataset)
  );
}

/** The distinct sizes of the training sets of a condition. */
export function trainSizes(spec: SplitSpec, dataset: SplitSource, condition: string): TrainSize[] {
  const sizes = new Map<string, TrainSize>();
  const repeats = unlikeSplits(spec, dataset);
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const size = trainSize(spec, dataset, condition, repeat);
    sizes.set(`${size.images} ${size.subjects}`, size);
  }
  return [...sizes.values()];
}

/** The size of the training set of one repeat. */
export function trainSize(spec: SplitSpec, dataset: SplitSource, condition: string, repeat: number): TrainSize {
  const { train } = splitOf(spec, dataset, condition, repeat);
  return { images: train.length, subjects: new Set(Array.from(train, (n) => dataset.labels[n])).size };
}

/** Minimum number of images, over the repeats, that test images of a condition are compared with. */
export function smallestGallery(spec: SplitSpec, dataset: SplitSource, condition: string): number {
  const repeats = unlikeSplits(spec, dataset);
  let fewest = Infinity;
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train, gallery = train } = splitOf(spec, dataset, condition, repeat);
    fewest = Math.min(fewest, gallery.length);
  }
  return fewest;
}

/** n_test / n_train of the given repeats of a condition; see `comparedSizes` and `testToTrainRatio`. */
export function testToTrain(
  spec: SplitSpec,
  dataset: SplitSource,
  condition: string,
  repeats: readonly number[],
): number {
  const distinctRepeats = repeats.slice(
    0,
    declarationOf(spec.protocol).period?.(spec.protocol) === 1 ? 1 : repeats.length,
  );
  return testToTrainRatio(
    distinctRepeats.map((repeat) => comparedSizes(splitOf(spec, dataset, condition, repeat), dataset.labels)),
  );
}

/**
 * What a split tests and learns on, in independent units: images; in verification the subjects, since the pairs of one
 * person are not independent and their number grows with its square. Development pairs count in neither: they choose a
 * threshold, on which equal error rates and areas do not depend.
 */
export function comparedSizes(split: Split, labels: ArrayLike<number>): SplitSizes {
  const { train, test, pairs } = split;
  if (!pairs) return { test: test.length, train: train.length };
  const subjects = (images: Int32Array): number => new Set(Array.from(images, (image) => labels[image])).size;
  return { test: subjects(evaluatedImages(split)), train: subjects(train) };
}

/** Images in all splits of a condition up to which its key is computed from them. */
const MOST_KEYED = 10_000_000;

/**
 * Key that conditions of studies share if they have the same splits, repeat by repeat: of the same images, or of other
 * forms of them with the same subjects and names. Verification and very many splits are keyed by what they are drawn
 * by, others by the images themselves.
 */
export function splitsKey(spec: SplitSpec, dataset: SplitSource, condition: string): string {
  const { protocol, seed, subset, draws } = spec;
  const { comparesPairs, drawsImages } = declarationOf(protocol);
  const { key, listing } = identitiesOf(dataset);
  const count = splitCount(spec, dataset);
  if (!comparesPairs && count * dataset.labels.length <= MOST_KEYED) {
    return hashOf(
      Array.from({ length: count }, (_, i) => namedSplitHash(splitOf(spec, dataset, condition, i + 1), dataset)),
    );
  }
  // A subset may name images by their places.
  const drawn = drawsImages && draws !== 'pixels' && !subset?.images ? key : [listing, dataset.hash];
  return JSON.stringify([protocol, seed, subset ?? null, drawn, conditionIndex(protocol, condition)]);
}

/**
 * SHA-256 (hex) of a split by the identities of its images: equal for the same split of two forms of the same images,
 * in whatever order these are. `dataset`: all images, none excluded.
 */
export function namedSplitHash({ train, test, gallery, pairs }: Split, dataset: SplitSource): string {
  const identities = identitiesOf(dataset);
  const ranks = identityRanks(identities);
  const ranked = (images: Int32Array = new Int32Array()): number[] =>
    Array.from(images, (n) => ranks[n]).sort((a, b) => a - b);
  const firsts = new Map<number, number>();
  identities.order.forEach((image, rank) => {
    if (!firsts.has(dataset.labels[image])) firsts.set(dataset.labels[image], rank);
  });
  // A template stands for its subject, whichever of its images represents it.
  const rankOf = (image: number): number => (pairs!.templates ? firsts.get(dataset.labels[image])! : ranks[image]);
  const lists = [ranked(train), ranked(test), ranked(gallery)];
  for (const { probes, references, genuine } of pairs ? [pairs.evaluation, pairs.development] : []) {
    const rows = Array.from(probes, (probe, at) => [ranks[test[probe]], rankOf(gallery![references[at]]), genuine[at]]);
    lists.push(rows.sort(([a, b], [c, d]) => a - c || b - d).flat());
  }
  return sha256Hex(`${identities.key} ${lists.map((list) => sha256Hex(int32Bytes(list))).join(' ')}`);
}

/**
 * SHA-256 (hex) of a split: the lengths, then the training, test and gallery indices, as 32-bit integers; in
 * verification, evaluation and development pairs follow, each as its length, probes, references and kinds.
 */
export function splitHash({ train, test, gallery, pairs }: Split): string {
  const lengths = [train.length, test.length, ...(gallery ? [gallery.length] : [])];
  const lists = [lengths, train, test, gallery ?? []];
  for (const { probes, references, genuine } of pairs ? [pairs.evaluation, pairs.development] : []) {
    lists.push([probes.length], probes, references, Array.from(genuine));
  }
  return sha256Hex(int32Bytes(lists.flatMap((list) => Array.from(list))));
}
