/**
 * Data of strip plots: the values of all repeats, one strip per method; the strips of two methods are joined by repeat.
 */
import type { Appearance } from '../../methods/appearance.ts';
import type { Measure } from '../../measures/measures.ts';
import { pairSamples } from '../../compare/repeatValues.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import { mean } from '../../stats/describe.ts';
import type { StudyTable, TableEntry } from '../../study/table/table.ts';
import { plural } from '../../text/phrases.ts';
import { axisOf, roundScale, type Axis } from './axis.ts';
import { TICKS } from './lineChart.ts';

export interface RepeatStrip {
  readonly label: string;
  readonly appearance: Appearance;
  readonly mean: number;
  readonly std: number | null;
  readonly dots: readonly { readonly repeat: number; readonly value: number }[];
}

export interface RepeatStrips {
  readonly description: string;
  readonly axis: Axis;
  /** Best mean first; two named methods are in the order named. */
  readonly strips: readonly RepeatStrip[];
  /** Common repeats of two methods; `better`: index of the one with the better value, null for ties. */
  readonly joined: readonly {
    readonly repeat: number;
    readonly values: readonly [number, number];
    readonly better: 0 | 1 | null;
  }[];
  readonly note: string;
}

export interface StripsLook {
  /** Key; absent or unknown: the first condition. */
  readonly condition?: string;
  /** Absent: all methods. The strips of two methods are joined. */
  readonly labels?: readonly string[];
  readonly selection: 'oracle' | 'validated';
}

/** Strips of one condition of a table. Methods without a value in it are left out; the note counts them. */
export function repeatStrips(
  table: StudyTable,
  { condition, labels, selection }: StripsLook,
  appearances: ReadonlyMap<string, Appearance>,
): RepeatStrips {
  const { measure } = table;
  const column = Math.max(
    0,
    table.conditions.findIndex(({ key }) => key === condition),
  );
  const { title } = table.conditions[column];
  const methodLabels = labels ?? table.rows.map(({ label }) => label);
  const strips = methodLabels.flatMap((label): RepeatStrip[] => {
    const entry = table.rows.find((row) => row.label === label)?.entries[column];
    const repeatValues = entry && valuesOf(entry, selection);
    if (!repeatValues || repeatValues.mean === null || repeatValues.values.length === 0) return [];
    const dots = repeatValues.values.map((value, i) => ({ repeat: repeatValues.repeats[i], value }));
    return [{ label, appearance: appearances.get(label)!, mean: repeatValues.mean, std: repeatValues.std, dots }];
  });
  const pair = labels?.length === 2 && strips.length === 2;
  if (!pair) strips.sort((a, b) => (measure.better === 'lower' ? a.mean - b.mean : b.mean - a.mean));
  const values = strips.flatMap(({ dots }) => dots.map(({ value }) => value));
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const joined = pair ? joinedRepeats(strips, measure) : [];
  const means = strips.map((strip) => `${strip.label} ${strip.mean.toFixed(measure.digits)}`).join(', ');
  const missing = methodLabels.length - strips.length;
  const difference = mean(joined.length > 0 ? joined.map(({ values: [a, b] }) => a - b) : [0]);
  const points =
    joined.length > 0
      ? `${difference.toFixed(measure.digits).replace('-', '−')} ${differenceUnit(measure)}`.trim()
      : '';
  return {
    description: `${measure.title} in every repeat, ${title}, ${table.dataset}: ${means}`,
    axis: axisOf(
      roundScale(low, high, TICKS.x),
      `${measure.title}${measure.unit === '' ? '' : ` (${measure.unit})`}`,
      TICKS.x,
    ),
    strips,
    joined,
    note: [
      `${title}, ${table.dataset}`,
      ...(points ? [`${plural(joined.length, 'common repeat')}, mean difference ${points}`] : ['line: mean']),
      ...(missing > 0 ? [`${plural(missing, 'method')} without a value`] : []),
    ].join('; '),
  };
}

function valuesOf(entry: TableEntry, selection: StripsLook['selection']) {
  return selection === 'validated' ? entry.validated : entry;
}

function joinedRepeats([a, b]: readonly RepeatStrip[], { better }: Pick<Measure, 'better'>): RepeatStrips['joined'] {
  const side = ({ dots }: RepeatStrip) => ({
    values: dots.map(({ value }) => value),
    repeats: dots.map(({ repeat }) => repeat),
  });
  const { repeats, first, second } = pairSamples(side(a), side(b));
  return repeats.map((repeat, i) => {
    const [x, y] = [first[i], second[i]];
    return { repeat, values: [x, y], better: x === y ? null : x < y === (better === 'lower') ? 0 : 1 };
  });
}
