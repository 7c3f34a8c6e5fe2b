import type { Appearance } from '../contract/types.ts';
import type { LineChart } from './lineChart.ts';
import { roundScale } from './ticks.ts';

export interface DrawnTrace {
  readonly label: string;
  readonly appearance: Appearance;
  /** The objective after every iteration; two values at least. */
  readonly values: readonly number[];
}

/** Longer traces are drawn without a marker at every iteration. */
const MOST_MARKERS = 30;

/** The objective of iterative fits against the iteration; `objective` names what is iterated on. */
export function convergenceChart(traces: readonly DrawnTrace[], objective: string): LineChart {
  const values = traces.flatMap((trace) => trace.values);
  return {
    description: `${objective} against the iteration: ${traces.map(({ label }) => label).join(', ')}`,
    x: { kind: 'linear', from: 1, to: Math.max(...traces.map((trace) => trace.values.length)), title: 'Iteration' },
    y: { ...roundScale(Math.min(...values), Math.max(...values), 7), title: objective },
    series: traces.map(({ label, appearance, values: trace }) => ({
      label,
      note: `${trace.length} iterations`,
      appearance,
      points: trace.map((y, i) => ({ x: i + 1, y, marked: trace.length <= MOST_MARKERS })),
    })),
  };
}
