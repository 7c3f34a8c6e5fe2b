/** Train and test images of every repeat: drawn at random, taken in order or by attribute, or given. */
import { mean } from '../../stats/describe.ts';
import { conditionIndex, repeatCount, splitCount } from '../spec/conditions.ts';
import { imagesBySubject, restrict, type SplitSource } from '../../dataset.ts';
import { splitDraw } from './draws.ts';
import { foldSplit, gallerySplit, randomSplit } from './drawnSplits.ts';
import { firstSplit, leaveOneOutSplit, leaveValueOutSplit, valuesSplit } from './fixedSplits.ts';
import { int32Bytes, sha256Hex } from '../../identity.ts';
import type { Split } from '../../protocols/split.ts';
import type { StudySpec } from '../spec/spec.ts';

export { randomSplit } from './drawnSplits.ts';

/** The part of a spec that splits depend on. */
export type SplitSpec = Pick<StudySpec, 'protocol' | 'seed' | 'subset'>;

/** The split of one repeat (numbered from 1) of a condition of a study. Throws RangeError for a repeat it does not have. */
export function splitOf(spec: SplitSpec, dataset: SplitSource, condition: string, repeat: number): Split {
  const { protocol, seed } = spec;
  const source = restrict(dataset, spec.subset);
  const repeats = repeatCount(spec, dataset);
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > repeats) {
    throw new RangeError(`Repeat ${repeat} is not among the repeats 1 … ${repeats}`);
  }
  const index = conditionIndex(protocol, condition);
  switch (protocol.kind) {
    case 'random':
      return randomSplit(source, seed, protocol.trainPerSubject[index], repeat);
    case 'explicit': {
      const { train, test, gallery } = protocol.splits[splitDraw(protocol, repeat).split - 1];
      const taking = (images: readonly number[]): Int32Array<ArrayBuffer> =>
        Int32Array.from(spec.subset ? images.filter((image) => source.labels[image] >= 0) : images).sort();
      return { train: taking(train), test: taking(test), ...(gallery && { gallery: taking(gallery) }) };
    }
    case 'first':
      return firstSplit(source, protocol.trainPerSubject[index]);
    case 'attribute':
      return valuesSplit(source, protocol.attribute, protocol.splits[index].train, protocol.splits[index].test);
    case 'leave-one-value-out':
      return leaveValueOutSplit(source, protocol.attribute, repeat);
    case 'k-fold':
      return foldSplit(source, seed, protocol.folds, repeat);
    case 'leave-one-out':
      return leaveOneOutSplit(source, repeat);
    case 'gallery':
      return gallerySplit(source, seed, protocol.worldSubjects, protocol.galleryPerSubject[index], repeat);
  }
}

/** Number of training images and of subjects among them. */
export interface TrainSize {
  readonly images: number;
  readonly subjects: number;
}

/** Every further repeat is, in numbers of images and subjects, like one of so many first ones. */
function unlikeSplits(spec: SplitSpec, dataset: SplitSource): number {
  const { protocol } = spec;
  switch (protocol.kind) {
    case 'random':
    case 'leave-one-out':
      return 1;
    case 'k-fold':
      // Which places in the rows of subjects a fold takes is the same in every draw.
      return protocol.folds;
    case 'gallery': {
      const groups = imagesBySubject(restrict(dataset, spec.subset)).filter((images) => images.length > 0);
      return groups.every(({ length }) => length === groups[0].length) ? 1 : splitCount(spec, dataset);
    }
    default:
      return splitCount(spec, dataset);
  }
}

/** The different sizes of the training sets of a condition. */
export function trainSizes(spec: SplitSpec, dataset: SplitSource, condition: string): TrainSize[] {
  const sizes = new Map<string, TrainSize>();
  const repeats = unlikeSplits(spec, dataset);
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train } = splitOf(spec, dataset, condition, repeat);
    const size = { images: train.length, subjects: new Set(Array.from(train, (n) => dataset.labels[n])).size };
    sizes.set(`${size.images} ${size.subjects}`, size);
  }
  return [...sizes.values()];
}

/** Images that test images are compared with in a condition: the fewest of any repeat. */
export function smallestGallery(spec: SplitSpec, dataset: SplitSource, condition: string): number {
  const repeats = unlikeSplits(spec, dataset);
  let fewest = Infinity;
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train, gallery = train } = splitOf(spec, dataset, condition, repeat);
    fewest = Math.min(fewest, gallery.length);
  }
  return fewest;
}

/** n_test / n_train of a condition, the mean over some of its repeats; 0 without any. */
export function testToTrain(
  spec: SplitSpec,
  dataset: SplitSource,
  condition: string,
  repeats: readonly number[],
): number {
  // All random draws of a condition have the same sizes.
  const asked = spec.protocol.kind === 'random' ? repeats.slice(0, 1) : repeats;
  const ratios = asked.map((repeat) => {
    const { train, test } = splitOf(spec, dataset, condition, repeat);
    return test.length / train.length;
  });
  return ratios.length === 0 ? 0 : mean(ratios);
}

/** SHA-256 (hex) of a split: the lengths, then the training, test and gallery indices, as 32-bit integers. */
export function splitHash({ train, test, gallery }: Split): string {
  const lengths = [train.length, test.length, ...(gallery ? [gallery.length] : [])];
  return sha256Hex(int32Bytes([...lengths, ...train, ...test, ...(gallery ?? [])]));
}
