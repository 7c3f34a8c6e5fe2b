/** Images and subjects from arrays: a matrix of stacked pixels or feature vectors, or a stack of images. */
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { greyOf } from '../../../core/images/grey.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';
import { findPeriod } from '../../../core/readings/periods.ts';
import type { Judgement } from '../../../core/readings/reading.ts';
import { vectorsAlong } from '../../../core/readings/vectors.ts';
import { readArrays } from '../../../core/readings/arrayReading.ts';
import type { ArrayContents, ArrayReading } from '../../../core/readings/arrayContents.ts';
import { readShape } from '../../../core/readings/pixelShape.ts';
import { isGrey8, stackedImages } from '../decode/stacked.ts';
import type { ArraySource } from '../source.ts';
import type { ImportedImages } from '../types.ts';
import { coloursIn, describedBy, DESCRIPTIONS, COLOURS, requireDescribed } from './exportedAttributes.ts';
import { pieAttributes, TEST_FLAG } from './pie.ts';

export interface ArrayFile extends Omit<ArrayContents, 'apart'> {
  readonly layout: string;
  /** "MATLAB", "NumPy". */
  readonly format: string;
  /** File name in messages and image names. */
  readonly file: string;
}

/** The source of a file of arrays. Throws FormatError, ImportError. */
export function* arraySource(contents: ArrayFile, recipe: ImportRecipe): Steps<ArraySource> {
  const { layout, format, file, arrays, texts } = contents;
  yield;
  const reading = readArrays({ ...contents, apart: isApart }, recipe);
  yield;
  const images = yield* imagesOf(reading, recipe);
  const { count } = reading.vectors;
  const { labels, labelName, sets, decisions, doubts } = reading;
  const described = describedBy(texts);
  const flags = Object.keys(described).length > 0 ? [] : pieAttributes(file, arrays, count);
  return requireDescribed(file, {
    kind: 'array',
    layout,
    title: `${format} ${reading.name}${labelName === null ? '' : `/${labelName}`}: ${descriptionOf(reading)}`,
    subjects: labels ?? new Array<string>(count).fill('1'),
    files: Array.from({ length: count }, (_, n) => `${file}#${n + 1}`),
    attributes: Array.from({ length: count }, (_, n) => ({ ...flags[n], ...(sets && { set: sets[n] }) })),
    problems: [],
    ...images,
    ...described,
    ...(reading.channels === 1 && coloursIn(arrays, images.images)),
    decisions,
    doubts,
  });
}

export interface MatrixContent extends Judgement {
  readonly layout: string;
  /** File name in messages and image names. */
  readonly file: string;
  /** Origin of the images, e.g. "CSV table, subjects in label". */
  readonly title: string;
  /** One image per row. */
  readonly images: NamedArray;
  /** Subjects; null gives every image the subject "1". */
  readonly labels: readonly string[] | null;
  /** File names of the images. @default "file#1", "file#2", … */
  readonly files?: readonly string[];
  readonly attributes?: readonly Readonly<Record<string, string>>[];
  /** 'vectors' of unlike numbers, pixels in 'rows', or stacked pixels whose order has to be judged ('judged'). */
  readonly entries: 'vectors' | 'rows' | 'judged';
}

/** The source of a matrix whose rows and subjects are settled, as those of a table. Throws FormatError. */
export function* matrixSource(content: MatrixContent, recipe: ImportRecipe): Steps<ArraySource> {
  const { layout, file, title, images, labels, entries } = content;
  const vectors = vectorsAlong(images, 'first');
  yield;
  const { count, length } = vectors;
  const conventions = { matlab: false, subjects: new Set(labels ?? ['1']).size };
  const stated = entries === 'rows' ? { ...recipe, pixelOrder: recipe.pixelOrder ?? ('rows' as const) } : recipe;
  const shape =
    entries === 'vectors' && recipe.imageSize === undefined
      ? { rows: length, cols: 1, pixels: 'rows' as const, decisions: [], doubts: [] }
      : readShape(vectors, recipe.imageSize === undefined ? findPeriod(vectors) : null, conventions, stated);
  yield;
  return {
    kind: 'array',
    layout,
    title: `${title}: ${shape.cols === 1 ? `vectors of ${shape.rows}` : `pixels stacked by ${shape.pixels}`}`,
    images: yield* stackedImages(vectors, shape),
    subjects: labels ?? new Array<string>(count).fill('1'),
    files: content.files ?? Array.from({ length: count }, (_, n) => `${file}#${n + 1}`),
    attributes: content.attributes ?? new Array<Record<string, string>>(count).fill({}),
    problems: [],
    decisions: [...content.decisions, ...shape.decisions],
    doubts: [...content.doubts, ...shape.doubts],
  };
}

/** Arrays that describe the images. */
function isApart(name: string): boolean {
  return name === COLOURS || name.toLowerCase() === TEST_FLAG || DESCRIPTIONS.some((pattern) => pattern.test(name));
}

function descriptionOf({ dims, rows, cols, pixels, vectors }: ArrayReading): string {
  if (dims.length > 2) return `${dims.join(' × ')}, a stack of ${vectors.count} images`;
  const per = vectors.count === dims[0] ? 'row' : 'column';
  return `one image per ${per}, ${cols === 1 ? `vectors of ${rows}` : `pixels stacked by ${pixels}`}`;
}

/** The grey images, and the colours if the array has some. */
function* imagesOf(reading: ArrayReading, recipe: ImportRecipe): Steps<Pick<ArraySource, 'images' | 'colours'>> {
  const { vectors, channels, channelStep } = reading;
  if (vectors.length === 0 || vectors.count === 0) {
    throw new FormatError(
      `${reading.name} (${reading.dims.join(' × ')}) holds images without pixels; name another array by --variable`,
    );
  }
  if (channels === 1) return { images: yield* stackedImages(vectors, reading) };
  const planes: ImportedImages[] = [];
  for (const k of [0, 1, 2]) {
    planes.push(yield* stackedImages({ ...vectors, offset: vectors.offset + k * channelStep }, reading));
  }
  const { rows, cols, count } = planes[0];
  const size = rows * cols;
  const bytes = isGrey8(vectors.data);
  const all = bytes ? new Uint8Array(3 * count * size) : new Float64Array(3 * count * size);
  planes.forEach(({ pixels }, k) => pixels.forEach((value, i) => (all[3 * i + k] = value)));
  yield;
  const colours = Array.from({ length: count }, (_, n) => {
    const image = all.slice(3 * n * size, 3 * (n + 1) * size);
    return image.every((value, i) => value === image[i - (i % 3)]) ? null : image;
  });
  const pixels = greyOf({ count: count * size, channels: 3, maxval: 255, samples: all }, recipe.grey);
  return { images: { rows, cols, count, pixels }, colours };
}
