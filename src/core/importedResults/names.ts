/** Maps names of images, subjects, conditions and repeats in a file to those of the study. */
import { FormatError } from '../formats/formatError.ts';
import { unescapeFormula } from '../formats/tables/cellText.ts';
import { slug } from '../report/slug.ts';
import type { ImportTarget } from './importTarget.ts';

/** The index that a text stands for, or null. */
export type Lookup = (text: string) => number | null;

const WHOLE = /^\d+$/;

/**
 * Positions from 0 if every text is an integer and not all of them are file names; otherwise file names: as in the
 * dataset, or without folder or extension if that is unambiguous.
 */
export function imageLookup(texts: Iterable<string>, { files }: Pick<ImportTarget, 'files'>): Lookup {
  const exact = uniquePlaces(files, (file) => file);
  const given = [...new Set(texts)];
  const positions = given.every((text) => WHOLE.test(text)) && !given.every((text) => exact.get(text) !== undefined);
  if (positions) return (text) => (Number(text) < files.length ? Number(text) : null);
  const bare = uniquePlaces(files, (file) => file.replace(/\.[^./\\]*$/, ''));
  const base = uniquePlaces(files, (file) => file.replace(/^.*[/\\]/, ''));
  return (text) => {
    const name = unescapeFormula(text).replaceAll('\\', '/').replace(/^\.\//, '');
    return exact.get(name) ?? exact.get(text) ?? bare.get(name) ?? base.get(name) ?? null;
  };
}

/**
 * Names of subjects if every text is one, with or without the apostrophe that keeps spreadsheets from running it;
 * otherwise, if all are integers, names as numbers (1 for "001") or indices in the dataset's list, whichever all of
 * them can be and `fits` accepts. Throws FormatError if both are possible.
 */
export function subjectLookup(
  texts: Iterable<string>,
  { facts: { subjects } }: Pick<ImportTarget, 'facts'>,
  fits: (lookup: Lookup) => boolean = () => true,
): Lookup {
  const byName = new Map(subjects.map((name, number) => [name, number]));
  const named: Lookup = (text) => byName.get(unescapeFormula(text)) ?? byName.get(text) ?? null;
  const given = [...new Set(texts)];
  if (given.every((text) => named(text) !== null) || !given.every((text) => WHOLE.test(text))) return named;
  const byNumber = uniquePlaces(subjects, (name) => (WHOLE.test(name) ? String(BigInt(name)) : name));
  const numbered: Lookup = (text) => byNumber.get(String(BigInt(text))) ?? null;
  const placed: Lookup = (text) => (Number(text) < subjects.length ? Number(text) : null);
  const possible = [numbered, placed].filter((lookup) => given.every((text) => lookup(text) !== null) && fits(lookup));
  if (possible.length < 2) return possible[0] ?? placed;
  const [first] = given;
  throw new FormatError(
    `expected names of subjects as in the dataset, such as "${subjects[numbered(first)!]}", found "${first}", which may ` +
      'be that name or a number from 0: write the names, or add a column "label" with the subject of every image',
  );
}

/** The key of a condition by its key or title; blanks are ignored. */
export function conditionKey(text: string, { conditions }: Pick<ImportTarget, 'conditions'>): string | null {
  const plain = (name: string): string => name.replace(/\s/g, '').toLowerCase();
  const match = conditions.find(({ key, title }) => plain(key) === plain(text) || plain(title) === plain(text));
  return match?.key ?? null;
}

/**
 * Condition and repeat from the path of a file: `<condition>/<repeat>.txt`, as in the splits for MATLAB. Either may be
 * missing if the study has only one. Null if the path does not determine them.
 */
export function splitOfPath(
  path: string,
  study: Pick<ImportTarget, 'conditions' | 'repeats'>,
): { readonly condition: string; readonly repeat: number } | null {
  const parts = path.replaceAll('\\', '/').split('/');
  const stem = parts[parts.length - 1].replace(/\.[^.]*$/, '');
  const folder = parts[parts.length - 2];
  const named = study.conditions.find(({ key }) => folder !== undefined && (folder === key || folder === slug(key)));
  const condition = named ?? (study.conditions.length === 1 ? study.conditions[0] : undefined);
  const repeat = WHOLE.test(stem) ? Number(stem) : study.repeats === 1 ? 1 : 0;
  if (!condition || repeat < 1 || repeat > study.repeats) return null;
  return { condition: condition.key, repeat };
}

/** Indices of texts that occur once. */
function uniquePlaces(texts: readonly string[], key: (text: string) => string): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  texts.forEach((text, place) => {
    const name = key(text);
    places.set(name, places.has(name) ? undefined : place);
  });
  return places;
}
