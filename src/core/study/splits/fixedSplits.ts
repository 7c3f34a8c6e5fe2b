/** Splits without chance: by order, by attribute, one image at a time. */
import { attributeValues, imagesBySubject, includedImages, type SplitSource } from '../../dataset.ts';
import type { Split } from '../../protocols/split.ts';

/** The first k images of every subject for training. Throws RangeError for a subject with k images or fewer. */
export function firstSplit(dataset: SplitSource, k: number): Split {
  const train = imagesBySubject(dataset).flatMap((images, subject) => {
    if (images.length > 0 && images.length <= k) {
      throw new RangeError(
        `Subject "${dataset.subjects[subject]}" has ${images.length} images; ${k} for training leave none for testing`,
      );
    }
    return images.slice(0, k);
  });
  return without(dataset, train);
}

/** Images whose attribute has one of `train` for training, of `test` (absent: any other value) for testing. */
export function valuesSplit(
  dataset: SplitSource,
  attribute: string,
  train: readonly string[],
  test?: readonly string[],
): Split {
  const images = includedImages(dataset);
  const value = (image: number): string | undefined => dataset.attributes?.[image]?.[attribute];
  const has = (list: readonly string[]) => (image: number) => list.includes(value(image) ?? '');
  const tested = test ? has(test) : (image: number) => value(image) !== undefined && !has(train)(image);
  return { train: Int32Array.from(images.filter(has(train))), test: Int32Array.from(images.filter(tested)) };
}

/** All values of the attribute but one for training; repeat r holds out the r-th value. Images without a value stay out. */
export function leaveValueOutSplit(dataset: SplitSource, attribute: string, repeat: number): Split {
  const values = attributeValues(dataset, attribute);
  const held = values[repeat - 1];
  return valuesSplit(
    dataset,
    attribute,
    values.filter((value) => value !== held),
    [held],
  );
}

/** The image with this number (from 1) among those that take part for testing, all others for training. */
export function leaveOneOutSplit(dataset: SplitSource, repeat: number): Split {
  const images = includedImages(dataset);
  const held = images[repeat - 1];
  return { train: Int32Array.from(images.filter((image) => image !== held)), test: Int32Array.of(held) };
}

function without(dataset: SplitSource, train: readonly number[]): Split {
  const chosen = new Set(train);
  return {
    train: Int32Array.from(train).sort(),
    test: Int32Array.from(includedImages(dataset).filter((image) => !chosen.has(image))),
  };
}
