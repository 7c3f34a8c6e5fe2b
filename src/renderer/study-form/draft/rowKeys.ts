/** Keys that keep the rows of the form apart while they are added and removed; no part of a spec. */
let last = 0;

/** A key that no row of this page has. */
export function nextKey(): number {
  return ++last;
}
