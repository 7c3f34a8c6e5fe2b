/** The images of one repeat, and the comparisons of verification. */

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
