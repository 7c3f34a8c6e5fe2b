/** What MAT-files hold, whatever their level. */

export interface MatVariable {
  /** Of a field of a structure "data.fea". */
  readonly name: string;
  /** MATLAB class: double, single, int8, uint8 … uint64, logical. */
  readonly type: string;
  readonly dims: readonly number[];
  /** Column-major (first index fastest) as in the file. Bytes for uint8 and logical, float64 for every other class. */
  readonly data: Uint8Array | Float64Array;
}

/** A character matrix as one text a row. */
export interface MatText {
  readonly name: string;
  readonly rows: readonly string[];
}

export interface MatFile {
  readonly variables: readonly MatVariable[];
  readonly texts: readonly MatText[];
  /**
   * Variables that hold no full real numeric array and no text: sparse and complex arrays, mixed cells and the like.
   */
  readonly skipped: readonly { readonly name: string; readonly type: string }[];
}

/** A variable that can be read, by its head alone. */
export interface MatEntry {
  readonly name: string;
  readonly dims: readonly number[];
  readonly kind: 'numbers' | 'text';
}
