/** External vectors, one per image of a dataset: joined by order, file name or position. */
import { MOST_NUMBERS } from '../features/attachedVectors.ts';
import { csvMatrix, decodeCsv } from '../formats/tables/csv.ts';
import { FormatError } from '../formats/formatError.ts';
import { decodeNpy, isNpy } from '../formats/npy.ts';
import { decodeNpzSteps } from '../formats/npz.ts';
import { runSteps } from '../formats/cooperativeSteps.ts';
import { isZip } from '../formats/zip.ts';
import { problemCollector, abbreviatedList } from './problemCollector.ts';
import { imageLookup } from './names.ts';
import type { ResultFile } from './importTarget.ts';

/** Vectors in the order of the dataset, row-major. */
export interface JoinedVectors {
  readonly length: number;
  readonly values: Float64Array;
  readonly by: 'order' | 'file name or position';
}

interface Vectors {
  readonly count: number;
  readonly length: number;
  readonly values: ArrayLike<number>;
  /** File name or position of each vector; null: in the order of the dataset. */
  readonly images: readonly string[] | null;
}

/**
 * The vectors of a NumPy file (N × length), of an archive with such an array and, for another order, texts or numbers
 * that name the images, or of a table whose first column names them. Throws FormatError, and InvalidInputError for
 * missing, duplicate or unknown images and for non-finite numbers.
 */
export function joinVectors({ name, bytes }: ResultFile, files: readonly string[]): JoinedVectors {
  const { count, length, values, images } = vectorsOf(bytes);
  const problems = problemCollector(name);
  if (length < 1 || length > MOST_NUMBERS)
    problems.add(`expected vectors of 1 to ${MOST_NUMBERS} numbers, found ${length}.`);
  problems.done();
  const wrong = Array.prototype.findIndex.call(values, (value: number) => !Number.isFinite(value));
  if (wrong >= 0) {
    problems.add(
      `expected finite numbers, found ${values[wrong]} in row ${Math.floor(wrong / length)}, column ${wrong % length}.`,
    );
  }
  if (images === null) {
    if (count !== files.length) {
      problems.add(
        `expected ${files.length} vectors in the order of the images, found ${count}; name the images to leave some out or to reorder them.`,
      );
    }
    problems.done();
    return { length, values: Float64Array.from(values), by: 'order' };
  }
  const imageOf = imageLookup(images, { files });
  const places = images.map(imageOf);
  const unknown = images.filter((_, row) => places[row] === null);
  const rows = new Map<number, number>();
  const twice: string[] = [];
  places.forEach((place, row) => {
    if (place === null) return;
    if (rows.has(place)) twice.push(images[row]);
    rows.set(place, row);
  });
  const missing = files.filter((_, place) => !rows.has(place));
  if (twice.length > 0) problems.add(`it has images twice: ${abbreviatedList(twice)}.`);
  if (missing.length > 0)
    problems.add(`it lacks ${missing.length} of ${files.length} images: ${abbreviatedList(missing)}.`);
  // Additional images, such as those excluded from the dataset, do no harm.
  if (missing.length > 0 && unknown.length > 0)
    problems.add(`it has images that are not in the dataset: ${abbreviatedList(unknown)}.`);
  problems.done();
  const joined = new Float64Array(files.length * length);
  for (const [place, row] of rows)
    for (let i = 0; i < length; i++) joined[place * length + i] = values[row * length + i];
  return { length, values: joined, by: 'file name or position' };
}

function vectorsOf(bytes: Uint8Array): Vectors {
  if (isNpy(bytes)) return matrixOf('the array', decodeNpy(bytes), null);
  if (isZip(bytes)) return fromArchive(bytes);
  const { columns, rows, header } = decodeCsv(bytes);
  const [first] = columns;
  const named = first.kind === 'text' || (header && /^(image|file|index|position|key)$/i.test(first.name));
  const numbers = columns.slice(named ? 1 : 0);
  const text = numbers.find(({ kind }) => kind === 'text');
  if (text !== undefined) throw new FormatError(`expected numbers in column "${text.name}", found text`);
  const values = numbers.length === 0 ? [] : csvMatrix({ rows, columns: numbers }).data;
  return { count: rows, length: numbers.length, values, images: named ? first.texts() : null };
}

function fromArchive(bytes: Uint8Array): Vectors {
  const contents = [...runSteps(decodeNpzSteps(bytes))];
  const matrices = contents.flatMap(([name, content]) =>
    'data' in content && content.shape.length === 2 ? [{ name, content }] : [],
  );
  const names = contents.flatMap(([, content]): string[][] => {
    if ('values' in content) return [[...content.values]];
    return content.shape.length === 1 ? [Array.from(content.data as ArrayLike<number>, String)] : [];
  });
  const arrayNames = contents.map(([name]) => name).join(', ');
  if (matrices.length !== 1 || names.length > 1) {
    throw new FormatError(
      `expected one array of vectors (N × length) and at most one list that names their images, found ${arrayNames}`,
    );
  }
  const [{ name, content }] = matrices;
  return matrixOf(`"${name}"`, content, names[0] ?? null);
}

function matrixOf(
  name: string,
  { shape, data }: { readonly shape: readonly number[]; readonly data: ArrayLike<number> },
  images: readonly string[] | null,
): Vectors {
  if (shape.length !== 2) throw new FormatError(`${name} must be N × length, found ${shape.join(' × ')}`);
  if (images && images.length !== shape[0]) {
    throw new FormatError(`expected a name for each of ${shape[0]} vectors, found ${images.length}`);
  }
  return { count: shape[0], length: shape[1], values: data, images };
}
