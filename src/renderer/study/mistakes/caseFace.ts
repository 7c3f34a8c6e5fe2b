/** A face of a case that a panel shows: a probe, or what a method answered for it. */
export interface CaseFace {
  /** Its position in the dataset. */
  readonly image: number;
  readonly label: string;
  readonly mark?: 'hit' | 'miss';
}
