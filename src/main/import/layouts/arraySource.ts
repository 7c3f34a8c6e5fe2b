/** Images out of an array: a stack of images, or a matrix of stacked pixels or feature vectors. */
import type { ImportRecipe } from '../../../core/contract/importRecipe.ts';
import type { Steps } from '../../../core/formats/steps.ts';
import type { ArraySource } from '../source.ts';
import { stackedImages, type Stacking } from '../stacked.ts';
import { ImportError } from '../types.ts';
import type { NamedArray } from './namedArrays.ts';

export interface ArrayContent {
  readonly layout: string;
  /** File name, as messages and image names show it. */
  readonly file: string;
  /** What the images come from, e.g. "MATLAB fea/gnd". */
  readonly title: string;
  readonly images: NamedArray;
  /** Subjects; null gives every image the subject "1". */
  readonly labels: readonly string[] | null;
  /** File names of the images. @default "file#1", "file#2", … */
  readonly files?: readonly string[];
  readonly attributes?: readonly Readonly<Record<string, string>>[];
}

/** Shape and stacking of images of so many pixels where the recipe does not state them; throws where nothing is known. */
export type ShapeRule = (pixels: number) => Pick<Stacking, 'rows' | 'cols' | 'pixels'>;

/**
 * The source of an array of two dimensions (one image a row or column, by labels or size) or three (images × rows ×
 * columns or, where that fits the labels or the array is MATLAB's, rows × columns × images). Throws ImportError.
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
  };
}

interface Described extends Stacking {
  readonly dims: readonly number[];
  /** For the preview: how the images lie in the array. */
  readonly how: string;
}

function stackOf({ images, labels, file }: ArrayContent, recipe: ImportRecipe): Described {
  const { dims, fastest } = images;
  const last =
    fastest === 'first'
      ? labels?.length !== dims[0] || labels.length === dims[2]
      : labels?.length === dims[2] && labels.length !== dims[0];
  const [a, b] = last ? dims.slice(0, 2) : dims.slice(1);
  // The other order than the array's own means that its images are transposed.
  const own = fastest === 'first' ? 'columns' : 'rows';
  const transposed = recipe.pixelOrder !== undefined && recipe.pixelOrder !== own;
  const [rows, cols] = transposed ? [b, a] : [a, b];
  const size = recipe.imageSize;
  if (size && (size.rows !== rows || size.cols !== cols)) {
    throw new ImportError(`${file}: expected images of ${size.rows} × ${size.cols}, found ${rows} × ${cols}.`);
  }
  return {
    dims,
    count: last ? dims[2] : dims[0],
    rows,
    cols,
    pixels: recipe.pixelOrder ?? own,
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
  const shape = shapeOf(file, byRow ? cols : rows, recipe, rule);
  const what = shape.cols === 1 ? `vectors of ${shape.rows}` : `pixels stacked by ${shape.pixels}`;
  return {
    ...shape,
    dims,
    count: byRow ? rows : cols,
    samples: byRow === (fastest === 'first') ? 'fastest' : 'slowest',
    how: `one image a ${byRow ? 'row' : 'column'}, ${what}`,
  };
}

function shapeOf(
  file: string,
  pixels: number,
  { imageSize, pixelOrder }: ImportRecipe,
  rule: ShapeRule,
): Pick<Stacking, 'rows' | 'cols' | 'pixels'> {
  if (imageSize === undefined) {
    const shape = rule(pixels);
    return { ...shape, pixels: pixelOrder ?? shape.pixels };
  }
  if (imageSize.rows * imageSize.cols !== pixels) {
    throw new ImportError(
      `${file}: expected ${imageSize.rows} × ${imageSize.cols} = ${imageSize.rows * imageSize.cols} pixels an image, found ${pixels}.`,
    );
  }
  return { ...imageSize, pixels: pixelOrder ?? orderOf(pixels, rule) };
}

/** The stacking of the rule also where it knows no shape for this size. */
function orderOf(pixels: number, rule: ShapeRule): Stacking['pixels'] {
  try {
    return rule(pixels).pixels;
  } catch {
    return 'columns';
  }
}

/** Without labels: columns are images where only the rows have a plausible number of pixels. */
function isSideways([rows, cols]: readonly number[], { imageSize }: ImportRecipe, rule: ShapeRule): boolean {
  const fits = (pixels: number): boolean => {
    if (imageSize !== undefined) return pixels === imageSize.rows * imageSize.cols;
    try {
      const shape = rule(pixels);
      return pixels >= 64 && shape.cols > 1;
    } catch {
      return false;
    }
  };
  return fits(rows) && !fits(cols);
}
