/** Test images that only one of two methods recognises, counted over the repeats. */

/** One repeat that both methods have finished. */
export interface PredictedSplit {
  readonly repeat: number;
  /** Test images; the predictions are in the same order. */
  readonly test: ArrayLike<number>;
  /** The gallery image that each method matches with a test image. */
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
}

/** A test image that only one of two methods gets right in some repeats. */
export interface DisagreedImage {
  readonly image: number;
  /** Repeats in which it is a test image. */
  readonly tested: number;
  /** Repeats in which only this method is right. */
  readonly times: number;
  /** The earliest of these repeats, and the gallery images that the two methods match there. */
  readonly repeat: number;
  readonly first: number;
  readonly second: number;
}

export interface DisagreedSide {
  /** Cases over all repeats. */
  readonly cases: number;
  /** Most frequent image first. */
  readonly images: readonly DisagreedImage[];
}

export interface Disagreements {
  readonly repeats: number;
  /** Test images of all repeats together. */
  readonly tests: number;
  readonly onlyFirstRight: DisagreedSide;
  readonly onlySecondRight: DisagreedSide;
}

/** `labels`: the subject of every image. */
export function pairDisagreements(splits: readonly PredictedSplit[], labels: ArrayLike<number>): Disagreements {
  const tested = new Map<number, number>();
  const sides = { first: new Map<number, DisagreedImage>(), second: new Map<number, DisagreedImage>() };
  let tests = 0;
  for (const { repeat, test, first, second } of splits) {
    tests += test.length;
    for (let t = 0; t < test.length; t++) {
      const image = test[t];
      tested.set(image, (tested.get(image) ?? 0) + 1);
      const firstRight = labels[first[t]] === labels[image];
      if (firstRight === (labels[second[t]] === labels[image])) continue;
      const side = firstRight ? sides.first : sides.second;
      const entry = side.get(image) ?? { image, tested: 0, times: 0, repeat, first: first[t], second: second[t] };
      side.set(image, { ...entry, times: entry.times + 1 });
    }
  }
  const sideOf = (side: ReadonlyMap<number, DisagreedImage>): DisagreedSide => {
    const images = [...side.values()].map((entry) => ({ ...entry, tested: tested.get(entry.image)! }));
    images.sort((a, b) => b.times - a.times || a.image - b.image);
    return { cases: images.reduce((sum, { times }) => sum + times, 0), images };
  };
  return { repeats: splits.length, tests, onlyFirstRight: sideOf(sides.first), onlySecondRight: sideOf(sides.second) };
}
