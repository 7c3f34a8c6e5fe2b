/** How a stack is read: one axis of images, two of pixels, possibly one of colours or a second one of images. */
import { FormatError } from '../formats/formatError.ts';
import { stridesOf, type NamedArray } from '../formats/namedArray.ts';
import type { ImportRecipe } from '../images/importRecipe.ts';
import { plural } from '../text/phrases.ts';
import type { ArrayContents, ArrayReading, Order } from './arrayContents.ts';
import { AGREED, cellSubjects, subjectsOf, type Labels } from './arraySubjects.ts';
import { neighboursAgree } from './labels.ts';
import type { Doubt, Judgement } from './reading.ts';
import { evenlySpread, type Vectors } from './vectors.ts';

/** Least advantage of the least smooth axis of a stack. */
const ROUGHER = 1.5;

export function readStack(
  array: NamedArray,
  labels: readonly Labels[],
  contents: ArrayContents,
  recipe: ImportRecipe,
): ArrayReading {
  if (array.dims.length === 3) return readImages(array, null, labels, contents, recipe);
  // With a subject per step of an axis, that axis is none of colours.
  const channel = recipe.labels === 'cells' ? null : channelAxis(array, labels, contents.matlab);
  if (channel !== null) return readImages(array, channel, labels, contents, recipe);
  return readBySubject(array, labels, contents, recipe);
}

/** The axis of three colours: last in NumPy or second as in PyTorch, third in MATLAB; null if labels say otherwise. */
function channelAxis({ dims }: NamedArray, labels: readonly Labels[], matlab: boolean): number | null {
  const axis = (matlab ? [2, 3] : [3, 1]).find((candidate) => dims[candidate] === 3);
  if (axis === undefined) return null;
  const images = dims[matlab ? (axis === 2 ? 3 : 2) : 0];
  const both = labels.some(({ values }) => values.length === 3 * images);
  return both ? null : axis;
}

/** A stack of four dimensions: images × subjects. The two axes of images are its first or its last. */
function readBySubject(
  array: NamedArray,
  labels: readonly Labels[],
  contents: ArrayContents,
  recipe: ImportRecipe,
): ArrayReading {
  if (recipe.imageAxis === 'middle') {
    throw new FormatError(`--image-axis middle: ${array.name} has four dimensions; state first or last`);
  }
  const rough = roughnesses(array);
  const [leading, trailing] = [rough[0] + rough[1], rough[2] + rough[3]];
  const conventional = contents.matlab ? 'last' : 'first';
  const rougher = trailing > leading ? 'last' : 'first';
  const clear = Math.max(leading, trailing) >= ROUGHER * Math.min(leading, trailing);
  const axis = recipe.imageAxis ?? (clear ? rougher : conventional);
  const merging = axis === 'last' ? 2 : 0;
  const { dims } = array;
  const merged = {
    ...array,
    dims: [...dims.slice(0, merging), dims[merging] * dims[merging + 1], ...dims.slice(merging + 2)],
  };
  const bySubject = [0, 1].map((step) => positionLabels(array, merging, step));
  const byAxes = recipe.labels === undefined || recipe.labels === 'cells';
  const images = readImages(merged, null, labels, contents, {
    ...recipe,
    imageAxis: axis,
    labels: byAxes ? 'none' : recipe.labels,
  });
  const fits = labels.some(({ values }) => values.length === images.vectors.count);
  const doubts =
    clear || recipe.imageAxis !== undefined
      ? []
      : [
          stackDoubt(
            array,
            conventional === 'last' ? ['last', 'first'] : ['first', 'last'],
            (side) => dims[side === 'last' ? 2 : 0] * dims[side === 'last' ? 3 : 1],
          ),
        ];
  if (fits || !byAxes) {
    const reading = readImages(merged, null, labels, contents, { ...recipe, imageAxis: axis });
    return { ...reading, doubts: [...doubts, ...reading.doubts] };
  }
  const agreements = bySubject.map((subjects) => neighboursAgree(images.vectors, subjects));
  const step = agreements[0] > agreements[1] ? 0 : 1;
  const [subjects, each] = [dims[merging + step], dims[merging + 1 - step]];
  const text = `${plural(subjects, 'subject')} of ${plural(each, 'image')} by the axes of "${array.name}"`;
  const basis = agreements[step] >= AGREED ? 'evident' : 'assumed';
  return {
    ...images,
    labels: bySubject[step],
    labelName: `axis ${merging + step + 1}`,
    decisions: [...images.decisions, { aspect: 'subjects', recipe: { labels: 'cells' }, basis, text }],
    doubts: [...doubts, ...images.doubts],
  };
}

