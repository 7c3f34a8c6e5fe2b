/** Traces of iterative fits, methods with their colours, one chart for each quantity. */
import { appearancesOf } from '../../methods/appearance.ts';
import type { StoredTrace } from '../../methods/storedTraces.ts';
import type { ConvergenceAxis } from '../against.ts';
import { convergenceCharts } from './convergenceChart.ts';
import type { LineChart } from './lineChart.ts';

export interface TracedFit {
  /** Unique among the fits of a figure. */
  readonly label: string;
  readonly methodId: string;
  /** Those that are drawn. */
  readonly traces: readonly StoredTrace[];
  readonly seconds?: readonly number[];
}

/** Throws RangeError where there is nothing to draw, or where seconds are asked for that a fit has not kept. */
export function fitCharts(fits: readonly TracedFit[], against: ConvergenceAxis): LineChart[] {
  const appearances = appearancesOf(fits);
  const lines = fits.flatMap(({ label, traces, seconds }) =>
    traces.map((trace) => ({ ...trace, label, appearance: appearances.get(label)!, seconds })),
  );
  if (lines.length === 0) throw new RangeError('fitCharts: expected a trace of two values or more');
  return convergenceCharts(lines, against);
}
