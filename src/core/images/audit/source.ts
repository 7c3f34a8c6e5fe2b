/** Images one by one, so that an audit needs no memory for all of them. */
export interface AuditSource {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  /** Grey values of image n, row by row; the array may be used again for the next one. */
  readonly read: (n: number) => Float64Array;
  /** Subject of image n. */
  readonly subjects: readonly string[];
}
