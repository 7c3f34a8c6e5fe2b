/** Arrays of a file by name. */

/** An array of any rank as files hold it. */
export interface NamedArray {
  readonly name: string;
  readonly dims: readonly number[];
  /** The index whose neighbours are neighbours in memory: 'first' in MATLAB, 'last' in NumPy. */
  readonly fastest: 'first' | 'last';
  readonly data: Uint8Array | Float64Array;
}

/** Names of arrays that are read, as plain data that another thread understands. */
export interface RequestedNames {
  /** In lower case; upper and lower case count as equal. */
  readonly names: readonly string[];
  readonly patterns: readonly RegExp[];
}

/** True for the name of an array that is read. */
export function isRequested(name: string, { names, patterns }: RequestedNames): boolean {
  return names.includes(name.toLowerCase()) || patterns.some((pattern) => pattern.test(name));
}
