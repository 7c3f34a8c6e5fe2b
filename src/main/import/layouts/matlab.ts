/** MATLAB files as papers on subspace learning use them: a matrix of stacked pixels and a vector of labels. */
import { basename } from 'node:path';
import { decodeMatSteps, isMat, type MatVariable } from '../../../core/formats/matlab.ts';
import type { Steps } from '../../../core/formats/steps.ts';
import { readLimited } from '../decodeImage.ts';
import { inSteps } from '../inSteps.ts';
import type { ArraySource, FileLayout } from '../source.ts';
import { stackedImages, type Stacking } from '../stacked.ts';
import { ImportError } from '../types.ts';

/** Names of the image matrix and the label vector, in order of preference. */
const IMAGES = ['fea', 'ff', 'x', 'data', 'images'];
const LABELS = ['gnd', 'y', 'label', 'labels', 'gt'];

const MAX_FILE = 2 * 2 ** 30;

export const matlab: FileLayout = {
  id: 'matlab',
  accepts: (name, head) => /\.mat$/i.test(name) || isMat(head),
  async open(path, signal) {
    const name = basename(path);
    const wanted = (variable: string): boolean => [...IMAGES, ...LABELS].includes(variable.toLowerCase());
    const { variables } = await inSteps(decodeMatSteps(await readLimited(path, MAX_FILE), { only: wanted }), signal);
    const images = pick(variables, IMAGES);
    if (images === null) {
      throw new ImportError(`${name} holds no image matrix: expected a numeric variable fea, ff, X, data or images.`);
    }
    return inSteps(sourceOf(name, images, pick(variables, LABELS)), signal);
  },
};

function pick(variables: readonly MatVariable[], names: readonly string[]): MatVariable | null {
  for (const name of names) {
    const found = variables.find((variable) => variable.name.toLowerCase() === name);
    if (found) return found;
  }
  return null;
}

function* sourceOf(file: string, fea: MatVariable, gnd: MatVariable | null): Steps<ArraySource> {
  if (fea.dims.length !== 2) {
    throw new ImportError(`${file}: expected ${fea.name} as a matrix, found ${fea.dims.join(' × ')}.`);
  }
  const [rows, cols] = fea.dims;
  const labels = gnd === null ? null : labelsOf(file, gnd);
  const byRow = labels === null ? !isSideways(rows, cols) : labels.length === rows;
  if (labels !== null && !byRow && labels.length !== cols) {
    throw new ImportError(
      `${file}: ${labels.length} labels fit neither the rows nor the columns of ${fea.name} (${rows} × ${cols}).`,
    );
  }
  const count = byRow ? rows : cols;
  const size = byRow ? cols : rows;
  const shape = shapeOf(file, size);
  const by = byRow ? 'row' : 'column';
  return {
    kind: 'array',
    layout: 'matlab',
    title: `MATLAB ${fea.name}${gnd === null ? '' : `/${gnd.name}`}: one image a ${by}, pixels stacked by ${shape.pixels}`,
    images: yield* stackedImages(fea.data, { count, ...shape, samples: byRow ? 'fastest' : 'slowest' }),
    subjects: labels ?? new Array<string>(count).fill('1'),
    files: Array.from({ length: count }, (_, n) => `${file}#${n + 1}`),
    attributes: new Array<Record<string, string>>(count).fill({}),
    problems: [],
  };
}

function labelsOf(file: string, gnd: MatVariable): string[] {
  const long = gnd.dims.filter((size) => size !== 1);
  if (long.length > 1) {
    throw new ImportError(`${file}: expected ${gnd.name} as a vector of labels, found ${gnd.dims.join(' × ')}.`);
  }
  return Array.from(gnd.data, String);
}

/** Pixel stacking of matrices that are no square images with stacked columns, by pixels an image. */
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
};

function shapeOf(file: string, size: number): Pick<Stacking, 'rows' | 'cols' | 'pixels'> {
  const known = KNOWN[size];
  if (known) return known;
  const side = Math.round(Math.sqrt(size));
  if (size > 0 && side * side === size) return { rows: side, cols: side, pixels: 'columns' };
  throw new ImportError(`${file}: images of ${size} pixels are not square and of no known size.`);
}

/** Without labels: columns are images where only the rows have a plausible number of pixels. */
function isSideways(rows: number, cols: number): boolean {
  return isImageSize(rows) && !isImageSize(cols);
}

function isImageSize(size: number): boolean {
  return size in KNOWN || (size >= 64 && Number.isInteger(Math.sqrt(size)));
}
