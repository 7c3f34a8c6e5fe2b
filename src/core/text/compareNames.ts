const collator = new Intl.Collator('en', { numeric: true });

/** Orders names with their numbers as numbers: s2 before s10. Equal-looking names fall back to code units. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
