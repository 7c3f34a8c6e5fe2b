/** Loads images and labels for fit and encode from array files, or from a dataset of the workspace. */
import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { csvMatrix, decodeCsv } from '../../../core/formats/tables/csv.ts';
import { columnRoles } from '../../../core/readings/columns.ts';
import { labelNameKind } from '../../../core/readings/labels.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { available } from '../../../core/text/phrases.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { decodeIdx, isIdx } from '../../../core/formats/idx.ts';
import { decodeMat, isMat, type MatVariable } from '../../../core/formats/matlab/matlab.ts';
import { rowMajor } from '../../../core/formats/namedArray.ts';
import { decodeNpy, isNpy } from '../../../core/formats/npy.ts';
import { decodeNpz, decodeNpzSteps } from '../../../core/formats/npz.ts';
import { runSteps } from '../../../core/formats/cooperativeSteps.ts';
import { isZip } from '../../../core/formats/zip.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { matrixStack } from '../../../core/linalg/index.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import { importDataset } from '../../import/index.ts';
import { readLimited } from '../../import/decode/readLimited.ts';
import { Failure, UsageError } from '../errors.ts';
import { fileReason } from '../../disk/fileReason.ts';
import type { Engine } from '../../engine/engine.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../workspace.ts';
import type { Only } from '../declarations/declare.ts';
import { acceptsMissing } from '../../../core/methods/method.ts';
import { allMethods } from '../../../core/methods/registry.ts';

/**
 * Throws FormatError at the first number that is not finite. `missing`, for commands with a method: whether it accepts
 * NaN as a missing pixel; if not, the error lists the methods that do.
 */
export function requireFinite(
  values: Float32Array | Float64Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  missing?: boolean,
): void {
  const index = values.findIndex((value) => !Number.isFinite(value) && !(missing === true && Number.isNaN(value)));
  if (index < 0) return;
  const size = rows * cols;
  const place = `row ${Math.floor((index % size) / cols)}, column ${index % cols}`;
  const message = `expected finite numbers, found ${values[index]} in image ${Math.floor(index / size)} at ${place}`;
  if (missing === undefined || !Number.isNaN(values[index])) throw new FormatError(message);
  throw new FormatError(`${message}; missing pixels (NaN) are for the methods ${takers().join(', ')}`);
}

/** Methods that accept missing pixels. */
function takers(): string[] {
  return allMethods()
    .filter(acceptsMissing)
    .map(({ id }) => id);
}

export interface LoadedImages {
  readonly images: ImageSet;
  /** Subject numbers 0 … K−1; null if the source has none. */
  readonly labels: Int32Array | null;
  /** Facts of a dataset of the workspace. */
  readonly facts?: DatasetFacts;
  /** Planes placed side by side as columns of an image, if the source has N × rows × columns × planes. */
  readonly planes?: number;
}

export interface DataOptions extends WorkspaceOptions {
  readonly data: string;
  readonly variable?: string;
  readonly size?: { readonly rows: number; readonly cols: number };
  /** Vectors attached to the images of a dataset, used instead of its pixels. */
  readonly vectors?: string;
  /** Whether the method accepts NaN as a missing pixel; absent for commands without a method. */
  readonly missing?: boolean;
}

