/** Traces of iterative fits as charts, one per quantity: different names or units need different axes. */
import { type Appearance, appearancesOf } from '../../methods/appearance.ts';
import type { Quantity } from '../../methods/method.ts';
import { axisOf, roundScale } from './axis.ts';
import { TICKS, type LineChart } from './lineChart.ts';
import type { StoredTrace } from '../../methods/storedTraces.ts';

/** Quantities of the horizontal axis of a convergence chart. */
export const CONVERGENCE_AXES = ['iteration', 'seconds'] as const;

export type ConvergenceAxis = (typeof CONVERGENCE_AXES)[number];

export interface DrawnTrace {
  readonly label: string;
  readonly appearance: Appearance;
  readonly quantity: Quantity;
  /** One value per iteration; at least two. */
  readonly values: readonly number[];
  /** Iteration of the first value. */
  readonly first: number;
  /** Time at which each value was reached; absent if unknown. */
  readonly seconds?: readonly number[] | undefined;
}

/** Longer traces have no marker at every iteration. */
const MOST_MARKERS = 30;

/**
 * Small multiples over a common horizontal axis, in order of first appearance of the quantities. Throws RangeError if
 * seconds are requested and a trace has none.
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

export interface TracedFit {
  /** Unique among the fits of a figure. */
  readonly label: string;
  readonly methodId: string;
  /** Traces to draw. */
  readonly traces: readonly StoredTrace[];
  readonly seconds?: readonly number[];
}

/**
 * Charts of fits, one per quantity, with the colours of their methods. Throws RangeError if there is nothing to draw,
 * or if seconds are requested that a fit has not recorded.
 */
export function fitCharts(fits: readonly TracedFit[], against: ConvergenceAxis): LineChart[] {
  const appearances = appearancesOf(fits);
  const lines = fits.flatMap(({ label, traces, seconds }) =>
    traces.map((trace) => ({ ...trace, label, appearance: appearances.get(label)!, seconds })),
  );
  if (lines.length === 0) throw new RangeError('fitCharts: expected a trace of two values or more');
  return convergenceCharts(lines, against);
}
