/** The objective of iterative fits against the iteration. */
import { appearancesOf } from '../methods/appearance.ts';
import { lineChart } from './lineChart.ts';
import type { FigureTheme } from './theme.ts';
import { roundScale } from './ticks.ts';

export interface Trace {
  readonly label: string;
  readonly methodId: string;
  /** The objective after every iteration. */
  readonly values: readonly number[];
}

/** Longer traces are drawn without a marker at every iteration. */
const MOST_MARKERS = 30;

/** `objective` names what is iterated on, e.g. "Log-likelihood". Throws RangeError where no trace has two values. */
export function convergenceFigure(traces: readonly Trace[], objective: string, theme: FigureTheme): string {
  const drawn = traces.filter(({ values }) => values.length > 1);
  if (drawn.length === 0) throw new RangeError('convergenceFigure: expected a trace of two values or more');
  const appearances = appearancesOf(drawn);
  const values = drawn.flatMap((trace) => trace.values);
  return lineChart(
    {
      description: `${objective} against the iteration: ${drawn.map(({ label }) => label).join(', ')}`,
      x: {
        kind: 'linear',
        from: 1,
        to: Math.max(...drawn.map((trace) => trace.values.length)),
        title: 'Iteration',
      },
      y: { ...roundScale(Math.min(...values), Math.max(...values), 7), title: objective },
      series: drawn.map(({ label, values: trace }) => ({
        label,
        note: `${trace.length} iterations`,
        appearance: appearances.get(label)!,
        points: trace.map((y, i) => ({ x: i + 1, y, marked: trace.length <= MOST_MARKERS })),
      })),
    },
    theme,
  );
}