/** A row-major array of a file. */
interface PlainArray {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

const ENDINGS = ['.npy', '.npz', '.mat', '.idx', '.csv'];

/** The images named on the command line. Throws Failure or UsageError with one sentence. */
export async function loadImages<Given extends DataOptions>(options: Only<DataOptions, Given>): Promise<LoadedImages> {
  const { data, size } = options;
  // A folder of images often has the name of the dataset imported from it.
  const isFile = existsSync(data) && !statSync(data).isDirectory();
  if (!isFile && !looksLikeFile(data)) return fromWorkspace(options);
  if (options.vectors !== undefined) throw new UsageError('--vectors is for datasets of the workspace.');
  const bytes = await readBytes(data);
  try {
    if (options.variable === undefined && isDataset(bytes)) return await fromLayout(data, size);
    const array = arrayOf(data, bytes, options.variable);
    const images = imagesOf(array.shape.length === 4 ? planesBeside(array) : array, size);
    requireFinite(images.data, images, options.missing);
    return { images, labels: null, ...(array.shape.length === 4 && { planes: array.shape[3] }) };
  } catch (error) {
    throw named(data, error);
  }
}

/**
 * Labels from a file, one per image, numbered 0 … K−1 in the order of names, numbers by value; negative numbers become
 * −1.
 */
export async function loadLabels(path: string, count: number): Promise<Int32Array> {
  const subjects = await loadSubjects(path, count);
  const names = [...new Set(subjects)].filter((name) => !(Number(name) < 0)).sort(compareNames);
  const number = new Map(names.map((name, i) => [name, i]));
  return Int32Array.from(subjects, (name) => number.get(name) ?? -1);
}

/** Subjects from a file, one per image, as they are written. Throws Failure. */
export async function loadSubjects(path: string, count: number): Promise<readonly string[]> {
  const bytes = await readBytes(path);
  try {
    const { shape, subjects } = isTable(path) ? tableSubjects(bytes, count) : arraySubjects(path, bytes);
    if (subjects.length !== count) {
      throw new FormatError(
        `expected ${count} labels, one per image, found ${shape.join(' × ')}; state a file with as many as images`,
      );
    }
    return subjects;
  } catch (error) {
    throw named(path, error);
  }
}

interface ListedSubjects {
  readonly shape: readonly number[];
  readonly subjects: readonly string[];
}

function arraySubjects(path: string, bytes: Uint8Array): ListedSubjects {
  const { shape, data } = arrayOf(path, bytes, undefined);
  return { shape, subjects: Array.from(data, String) };
}

/** The only column besides numbers of rows, or the only one whose name hints at subjects; a single row counts, too. */
function tableSubjects(bytes: Uint8Array, count: number): ListedSubjects {
  const judged = decodeCsv(bytes);
  // A first name that does not recur looks like the name of the column.
  const { rows, columns, header } = judged.header && judged.rows === count - 1 ? decodeCsv(bytes, 'none') : judged;
  if (rows === 1 && columns.length === count) {
    return { shape: [1, count], subjects: columns.map(({ texts }) => texts()[0]) };
  }
  const { dropped } = columnRoles(columns, { header, besideImages: true });
  const kept = columns.filter((column) => !dropped.includes(column));
  const hinted = kept.filter(({ name }) => header && labelNameKind(name) === 'hinted');
  const [column, ...others] = kept.length > 1 ? hinted : kept;
  if (column === undefined || others.length > 0) {
    const names = columns.map(({ name }) => name).join(', ');
    throw new FormatError(`expected one column of subjects, found ${names}; name one of them "subject"`);
  }
  return { shape: [rows], subjects: column.texts() };
}

function isTable(path: string): boolean {
  return /\.(csv|tsv|txt)$/i.test(path);
}

/** Maximum bytes of a file of arrays, splits or a mask. */
const MAX_FILE = 2 ** 31 - 1;

/** The bytes of a regular file. Throws Failure with one sentence. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readLimited(path, MAX_FILE);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}`);
  }
}

async function fromWorkspace(options: DataOptions): Promise<LoadedImages> {
  return withEngine({ workspace: options.workspace }, async (engine) => {
    const stored = engine.imageSet(options.data);
    if (stored)
      return options.vectors === undefined
        ? stored
        : { ...stored, images: await attached(engine, options.data, options.vectors) };
    const names = (await engine.client.datasets.list()).map((dataset) => `"${dataset.name}"`);
    const others = available(names, 'the workspace has none');
    throw new Failure(`There is no file and no dataset "${options.data}": ${others}.`);
  });
}

/** Throws Failure if the dataset has no vectors of that name. */
async function attached(engine: Engine, dataset: string, name: string): Promise<ImageSet> {
  const { id } = await findDataset(engine, dataset);
  const vectors = engine.attachedVectors(id, name);
  if (vectors) return vectors;
  const names = (await engine.client.datasets.attachments({ id })).map((each) => `"${each.name}"`);
  throw new Failure(`"${dataset}" has no attached vectors "${name}": ${available(names)}.`);
}

/**
 * Reads a file as the import does: in MATLAB files, one image per row of `fea`, pixels stacked by columns, subjects in
 * `gnd`.
 */
async function fromLayout(path: string, size: DataOptions['size']): Promise<LoadedImages> {
  const { images, subjects, release } = await importDataset({ path, size: null });
  requireSize(images, size);
  const values = matrixStack(images.count, images.rows, images.cols, Float64Array.from(images.pixels));
  release?.();
  const number = new Map([...new Set(subjects)].map((subject, i) => [subject, i]));
  return {
    images: values,
    labels: Int32Array.from(subjects, (subject) => number.get(subject) as number),
  };
}

/**
 * Whether only the import reads the file: MATLAB files without a stack, perhaps of unsupported versions, and archives
 * with subjects.
 */
function isDataset(bytes: Uint8Array): boolean {
  if (isMat(bytes)) return !hasStack(bytes);
  return isZip(bytes) && [...runSteps(decodeNpzSteps(bytes)).values()].some((content) => 'values' in content);
}

/** False also for files that this reader cannot read: the import supports more versions, or explains the problem. */
function hasStack(bytes: Uint8Array): boolean {
  try {
    return decodeMat(bytes).variables.some((variable) => isStack(variable));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function isStack({ dims }: MatVariable): boolean {
  return dims.length === 3 || dims.length === 4;
}

/** The array in a file, selected by name if there are several. Throws FormatError or UsageError. */
export function arrayOf(path: string, bytes: Uint8Array, variable: string | undefined): PlainArray {
  if (isMat(bytes)) {
    const variables = new Map(
      decodeMat(bytes, { nested: variable !== undefined }).variables.map((entry) => [entry.name, entry]),
    );
    const stacks = new Map([...variables].filter(([, entry]) => isStack(entry)));
    const { dims, data } = choose(variable === undefined && stacks.size > 0 ? stacks : variables, variable);
    return { shape: dims, data: rowMajor(Float64Array.from(data), dims) };
  }
  if (isZip(bytes)) return choose(decodeNpz(bytes), variable);
  if (variable !== undefined) throw new UsageError('--variable is for .npz and .mat files.');
  if (isNpy(bytes)) return decodeNpy(bytes);
  if (isIdx(bytes)) {
    const { dims, data } = decodeIdx(bytes);
    return { shape: dims, data };
  }
  if (extname(path).toLowerCase() === '.csv') {
    const { rows, cols, data } = csvMatrix(decodeCsv(bytes));
    return { shape: [rows, cols], data };
  }
  throw new FormatError('expected a NumPy, MATLAB, IDX or CSV file, found another format');
}

function choose<T>(arrays: ReadonlyMap<string, T>, name: string | undefined): T {
  const names = [...arrays.keys()].join(', ');
  if (name !== undefined) {
    const array = arrays.get(name);
    if (array === undefined) throw new FormatError(`expected an array "${name}", found ${names || 'none'}`);
    return array;
  }
  const [first, ...others] = arrays.values();
  if (first === undefined) throw new FormatError('expected an array, found none');
  if (others.length > 0) throw new FormatError(`expected one array, found ${names}: choose one with --variable`);
  return first;
}

/** Images of N × rows × columns; N × pixels with the given size, otherwise N vectors (pixels × 1). */
function imagesOf({ shape, data }: PlainArray, size: DataOptions['size']): ImageSet {
  const values = Float64Array.from(data);
  if (shape.length === 3) {
    requireSize({ rows: shape[1], cols: shape[2] }, size);
    return requireImages(matrixStack(shape[0], shape[1], shape[2], values));
  }
  if (shape.length !== 2) {
    throw new FormatError(
      `expected N × rows × columns, N × rows × columns × planes or N × pixels, found ${shape.join(' × ') || 'a single number'}`,
    );
  }
  const { rows, cols } = size ?? { rows: shape[1], cols: 1 };
  if (rows * cols !== shape[1]) {
    throw new FormatError(`expected ${rows} × ${cols} = ${rows * cols} pixels per image, found ${shape[1]}`);
  }
  return requireImages(matrixStack(shape[0], rows, cols, values));
}

/** Converts N × rows × columns × planes to N × rows × (planes · columns): planes (colours, frames) side by side. */
function planesBeside({ shape, data }: PlainArray): PlainArray {
  const [count, rows, cols, planes] = shape;
  const result = new Float64Array(data.length);
  for (let line = 0, i = 0; line < count * rows; line++) {
    for (let c = 0; c < cols; c++) {
      for (let p = 0; p < planes; p++, i++) result[(line * planes + p) * cols + c] = data[i];
    }
  }
  return { shape: [count, rows, planes * cols], data: result };
}

function requireSize(images: { rows: number; cols: number }, size: DataOptions['size']): void {
  if (!size || (size.rows === images.rows && size.cols === images.cols)) return;
  throw new FormatError(`expected images of ${size.rows} × ${size.cols}, found ${images.rows} × ${images.cols}`);
}

function requireImages(images: ImageSet): ImageSet {
  if (images.data.length === 0) {
    throw new FormatError(`expected images, found ${images.count} of ${images.rows} × ${images.cols}`);
  }
  return images;
}

function looksLikeFile(name: string): boolean {
  return /[\\/]/.test(name) || ENDINGS.includes(extname(name).toLowerCase());
}

function named(path: string, error: unknown): unknown {
  return error instanceof UsageError ? error : new Failure(`${basename(path)}: ${(error as Error).message}`);
}
