/** Images from an array: a stack of images, or a matrix of stacked pixels or feature vectors. */
import { NO_JUDGEMENT } from '../../../core/readings/reading.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { ArraySource } from '../source.ts';
import { stackedImages, type Stacking } from '../decode/stacked.ts';
import { ImportError } from '../types.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';
import { shapeCandidates, type ShapeCandidate } from '../../../core/images/shapeCandidates.ts';

// Stacked pixels of unknown image shape.

/** Candidates listed in the message. */
const NAMED = 6;

/** Thrown if the shape must be stated; contains the data for the choice: candidates and some images as vectors. */
export class ShapeUnknown extends ImportError {
  override readonly name: string = 'ShapeUnknown';
  readonly candidates: readonly ShapeCandidate[];
  /** Evenly spaced over the file. */
  readonly images: readonly Float64Array[];
  readonly stacked: 'rows' | 'columns';

  constructor(file: string, pixels: number, images: readonly Float64Array[], stacked: 'rows' | 'columns') {
    const candidates = shapeCandidates(images, pixels, stacked);
    const listed = candidates.slice(0, NAMED).map(({ rows, cols }) => `${rows}x${cols}`);
    const more = candidates.length > NAMED ? ' …' : '';
    super(
      `${file}: images of ${pixels} pixels are not square and of no known size. State rows x columns with --image-size ROWSxCOLS` +
        (listed.length === 0
          ? `; ${pixels} is prime, so only ${pixels}x1, a vector, is possible.`
          : `; possible, the smoothest pictures first: ${listed.join(', ')}${more}. --shapes FILE.png draws them.`),
    );
    this.candidates = candidates;
    this.images = images;
    this.stacked = stacked;
  }
}

export interface ArrayContent {
  readonly layout: string;
  /** File name in messages and image names. */
  readonly file: string;
  /** Origin of the images, e.g. "MATLAB fea/gnd". */
  readonly title: string;
  readonly images: NamedArray;
  /** Subjects; null gives every image the subject "1". */
  readonly labels: readonly string[] | null;
  /** File names of the images. @default "file#1", "file#2", … */
  readonly files?: readonly string[];
  readonly attributes?: readonly Readonly<Record<string, string>>[];
}

type Shape = Pick<Stacking, 'rows' | 'cols' | 'pixels'>;

/** Shape and stacking of images of this many pixels if the recipe does not state them; null if unknown. */
export type ShapeRule = (pixels: number) => Shape | null;

export function squareShape(order: Stacking['pixels']): ShapeRule {
  return (pixels) => {
    const side = Math.round(Math.sqrt(pixels));
    return pixels > 0 && side * side === pixels ? { rows: side, cols: side, pixels: order } : null;
  };
}

/**
 * The source of an array of two dimensions (one image per row or column, by labels or size) or three (images × rows ×
 * columns or, if that fits the labels or the array is MATLAB's, rows × columns × images). Throws ImportError.
 */
export function* arraySource(content: ArrayContent, recipe: ImportRecipe, rule: ShapeRule): Steps<ArraySource> {
  const { file, images, labels } = content;
  const { dims, how, ...stacking } =
    images.dims.length === 3 ? stackOf(content, recipe) : matrixOf(content, recipe, rule);
  const { count } = stacking;
  if (stacking.rows * stacking.cols === 0) {
    throw new ImportError(`${file}: ${images.name} (${dims.join(' × ')}) holds images without pixels.`);
  }
  if (labels !== null && labels.length !== count) {
    throw new ImportError(`${file}: ${labels.length} labels fit neither end of ${images.name} (${dims.join(' × ')}).`);
  }
  return {
    kind: 'array',
    layout: content.layout,
    title: `${content.title}: ${how}`,
    images: yield* stackedImages(images.data, stacking),
    subjects: labels ?? new Array<string>(count).fill('1'),
    files: content.files ?? Array.from({ length: count }, (_, n) => `${file}#${n + 1}`),
    attributes: content.attributes ?? new Array<Record<string, string>>(count).fill({}),
    problems: [],
    ...NO_JUDGEMENT,
  };
}

interface Described extends Stacking {
  readonly dims: readonly number[];
  /** For the preview: the order of the images in the array. */
  readonly how: string;
}

