/** How a matrix is read: one image per row or per column, with or without a label among its numbers. */
import { FormatError } from '../formats/formatError.ts';
import type { NamedArray } from '../formats/namedArray.ts';
import type { ImportRecipe } from '../images/importRecipe.ts';
import { plural } from '../text/phrases.ts';
import type { ArrayContents, ArrayReading } from './arrayContents.ts';
import { labelsChoice, noSubjectsChoice, subjectsOf, type Labels } from './arraySubjects.ts';
import { labelColumns } from './labels.ts';
import { findPeriod, SEEN, type Period } from './periods.ts';
import { readShape, seen } from './pixelShape.ts';
import type { Doubt, Judgement, ReadingChoice } from './reading.ts';
import { vectorsAlong, withoutEntry, type Vectors } from './vectors.ts';

/** One side of a matrix as images. */
interface Side {
  readonly axis: 'first' | 'last';
  readonly vectors: Vectors;
  readonly period: Period | null;
  /** Number of label vectors that fit. */
  readonly labelled: boolean;
  readonly columns: ReturnType<typeof labelColumns>;
}

/** Least advantage of the other side's pictures over labels; of one side's pictures without labels. */
const [AGAINST_LABELS, AHEAD] = [0.3, 0.25];

export function readMatrix(
  array: NamedArray,
  labels: readonly Labels[],
  contents: ArrayContents,
  recipe: ImportRecipe,
): ArrayReading {
  const { matlab } = contents;
  const sides = (['first', 'last'] as const).map((axis) => sideOf(array, axis, labels, recipe));
  const { side, decisions, doubts } = chooseSide(array, sides, recipe);
  const column = columnOf(side, recipe);
  const vectors = column?.vectors ?? side.vectors;
  const period = column === null ? side.period : column.period;
  const pictures = seen(period);
  const subjects =
    column === null
      ? subjectsOf(vectors, labels, pictures, recipe)
      : { labels: column.subjects, labelName: column.name, decisions: [], doubts: column.doubts };
  const conventions = { matlab, subjects: new Set(subjects.labels ?? ['1']).size };
  const shape = readShape(vectors, period, conventions, recipe);
  return {
    name: array.name,
    dims: array.dims,
    vectors,
    ...shape,
    channels: 1,
    channelStep: 0,
    labels: subjects.labels,
    labelName: subjects.labelName,
    sets: null,
    pictures,
    decisions: [...decisions, ...subjects.decisions, ...shape.decisions],
    doubts: [...doubts, ...subjects.doubts, ...shape.doubts],
  };
}

function strength({ period }: Side): number {
  return period?.strength ?? 0;
}

/** One side; its period and columns, which take most of the time, are searched when something depends on them. */
function sideOf(
  array: NamedArray,
  axis: Side['axis'],
  labels: readonly Labels[],
  { labels: wanted }: ImportRecipe,
): Side {
  const vectors = vectorsAlong(array, axis);
  const labelled = labels.some(({ values }) => values.length === vectors.count);
  const mayHaveColumn = labels.length === 0 && wanted !== 'none' && wanted !== 'cells';
  let columns: Side['columns'] | undefined;
  let period: Side['period'] | undefined;
  return {
    axis,
    vectors,
    labelled,
    get columns() {
      columns ??= mayHaveColumn ? labelColumns(vectors) : [];
      return columns;
    },
    get period() {
      if (period === undefined) {
        const [column] = this.columns;
        period = findPeriod(column === undefined ? vectors : withoutEntry(vectors, column.at));
      }
      return period;
    },
  };
}

