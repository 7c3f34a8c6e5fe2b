/** The images of one repeat. */

/** Train and test images of one repeat, 0-based indices, each list ascending. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
  /** What test images are compared with where that is not the training images: their subjects are others. */
  readonly gallery?: Int32Array;
}
