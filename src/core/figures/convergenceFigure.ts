/** The objective of iterative fits against the iteration, methods with their colours. */
import { appearancesOf } from '../methods/appearance.ts';
import { convergenceChart } from './convergenceChart.ts';
import { lineChart } from './lineChart.ts';
import type { FigureTheme } from './theme.ts';

export interface Trace {
  readonly label: string;
  readonly methodId: string;
  /** The objective after every iteration. */
  readonly values: readonly number[];
}

/** `objective` names what is iterated on, e.g. "Log-likelihood". Throws RangeError where no trace has two values. */
export function convergenceFigure(traces: readonly Trace[], objective: string, theme: FigureTheme): string {
  const drawn = traces.filter(({ values }) => values.length > 1);
  if (drawn.length === 0) throw new RangeError('convergenceFigure: expected a trace of two values or more');
  const appearances = appearancesOf(drawn);
  const coloured = drawn.map(({ label, values }) => ({ label, values, appearance: appearances.get(label)! }));
  return lineChart(convergenceChart(coloured, objective), theme);
}
