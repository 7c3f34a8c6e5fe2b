/** Traces of iterative fits as charts, one for each quantity: what has another name or unit gets another axis. */
import type { Appearance } from '../../methods/appearance.ts';
import type { Quantity } from '../../methods/method.ts';
import type { ConvergenceAxis } from '../against.ts';
import { axisOf, roundScale } from './axis.ts';
import { TICKS, type LineChart } from './lineChart.ts';

export interface DrawnTrace {
  readonly label: string;
  readonly appearance: Appearance;
  readonly quantity: Quantity;
  /** One value for each iteration; two at least. */
  readonly values: readonly number[];
  /** Iteration of the first value. */
  readonly first: number;
  /** When each value was reached; absent: not known. */
  readonly seconds?: readonly number[] | undefined;
}

/** Longer traces are drawn without a marker at every iteration. */
const MOST_MARKERS = 30;

/**
 * Small multiples over one common horizontal axis, in the order in which the quantities first come. Throws RangeError
 * where seconds are asked for and a trace has none.
 */
export function convergenceCharts(traces: readonly DrawnTrace[], against: ConvergenceAxis): LineChart[] {
  const placed = traces.map((trace) => ({ ...trace, along: placesOf(trace, against) }));
  const groups = Map.groupBy(placed, ({ quantity }) => JSON.stringify([quantity.name, quantity.unit]));
  const ends = placed.map(({ along }) => along[along.length - 1]);
  const from = against === 'seconds' ? 0 : Math.min(...traces.map(({ first }) => first));
  const x = axisOf(
    { kind: 'linear', from, to: Math.max(...ends) },
    against === 'seconds' ? 'Seconds since the fit began' : 'Iteration',
    TICKS.x,
  );
  return [...groups.values()].map((group) => {
    const [{ quantity }] = group;
    const values = group.flatMap((trace) => trace.values);
    const name = quantity.name[0].toUpperCase() + quantity.name.slice(1);
    return {
      description: `${name} against ${TITLES[against]}: ${group.map(({ label }) => label).join(', ')}`,
      x,
      y: axisOf(
        roundScale(Math.min(...values), Math.max(...values), TICKS.y),
        quantity.unit === '' ? name : `${name} (${quantity.unit})`,
        TICKS.y,
      ),
      spread: 'none',
      series: group.map(({ label, appearance, values: trace, along, first }) => ({
        label,
        note: noteOf(trace.length - 1 + first, against === 'seconds' ? along[along.length - 1] : null),
        appearance,
        points: trace.map((y, i) => ({
          x: along[i],
          y,
          name: `iteration ${first + i}`,
          reading: `${Number(y.toPrecision(7))}${quantity.unit === '' ? '' : ` ${quantity.unit}`}`,
          marked: trace.length <= MOST_MARKERS,
        })),
        marks: [],
      })),
      legendNotes:
        quantity.sense === null ? [] : [quantity.sense === 'maximise' ? 'Higher is better.' : 'Lower is better.'],
    };
  });
}

const TITLES: Readonly<Record<ConvergenceAxis, string>> = { iteration: 'the iteration', seconds: 'the seconds' };

function placesOf({ label, values, first, seconds }: DrawnTrace, against: ConvergenceAxis): readonly number[] {
  if (against === 'iteration') return values.map((_, i) => first + i);
  if (seconds?.length !== values.length) {
    throw new RangeError(
      `convergenceCharts: "${label}" has ${seconds?.length ?? 'no'} times for ${values.length} values`,
    );
  }
  return seconds;
}

function noteOf(iterations: number, seconds: number | null): string {
  const count = `${iterations} iterations`;
  return seconds === null ? count : `${count}, ${Number(seconds.toPrecision(2))} s`;
}
