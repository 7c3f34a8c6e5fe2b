/** The images of one repeat, and the comparisons of verification. */
import { z } from 'zod';
import type { SplitSource } from '../dataset.ts';

/** Columns of equal length, one entry per comparison. */
export interface PairList {
  /** Indices into the list of test images. */
  readonly probes: Int32Array;
  /** Indices into the gallery. */
  readonly references: Int32Array;
  /** 1: genuine, both have the same identity; 0: impostor. */
  readonly genuine: Uint8Array;
}

/** Criterion for the threshold: the fewest errors, or equal rates of both kinds of error. */
export type ThresholdRule = 'fewest errors' | 'equal rates';

export interface SplitPairs {
  /** The comparisons that are evaluated. */
  readonly evaluation: PairList;
  /** The comparisons that choose the threshold. */
  readonly development: PairList;
  readonly threshold: ThresholdRule;
  /** A reference represents its subject: a probe is compared with all its gallery images. */
  readonly templates?: true;
}

/** Train and test images of one repeat, 0-based indices, each list ascending. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
  /** What test images are compared with, unless with the training images; their subjects are different. */
  readonly gallery?: Int32Array;
  /** The comparisons of verification, which also has a gallery. Absent: every test image is recognised. */
  readonly pairs?: SplitPairs;
  /** Open set: test images may be of subjects without a training (gallery) image, and should then be rejected. */
  readonly open?: true;
}

// A condition of a study.

/** One condition of a protocol; one column of the table. */
export interface Condition {
  /** Stable key, e.g. "k=2" or "explicit". */
  readonly key: string;
  /** Column heading, e.g. "k = 2". */
  readonly title: string;
  /** The parts of a composite title: training images, perturbation, dataset and measure. */
  readonly parts?: {
    readonly training: string;
    readonly perturbation: string;
    readonly dataset?: string;
    readonly measure?: string;
    /** Hash of the dataset; studies with equal hashes have the same images. */
    readonly images?: string;
  };
}

// A predefined split: its images by 0-based index.

const indices = (least: number) => z.array(z.int().min(0)).min(least);

/** With a gallery, the model is fitted to `train` and the test images are compared with the gallery. */
export const predefinedSplitSchema = z.strictObject({
  train: indices(2),
  test: indices(1),
  gallery: indices(1).optional(),
});

export type PredefinedSplit = z.infer<typeof predefinedSplitSchema>;

/** Whether a split tests exactly its training images, in any order. */
export function testsTraining({ train, test, gallery }: PredefinedSplit): boolean {
  const trained = new Set(train);
  return gallery === undefined && test.length === train.length && test.every((image) => trained.has(image));
}

/** The images used by a split, in ascending order. */
export function takenImages({ train, test, gallery }: PredefinedSplit, { labels }: Pick<SplitSource, 'labels'>): Split {
  const taking = (images: readonly number[]): Int32Array<ArrayBuffer> =>
    Int32Array.from(images.filter((image) => labels[image] !== -1)).sort();
  return { train: taking(train), test: taking(test), ...(gallery && { gallery: taking(gallery) }) };
}
