/** The images of one repeat, and the comparisons of verification. */
import { z } from 'zod';
import type { SplitSource } from '../dataset.ts';

/** Columns of one length, an entry per comparison. */
export interface PairList {
  /** Places in the list of test images. */
  readonly probes: Int32Array;
  /** Places in the gallery. */
  readonly references: Int32Array;
  /** 1: both are of one identity; 0: impostor. */
  readonly genuine: Uint8Array;
}

/** What the threshold of decisions is chosen by: the fewest errors, or equal rates of both kinds of error. */
export type ThresholdRule = 'fewest errors' | 'equal rates';

export interface SplitPairs {
  /** What is counted and measured. */
  readonly evaluation: PairList;
  /** What the threshold is chosen on. */
  readonly development: PairList;
  readonly threshold: ThresholdRule;
  /** A reference stands for its subject: a probe is compared with all gallery images of it. */
  readonly templates?: true;
}

/** Train and test images of one repeat, 0-based indices, each list ascending. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
  /** What test images are compared with where that is not the training images: their subjects are others. */
  readonly gallery?: Int32Array;
  /** Of verification, where a gallery is there too: the comparisons. Absent: every test image is recognised. */
  readonly pairs?: SplitPairs;
  /** Test images of subjects without a training (gallery) image belong there: they are to be turned away. */
  readonly open?: true;
}

// A condition of a study.

/** One condition of a protocol; a column of the table. */
export interface Condition {
  /** Stable key, e.g. "k=2" or "explicit". */
  readonly key: string;
  /** Shown above the column, e.g. "k = 2". */
  readonly title: string;
  /** The parts of a title that has several: of the training images, of the perturbation, of dataset and measure. */
  readonly parts?: {
    readonly training: string;
    readonly perturbation: string;
    readonly dataset?: string;
    readonly measure?: string;
    /** Hash of the dataset, by which studies of the same images are told. */
    readonly images?: string;
  };
}

// One predefined split: its images by 0-based index.

const indices = (least: number) => z.array(z.int().min(0)).min(least);

/** With a gallery, the model is fitted to `train` and the test images are compared with the gallery. */
export const givenSplitSchema = z.strictObject({
  train: indices(2),
  test: indices(1),
  gallery: indices(1).optional(),
});

export type GivenSplit = z.infer<typeof givenSplitSchema>;

/** Whether a split tests its training images, all of them and no others, in any order. */
export function testsTraining({ train, test, gallery }: GivenSplit): boolean {
  const trained = new Set(train);
  return gallery === undefined && test.length === train.length && test.every((image) => trained.has(image));
}

/** The images of a split that take part, in ascending order. */
export function takenImages({ train, test, gallery }: GivenSplit, { labels }: Pick<SplitSource, 'labels'>): Split {
  const taking = (images: readonly number[]): Int32Array<ArrayBuffer> =>
    Int32Array.from(images.filter((image) => labels[image] !== -1)).sort();
  return { train: taking(train), test: taking(test), ...(gallery && { gallery: taking(gallery) }) };
}
