/** Folders with a list of their images: `images.csv` with the columns file and subject, as the export writes it. */
import { join } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { NO_JUDGEMENT } from '../../../core/readings/reading.ts';
import { decodeCsvRows } from '../../../core/formats/tables/csv.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { unescapeFormula } from '../../../core/formats/tables/cellText.ts';
import { readLimited, type Within } from '../decode/readLimited.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import type { ImageRecipe, NamedFiles } from '../source.ts';
import { ImportError } from '../types.ts';

export const LIST = 'images.csv';

/** Column of the original file names. */
export const ORIGINAL = 'original';

/** Optional prefix of attribute headings that distinguishes them from the other columns. */
export const ATTRIBUTE = 'attribute_';

const MAX_FILE = 64 * 2 ** 20;

/**
 * The images of the list in its order; null without a list, or if the recipe states a layout or pattern. Listed files
 * that are missing, and files that are not listed, become problems. Throws ImportError for a list without columns.
 */
export async function listedSource(
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
  recipe: ImportRecipe,
  within: Within,
): Promise<NamedFiles | null> {
  if (!files.includes(LIST) || recipe.layout !== undefined || recipe.pattern !== undefined) return null;
  const { header, rows } = await readList(join(root, LIST), within);
  const headings = header.map((heading) => heading.trim());
  const [fileAt, subjectAt] = [headings.indexOf('file'), headings.indexOf('subject')];
  if (fileAt < 0 || subjectAt < 0) return null;
  const attributes = headings.flatMap((heading, at) =>
    [fileAt, subjectAt].includes(at) || heading === ORIGINAL ? [] : [{ name: nameOf(heading), at }],
  );
  // Accepts only files that the walk has listed: a list cannot refer outside the folder.
  const there = new Set(files);
  const recipes: ImageRecipe[] = [];
  const absent: ImportProblem[] = [];
  for (const cells of rows) {
    const file = cells[fileAt];
    const entries = attributes.map(({ name, at }) => [name, cells[at]]).filter(([, value]) => value !== '');
    if (there.delete(file)) recipes.push({ file, subject: cells[subjectAt], attributes: Object.fromEntries(entries) });
    else absent.push({ file, reason: `${LIST} names it (again), but it is not there` });
  }
  if (recipes.length === 0) throw new ImportError(`${LIST} names no file that is there.`);
  const strays = files
    .filter((file) => there.has(file) && hasImageExtension(file))
    .map((file) => ({ file, reason: `${LIST} does not name it` }));
  return {
    kind: 'files',
    layout: 'list',
    title: `Listed in ${LIST}`,
    pattern: LIST,
    root,
    recipes,
    unmatched: strays.map(({ file }) => file),
    problems: [...problems, ...absent, ...strays],
    ...NO_JUDGEMENT,
  };
}

function nameOf(heading: string): string {
  return heading.startsWith(ATTRIBUTE) ? heading.slice(ATTRIBUTE.length) : heading;
}

async function readList(
  path: string,
  within: Within,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }> {
  try {
    const { header, rows } = decodeCsvRows(await readLimited(path, MAX_FILE, undefined, within));
    return { header: header.map(unescapeFormula), rows: rows.map(({ cells }) => cells.map(unescapeFormula)) };
  } catch (error) {
    if (error instanceof FormatError) throw new ImportError(`${LIST}: ${error.message}.`);
    throw error;
  }
}
