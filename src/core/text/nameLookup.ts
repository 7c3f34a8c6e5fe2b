/** Case-insensitive lookup with did-you-mean. */
import { distance } from 'fastest-levenshtein';

/** The element of `all` with this name; failing that, the only case-insensitive match. */
export function findNamed<T>(name: string, all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const exact = all.find((one) => nameOf(one) === name);
  if (exact !== undefined) return exact;
  const folded = fold(name);
  const alike = all.filter((one) => fold(nameOf(one)) === folded);
  return alike.length === 1 ? alike[0] : undefined;
}

/** The name itself, or its spelling in `names`. */
export function canonicalName(name: string, names: readonly string[]): string {
  return findNamed(name, names, (one) => one) ?? name;
}

/** The nearest of `names` to a mistyped one; null if none is within a third of its letters. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const folded = fold(name);
  const most = Math.ceil(folded.length / 3);
  const [nearest] = names
    .map((one) => ({ one, away: distance(folded, fold(one)) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return nearest?.one ?? null;
}

/** `; did you mean "glram"?`, else `; the methods are pca, …`, to end a sentence on an unknown name. */
export function didYouMean(name: string, names: readonly string[], otherwise: string): string {
  const nearest = nearestName(name, names);
  return nearest === null ? `; ${otherwise}.` : `; did you mean "${nearest}"?`;
}

function fold(name: string): string {
  return name.normalize('NFC').toLocaleLowerCase('en');
}

/** The name, with a number appended if it is taken. */
export function unusedName(all: readonly { readonly name: string }[], name: string): string {
  const taken = new Set(all.map((each) => each.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number++;
  return `${name} ${number}`;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Natural order: numbers in names compare as numbers, s2 before s10. Ties fall back to code units. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
