/** Inner splits are drawn from the training images, whatever else the dataset holds. */
import { describe, expect, it } from 'vitest';
import { stream } from '../../../../src/core/random/stream.ts';
import { innerSplits } from '../../../../src/core/study/cells/innerSelection.ts';

/** Five subjects with four images each; the first two of each are training images. */
const labels = Int32Array.from({ length: 20 }, (_, n) => Math.floor(n / 4));
const train = Int32Array.from(labels.keys()).filter((n) => n % 4 < 2);
const drawn = (images: Int32Array, subjects: Int32Array) =>
  innerSplits(images, subjects, 3, stream(1, 'inner split')).map(({ train, test }) => [[...train], [...test]]);

describe('inner splits', () => {
  const expected = drawn(train, labels);

  it('hold out one training image of each subject and train on the others', () => {
    for (const [rest, held] of expected) {
      expect(held.map((image) => labels[image])).toEqual([0, 1, 2, 3, 4]);
      expect([...rest, ...held].sort((a, b) => a - b)).toEqual([...train]);
    }
    expect(new Set(expected.map(([, held]) => held.join())).size).toBeGreaterThan(1);
  });

  it('are the same where test images of other subjects come first, so that subjects have other numbers', () => {
    const numbers = Int32Array.of(3, 0, 4, 1, 2);
    expect(
      drawn(
        train,
        labels.map((subject) => numbers[subject]),
      ),
    ).toEqual(expected);
  });

  it('are the same where test images are added before the training images', () => {
    const more = Int32Array.from([...Array.from({ length: 7 }, () => 4), ...labels]);
    const shifted = drawn(
      train.map((n) => n + 7),
      more,
    );
    expect(shifted.map((split) => split.map((images) => images.map((n) => n - 7)))).toEqual(expected);
  });
});
