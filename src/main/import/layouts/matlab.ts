/**
 * MATLAB files of papers on subspace learning: a matrix of stacked pixels and a vector of labels, also as fields of a
 * structure; a stack or a cell array of images.
 */
import { basename } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { decodeMatSteps, isMat, listMat, type MatFile, type MatVariable } from '../../../core/formats/matlab/matlab.ts';
import { readContentHead, readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { FileLayout, Watch } from '../source.ts';
import type { Stacking } from '../decode/stacked.ts';
import { ImportError } from '../types.ts';
import { arraySource, squareShape, type ShapeRule } from './arraySource.ts';
import { coloursIn, describedBy, requireDescribed, type NamedText } from './exportedAttributes.ts';
import { isHdf5, listHdf5, readHdf5 } from './hdf5.ts';
import { pieAttributes } from './pie.ts';
import { joinedDigits, orderedImages } from './roweis.ts';
import { requestedNames, IMAGE_NAMES, LABEL_NAMES, labelsOf, lastName, listed, pickNested } from './namedArrays.ts';
import { isRequested, type NamedArray } from '../../../core/formats/namedArray.ts';

const MAX_FILE = 2 * 2 ** 30;

/** Bytes of MATLAB's header. */
const HEAD = 128;

export const matlab: FileLayout = {
  id: 'matlab',
  accepts: (name, head) => /\.mat$/i.test(name) || isMat(head) || isHdf5(head),
  async open(path, recipe, watch) {
    const file = basename(path);
    const { arrays, texts, names, skipped } = isHdf5(await readContentHead(path, HEAD))
      ? { ...(await readHdf5(path, requestedNames(recipe), watch)), skipped: [] }
      : await readLevel5(path, recipe, watch);
    const picked = pickNested(arrays, recipe.variable, IMAGE_NAMES);
    const digits = picked === null && recipe.variable === undefined ? joinedDigits(file, arrays) : null;
    const images = picked ?? digits?.images ?? null;
    if (images === null) throw noImages(file, recipe, names, skipped);
    const named = pickNested(texts, recipe.labels, ['subjects'], images.name);
    const labels = named ?? pickNested(arrays, recipe.labels, LABEL_NAMES, images.name);
    if (labels === null && recipe.labels !== undefined) {
      throw new ImportError(
        `--labels ${recipe.labels}: ${file} holds no such variable of numbers or text; ${describeVariables(names)}.`,
      );
    }
    const title = `MATLAB ${images.name}${labels === null ? '' : `/${labels.name}`}`;
    const content = { layout: 'matlab', file, title, ...describedBy(texts) };
    const ordered = digits ?? (labels === null ? orderedImages(images) : null);
    const source = await runInTimeSlices(
      ordered === null
        ? arraySource({ ...content, images, labels: labels && subjectsOf(file, labels) }, recipe, shapeRule)
        : arraySource(
            { ...content, ...ordered },
            { ...recipe, pixelOrder: recipe.pixelOrder ?? ordered.pixels },
            shapeRule,
          ),
      watch.signal,
      watch.onShare,
    );
    const attributes =
      texts.length > 0 || digits ? {} : { attributes: pieAttributes(file, arrays, source.images.count) };
    return requireDescribed(file, { ...source, ...attributes, ...coloursIn(arrays, source.images) });
  },
  async arrays(path, watch) {
    if (isHdf5(await readContentHead(path, HEAD))) return listHdf5(path, watch);
    const bytes = await readLimited(path, MAX_FILE, watch.signal);
    return runInTimeSlices(listMat(bytes), watch.signal, watch.onShare);
  },
};

async function readLevel5(
  path: string,
  recipe: ImportRecipe,
  { signal, onShare }: Watch,
): Promise<{ arrays: NamedArray[]; texts: NamedText[]; names: string[]; skipped: MatFile['skipped'] }> {
  const names: string[] = [];
  const wanted = requestedNames(recipe);
  const only = (name: string): boolean => {
    names.push(name);
    return isRequested(name, wanted) || isRequested(lastName(name), wanted);
  };
  const bytes = await readLimited(path, MAX_FILE, signal);
  const { variables, texts, skipped } = await runInTimeSlices(
    decodeMatSteps(bytes, { only, nested: true }),
    signal,
    onShare,
  );
  return {
    arrays: variables.map(({ name, dims, data }: MatVariable) => ({ name, dims, data, fastest: 'first' })),
    texts: texts.map(({ name, rows }) => ({ name, values: rows })),
    names,
    skipped,
  };
}

function noImages(
  file: string,
  { variable }: ImportRecipe,
  names: readonly string[],
  skipped: MatFile['skipped'],
): ImportError {
  const others = skipped
    .slice(0, 3)
    .map(({ name, type }) => `; ${name} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`);
  const there = `${describeVariables(names)}${others.join('')}`;
  if (variable !== undefined)
    return new ImportError(`--variable ${variable}: ${file} holds no such variable of numbers; ${there}.`);
  return new ImportError(
    `${file} holds no image matrix: expected a numeric variable fea, ff, X, data, images or faces; ${there}.`,
  );
}

function describeVariables(names: readonly string[]): string {
  return `it holds ${listed([...new Set(names)]) || 'none'}`;
}

function subjectsOf(file: string, labels: NamedArray | NamedText): readonly string[] {
  return 'values' in labels ? labels.values : labelsOf(file, labels);
}

/** Pixel stacking of matrices other than square images stacked by columns, by pixels per image. */
const KNOWN: Readonly<Record<number, Pick<Stacking, 'rows' | 'cols' | 'pixels'>>> = {
  // frey_rawface: 20 wide, 28 high, row by row.
  560: { rows: 28, cols: 20, pixels: 'rows' },
  // USPS digits, row by row.
  256: { rows: 16, cols: 16, pixels: 'rows' },
  // MNIST digits, row by row.
  784: { rows: 28, cols: 28, pixels: 'rows' },
  // ORL and Yale at their own size and ORL reduced by 2 and 4, stacked by columns as MATLAB's X(:).
  10304: { rows: 112, cols: 92, pixels: 'columns' },
  2576: { rows: 56, cols: 46, pixels: 'columns' },
  644: { rows: 28, cols: 23, pixels: 'columns' },
  77760: { rows: 243, cols: 320, pixels: 'columns' },
  // Cropped images of Extended Yale B at their own size.
  32256: { rows: 192, cols: 168, pixels: 'columns' },
};

const square = squareShape('columns');

const shapeRule: ShapeRule = (pixels) => KNOWN[pixels] ?? square(pixels);