function stackOf({ images, labels, file }: ArrayContent, recipe: ImportRecipe): Described {
  const { dims, fastest } = images;
  const last =
    fastest === 'first'
      ? labels?.length !== dims[0] || labels.length === dims[2]
      : labels?.length === dims[2] && labels.length !== dims[0];
  const [a, b] = last ? dims.slice(0, 2) : dims.slice(1);
  // An order other than the array's own means that its images are transposed.
  const storageOrder = fastest === 'first' ? 'columns' : 'rows';
  const transposed = recipe.pixelOrder !== undefined && recipe.pixelOrder !== storageOrder;
  const [rows, cols] = transposed ? [b, a] : [a, b];
  const size = recipe.imageSize;
  if (size && (size.rows !== rows || size.cols !== cols)) {
    throw new ImportError(
      `--image-size ${size.rows}x${size.cols}: the images of ${file} have ${rows} × ${cols} pixels.`,
    );
  }
  return {
    dims,
    count: last ? dims[2] : dims[0],
    rows,
    cols,
    pixels: recipe.pixelOrder ?? storageOrder,
    samples: last === (fastest === 'first') ? 'slowest' : 'fastest',
    how: last ? 'rows × columns × images' : 'images × rows × columns',
  };
}

function matrixOf({ images, labels, file }: ArrayContent, recipe: ImportRecipe, rule: ShapeRule): Described {
  const { dims, name, fastest } = images;
  if (dims.length !== 2) throw new ImportError(`${file}: expected ${name} as a matrix, found ${dims.join(' × ')}.`);
  const [rows, cols] = dims;
  const byRow = labels === null ? !isSideways(dims, recipe, rule) : labels.length === rows;
  if (labels !== null && !byRow && labels.length !== cols) {
    throw new ImportError(
      `${file}: ${labels.length} labels fit neither the rows nor the columns of ${name} (${rows} × ${cols}).`,
    );
  }
  const samples = byRow === (fastest === 'first') ? 'fastest' : 'slowest';
  const [count, pixels] = byRow ? [rows, cols] : [cols, rows];
  const shape = shapeOf(file, pixels, recipe, rule, () => vectorsOf(images.data, count, pixels, samples));
  const what = shape.cols === 1 ? `vectors of ${shape.rows}` : `pixels stacked by ${shape.pixels}`;
  return {
    ...shape,
    dims,
    count,
    samples,
    how: `one image per ${byRow ? 'row' : 'column'}, ${what}`,
  };
}

function shapeOf(
  file: string,
  pixels: number,
  { imageSize, pixelOrder }: ImportRecipe,
  rule: ShapeRule,
  vectors: () => readonly Float64Array[],
): Shape {
  if (imageSize === undefined) {
    const shape = rule(pixels);
    if (shape === null) throw new ShapeUnknown(file, pixels, vectors(), pixelOrder ?? 'columns');
    return { ...shape, pixels: pixelOrder ?? shape.pixels };
  }
  if (imageSize.rows * imageSize.cols !== pixels) {
    throw new ImportError(
      `--image-size ${imageSize.rows}x${imageSize.cols}: ${file} has ${pixels} pixels per image, not ${imageSize.rows} × ${imageSize.cols} = ${imageSize.rows * imageSize.cols}.`,
    );
  }
  return { ...imageSize, pixels: pixelOrder ?? rule(pixels)?.pixels ?? 'columns' };
}

/** Sample images if the shape is unknown. */
const LOOKED_AT = 6;

/** Some images as vectors, evenly spaced. */
function vectorsOf(
  data: ArrayLike<number>,
  count: number,
  pixels: number,
  samples: Stacking['samples'],
): readonly Float64Array[] {
  const taken = Math.min(count, LOOKED_AT);
  return Array.from({ length: taken }, (_, k) => {
    const n = Math.floor((k * count) / taken);
    return Float64Array.from(
      { length: pixels },
      (_, p) => data[samples === 'fastest' ? p * count + n : n * pixels + p],
    );
  });
}

/** Without labels: columns are images if only the rows have a plausible number of pixels. */
function isSideways([rows, cols]: readonly number[], { imageSize }: ImportRecipe, rule: ShapeRule): boolean {
  const fits = (pixels: number): boolean => {
    if (imageSize !== undefined) return pixels === imageSize.rows * imageSize.cols;
    return pixels >= 64 && (rule(pixels)?.cols ?? 1) > 1;
  };
  return fits(rows) && !fits(cols);
}