/** Positions from 1 along one of two merged axes, for every image. */
function positionLabels({ dims, fastest }: NamedArray, at: number, step: number): readonly string[] {
  const [a, b] = [dims[at], dims[at + 1]];
  return Array.from({ length: a * b }, (_, n) => {
    const places = fastest === 'first' ? [n % a, Math.floor(n / a)] : [Math.floor(n / b), n % b];
    return String(places[step] + 1);
  });
}

type StackAxis = NonNullable<ImportRecipe['imageAxis']>;

const AXES: readonly StackAxis[] = ['first', 'middle', 'last'];

/** A stack of three dimensions, or of four with an axis of colours. */
function readImages(
  array: NamedArray,
  channel: number | null,
  labels: readonly Labels[],
  contents: ArrayContents,
  recipe: ImportRecipe,
): ArrayReading {
  const axes = array.dims.map((_, axis) => axis).filter((axis) => axis !== channel);
  const chosen = chooseStackAxis(array, axes, labels, contents, recipe);
  const images = axes[AXES.indexOf(chosen.axis)];
  const pixelAxes = axes.filter((axis) => axis !== images);
  const stack = strided(array, images, pixelAxes, channel);
  const storage: Order = array.fastest === 'first' ? 'columns' : 'rows';
  const transposed = recipe.pixelOrder !== undefined && recipe.pixelOrder !== storage;
  const { rows, cols, pixels } = transposed
    ? { rows: stack.cols, cols: stack.rows, pixels: stack.pixels === 'rows' ? ('columns' as const) : ('rows' as const) }
    : stack;
  const size = recipe.imageSize;
  if (size && (size.rows !== rows || size.cols !== cols)) {
    throw new FormatError(
      `--image-size ${size.rows}x${size.cols}: the images of ${array.name} have ${rows} × ${cols} pixels; leave the option out`,
    );
  }
  const cells = contents.cells?.get(array.name);
  const subjects =
    cells !== undefined &&
    chosen.axis === 'last' &&
    (recipe.labels === undefined || recipe.labels === 'cells') &&
    !labels.some(({ values }) => values.length === stack.vectors.count)
      ? cellSubjects(array.name, cells, contents)
      : subjectsOf(stack.vectors, labels, true, recipe);
  return {
    name: array.name,
    dims: array.dims,
    vectors: stack.vectors,
    rows,
    cols,
    pixels,
    channels: channel === null ? 1 : 3,
    channelStep: stack.channelStep,
    labels: subjects.labels,
    labelName: subjects.labelName,
    sets: null,
    pictures: true,
    decisions: [...chosen.decisions, ...subjects.decisions],
    doubts: [...chosen.doubts, ...subjects.doubts],
  };
}

function chooseStackAxis(
  array: NamedArray,
  axes: readonly number[],
  labels: readonly Labels[],
  { matlab, cells }: ArrayContents,
  recipe: ImportRecipe,
): Judgement & { readonly axis: StackAxis } {
  const settled = (axis: StackAxis): Judgement & { readonly axis: StackAxis } => ({ axis, decisions: [], doubts: [] });
  if (recipe.imageAxis !== undefined) return settled(recipe.imageAxis);
  const conventional: StackAxis = matlab ? 'last' : 'first';
  if (cells?.has(array.name)) return settled('last');
  const sizes = axes.map((axis) => array.dims[axis]);
  if (sizes[AXES.indexOf(conventional)] === 1) return settled(conventional);
  const fitting = AXES.filter((_, n) => labels.some(({ values }) => values.length === sizes[n]));
  if (fitting.length > 0) return settled(fitting.includes(conventional) ? conventional : fitting[0]);
  const rough = roughnesses(array).filter((_, axis) => axes.includes(axis));
  const order = AXES.map((_, n) => n).sort((a, b) => rough[b] - rough[a]);
  const clear = rough[order[0]] >= ROUGHER * rough[order[1]];
  if (clear && AXES[order[0]] === conventional) return settled(conventional);
  if (clear) {
    const axis = AXES[order[0]];
    const text = `images along the ${axis} axis of "${array.name}", judged from the pictures`;
    return { axis, decisions: [{ aspect: 'axis', recipe: { imageAxis: axis }, basis: 'evident', text }], doubts: [] };
  }
  const choices = [conventional, ...AXES.filter((axis) => axis !== conventional)];
  return {
    axis: conventional,
    decisions: [],
    doubts: [stackDoubt(array, choices, (axis) => sizes[AXES.indexOf(axis)])],
  };
}

