/** Case-insensitive lookup with did-you-mean. */
import { distance } from 'fastest-levenshtein';

/** The one of `all` with this name; where none has it, the only one that has it but for the case. */
export function findNamed<T>(name: string, all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const exact = all.find((one) => nameOf(one) === name);
  if (exact !== undefined) return exact;
  const folded = fold(name);
  const alike = all.filter((one) => fold(nameOf(one)) === folded);
  return alike.length === 1 ? alike[0] : undefined;
}

/** The name itself, or as it is written among the known ones. */
export function canonicalName(name: string, known: readonly string[]): string {
  return findNamed(name, known, (one) => one) ?? name;
}

/** The known name that a mistyped one was most probably to be; null where none is near, a third of its letters. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const folded = fold(name);
  const most = Math.ceil(folded.length / 3);
  const [nearest] = known
    .map((one) => ({ one, away: distance(folded, fold(one)) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return nearest?.one ?? null;
}

/** `; did you mean "glram"?`, else `; the methods are pca, …`, as the end of a sentence on a name that is not known. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const nearest = nearestName(name, known);
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

/** Orders names with their numbers as numbers: s2 before s10. Equal-looking names fall back to code units. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