function chooseSide(
  array: NamedArray,
  sides: readonly Side[],
  { imageAxis, imageSize, labels }: ImportRecipe,
): Judgement & { readonly side: Side } {
  if (imageAxis === 'middle')
    throw new FormatError(`--image-axis middle: ${array.name} is a matrix; state first (rows) or last (columns)`);
  const settled = (side: Side): Judgement & { readonly side: Side } => ({ side, decisions: [], doubts: [] });
  if (imageAxis !== undefined) return settled(sides.find(({ axis }) => axis === imageAxis)!);
  const evident = (side: Side, reason: string): Judgement & { readonly side: Side } => {
    const text = `one image per ${side.axis === 'first' ? 'row' : 'column'}${reason}`;
    return {
      side,
      decisions: [{ aspect: 'axis', recipe: { imageAxis: side.axis }, basis: 'evident', text }],
      doubts: [],
    };
  };
  const ahead = (a: Side, b: Side): number => strength(a) - strength(b);
  const open = (first: Side): Judgement & { readonly side: Side } => ({
    side: first,
    decisions: [],
    doubts: [axisDoubt(array, [first, sides.find((side) => side !== first)!])],
  });
  if (imageSize !== undefined) {
    const size = imageSize.rows * imageSize.cols;
    const fitting = sides.filter(
      (side) => side.vectors.length === size || (side.vectors.length - 1 === size && side.columns.length > 0),
    );
    if (fitting.length === 1) return evident(fitting[0], '');
  }
  const labelled = sides.filter((side) => side.labelled);
  if (labelled.length === 1) {
    const [side] = labelled;
    const other = sides.find((candidate) => candidate !== side)!;
    // A strength is at most 1.
    const safe = labels !== undefined || strength(side) > 1 - AGAINST_LABELS;
    const against = !safe && strength(other) >= SEEN && ahead(other, side) >= AGAINST_LABELS;
    return against ? open(side) : evident(side, '');
  }
  const [better, worse] = [...sides].sort((a, b) => ahead(b, a));
  const clear = strength(better) >= SEEN && ahead(better, worse) >= AHEAD;
  const misplaced = better.columns.length === 0 && worse.columns.length > 0 && labels === undefined;
  if (clear && !misplaced) return evident(better, ', judged from the pictures');
  if (misplaced) return open(worse);
  return open(strength(better) >= SEEN ? better : sides[0]);
}

function axisDoubt({ name, dims }: NamedArray, sides: readonly Side[]): Doubt {
  const [{ vectors }] = sides;
  const both = sides.every(({ period }) => seen(period));
  const reason = both ? 'both look like pictures' : 'nothing in it tells which';
  return {
    aspect: 'axis',
    title: 'Which side is the images?',
    text: `"${name}" (${dims.join(' × ')}) may hold ${vectors.count} images of ${vectors.length} numbers, or ${vectors.length} of ${vectors.count}: ${reason}.`,
    choices: sides.map(axisChoice),
  };
}

function axisChoice(side: Side): ReadingChoice {
  const { axis, vectors, columns } = side;
  return {
    recipe: { imageAxis: axis },
    title: `One image per ${axis === 'first' ? 'row' : 'column'}: ${plural(vectors.count, 'image')}`,
    detail: `${plural(vectors.length, 'number')} each.`,
    images: vectors.count,
    subjects: columns[0]?.values ?? 1,
    evidence: seen(side.period) ? ['Its vectors look like pictures.'] : [],
    concerns: seen(side.period) ? [] : ['No pictures are seen in its vectors.'],
  };
}

// Labels in the first or last entry of each vector.

interface Column {
  readonly name: 'first-column' | 'last-column';
  readonly vectors: Vectors;
  readonly period: Period | null;
  readonly subjects: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** The proposed label column, or the one that the recipe names; null without one. */
function columnOf({ vectors, columns }: Side, { labels }: ImportRecipe): Column | null {
  const stated = labels === 'first-column' ? 'first' : labels === 'last-column' ? 'last' : null;
  const labelColumn = stated ?? columns[0]?.at;
  if (labelColumn === undefined) return null;
  const rest = withoutEntry(vectors, labelColumn);
  const period = findPeriod(rest);
  const subjects = columns.find((column) => column.at === labelColumn)?.subjects ?? columnTexts(vectors, labelColumn);
  const doubts = stated === null ? [columnDoubt(vectors, columns, period)] : [];
  return { name: `${labelColumn}-column`, vectors: rest, period, subjects, doubts };
}

function columnTexts(vectors: Vectors, at: 'first' | 'last'): readonly string[] {
  const { data, offset, vectorStep, entryStep, count, length } = vectors;
  const entry = at === 'first' ? 0 : length - 1;
  return Array.from({ length: count }, (_, n) => String(data[offset + n * vectorStep + entry * entryStep]));
}

function columnDoubt({ count, length }: Vectors, columns: Side['columns'], period: Period | null): Doubt {
  const [{ at, values }] = columns;
  const rest = seen(period)
    ? `the rest is ${period.lag} × ${(length - 1) / period.lag}`
    : `${plural(length - 1, 'number')} remain`;
  return {
    aspect: 'subjects',
    title: 'Who is the subject of an image?',
    text: `The ${at} column has ${values} values; ${rest}: are these the subjects?`,
    choices: [
      ...columns.map((column) => labelsChoice({ name: `${column.at}-column`, values: column.subjects, kind: 'plain' })),
      noSubjectsChoice(count),
    ],
  };
}