function stackDoubt(
  { name, dims }: NamedArray,
  axes: readonly StackAxis[],
  countOf: (axis: StackAxis) => number,
): Doubt {
  return {
    aspect: 'axis',
    title: 'Which axis is the images?',
    text: `"${name}" has ${dims.join(' × ')} numbers, and nothing in it tells along which axis the images lie.`,
    choices: axes.map((axis) => ({
      recipe: { imageAxis: axis },
      title: `The ${axis} axis: ${plural(countOf(axis), 'image')}`,
      detail: 'Choose the axis that shows faces.',
      images: countOf(axis),
      subjects: 1,
      evidence: [],
      concerns: [],
    })),
  };
}

/** Lines compared along an axis. */
const COMPARED = 4000;

/**
 * Von Neumann's ratio along each axis: half the mean squared difference of neighbours relative to the variance of the
 * line, averaged over lines; 0 smooth, 1 random. The mean of a line is removed, since it is the mean image where lines
 * run across images.
 */
function roughnesses(array: NamedArray): readonly number[] {
  const { data, dims } = array;
  const strides = stridesOf(array);
  return dims.map((size, axis) => {
    const lines = data.length / size;
    const stride = strides[axis];
    let [differences, variances] = [0, 0];
    for (const line of evenlySpread(lines, COMPARED)) {
      const start = Math.floor(line / stride) * stride * size + (line % stride);
      let [sum, squares, changes] = [0, 0, 0];
      for (let i = 0, offset = start; i < size; i++, offset += stride) {
        const value = Number.isFinite(data[offset]) ? data[offset] : 0;
        sum += value;
        squares += value * value;
        if (i > 0 && Number.isFinite(data[offset] - data[offset - stride]))
          changes += (data[offset] - data[offset - stride]) ** 2;
      }
      if (size < 2) continue;
      differences += changes / (size - 1) / 2;
      variances += (squares - (sum * sum) / size) / (size - 1);
    }
    return variances > 0 ? differences / variances : 0;
  });
}

type Stack = Pick<ArrayReading, 'vectors' | 'rows' | 'cols' | 'pixels' | 'channelStep'>;

/** The images of a stack as vectors; copied only if their pixels are not evenly spaced in memory. */
function strided(array: NamedArray, images: number, [a, b]: readonly number[], channel: number | null): Stack {
  const { dims, data } = array;
  const strides = stridesOf(array);
  const [count, rows, cols] = [dims[images], dims[a], dims[b]];
  const vectorsBy = (source: typeof data, vectorStep: number, entryStep: number): Vectors => ({
    data: source,
    count,
    length: rows * cols,
    offset: 0,
    vectorStep,
    entryStep,
  });
  const channelStep = channel === null ? 0 : strides[channel];
  if (strides[a] === strides[b] * cols)
    return { vectors: vectorsBy(data, strides[images], strides[b]), rows, cols, pixels: 'rows', channelStep };
  if (strides[b] === strides[a] * rows)
    return { vectors: vectorsBy(data, strides[images], strides[a]), rows, cols, pixels: 'columns', channelStep };
  const channels = channel === null ? 1 : 3;
  const copy =
    data instanceof Uint8Array
      ? new Uint8Array(count * rows * cols * channels)
      : new Float64Array(count * rows * cols * channels);
  let to = 0;
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < channels; k++) {
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < cols; c++)
          copy[to++] = data[n * strides[images] + k * channelStep + r * strides[a] + c * strides[b]];
      }
    }
  }
  const size = rows * cols;
  return {
    vectors: vectorsBy(copy, size * channels, 1),
    rows,
    cols,
    pixels: 'rows',
    channelStep: channel === null ? 0 : size,
  };
}
