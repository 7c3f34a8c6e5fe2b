/** Train and test images of every repeat: drawn at random within subjects, or given. */
import { sampleWithoutReplacement } from '../random/sampling.ts';
import { stream } from '../random/stream.ts';
import { repeatCount, trainPerSubject } from './conditions.ts';
import { imagesBySubject, type DatasetFacts } from './dataset.ts';
import { int32Bytes, sha256Hex } from './identity.ts';
import type { Split } from './result.ts';
import type { StudySpec } from './spec.ts';

/**
 * Exactly k images of every subject at random for training, all others for testing. The draw depends on the seed, the
 * dataset, k and the repeat only: methods share it, and neither the order of calls nor other conditions change it.
 * Throws RangeError for a subject with k images or fewer.
 */
export function randomSplit(
  dataset: Pick<DatasetFacts, 'hash' | 'labels' | 'subjects'>,
  seed: number,
  k: number,
  repeat: number,
): Split {
  const random = stream(seed, dataset.hash, 'split', k, repeat);
  const train: number[] = [];
  const test: number[] = [];
  imagesBySubject(dataset).forEach((images, subject) => {
    if (images.length <= k) {
      throw new RangeError(
        `Subject "${dataset.subjects[subject]}" has ${images.length} images; ${k} for training leave none for testing`,
      );
    }
    const chosen = new Set(sampleWithoutReplacement(random, images.length, k));
    images.forEach((image, position) => (chosen.has(position) ? train : test).push(image));
  });
  return ascending(train, test);
}

/** The split of one repeat (numbered from 1) of a condition of a study. Throws RangeError for a repeat it does not have. */
export function splitOf(
  spec: Pick<StudySpec, 'protocol' | 'seed'>,
  dataset: Pick<DatasetFacts, 'hash' | 'labels' | 'subjects'>,
  condition: string,
  repeat: number,
): Split {
  const { protocol } = spec;
  const repeats = repeatCount(protocol);
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > repeats) {
    throw new RangeError(`Repeat ${repeat} is not among the repeats 1 … ${repeats}`);
  }
  if (protocol.kind === 'random') {
    return randomSplit(dataset, spec.seed, trainPerSubject(protocol, condition), repeat);
  }
  const { train, test } = protocol.splits[repeat - 1];
  return ascending(train, test);
}

/** n_test / n_train of a condition, the mean over its repeats. */
export function testToTrain(
  spec: Pick<StudySpec, 'protocol' | 'seed'>,
  dataset: Pick<DatasetFacts, 'hash' | 'labels' | 'subjects'>,
  condition: string,
): number {
  const repeats = repeatCount(spec.protocol);
  let sum = 0;
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train, test } = splitOf(spec, dataset, condition, repeat);
    sum += test.length / train.length;
  }
  return sum / repeats;
}

/** SHA-256 (hex) of a split: both lengths, then the training and the test indices, as 32-bit integers. */
export function splitHash(split: Split): string {
  return sha256Hex(int32Bytes([split.train.length, split.test.length, ...split.train, ...split.test]));
}

function ascending(train: readonly number[], test: readonly number[]): Split {
  return { train: Int32Array.from(train).sort(), test: Int32Array.from(test).sort() };
}
