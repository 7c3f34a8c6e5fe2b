/** A condition of a study. */

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
