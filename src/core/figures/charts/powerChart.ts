/** Power of the corrected resampled t-test against the difference of two methods, by formula and by simulation. */
import { detectable, powerOf, type Design } from '../../compare/power.ts';
import { simulatedPower } from '../../compare/powerSimulation.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import type { Measure } from '../../measures/measures.ts';
import { COLOURS, type Appearance } from '../../methods/appearance.ts';
import { sampleStd } from '../../stats/describe.ts';
import { normalQuantile, normalUpperTail } from '../../stats/distributions/normal.ts';
import { axisOf, roundScale } from './axis.ts';
import { TICKS, type LineChart, type LinePoint, type LineSeries } from './lineChart.ts';

export interface PowerSubject {
  /** Labels of the two methods, and the condition and dataset. */
  readonly first: string;
  readonly second: string;
  readonly where: string;
  readonly measure: Pick<Measure, 'unit' | 'digits'>;
  readonly wanted: number;
}

/** Points of a curve; every `SIMULATED`-th is also simulated. */
const POINTS = 17;
const SIMULATED = 2;

const look = (index: number, dash: readonly number[]): Appearance => {
  return { ...COLOURS[index], marker: 'circle', fill: 'hollow', dash };
};

/**
 * Curves for the present number of repeats, for four times as many, and for the limit of infinitely many; null with
 * fewer than two differences, or if they are all equal.
 */
export function powerChart(
  differences: readonly number[],
  { testToTrain, alpha }: { readonly testToTrain: number; readonly alpha: number },
  { first, second, where, measure, wanted }: PowerSubject,
): LineChart | null {
  const n = differences.length;
  const spread = n < 2 ? 0 : sampleStd(differences);
  if (spread === 0) return null;
  const design: Design = { repeats: n, testToTrain, alpha, tails: 2 };
  const unit = differenceUnit(measure);
  const named = (value: number): string => `${value.toFixed(measure.digits + 1)}${unit && ` ${unit}`}`;
  const least = spread * detectable(design, wanted);
  const x = axisOf(roundScale(0, 1.5 * least, TICKS.x), `True difference Δ${unit && ` (${unit})`}`, TICKS.x);
  const sizes = Array.from({ length: POINTS }, (_, i) => (x.to * i) / (POINTS - 1));
  const point = (size: number, power: number, marked: boolean): LinePoint => {
    return { x: size, y: power, marked, name: `Δ = ${named(size)}`, reading: `power ${power.toFixed(2)}` };
  };
  const curve = (label: string, appearance: Appearance, power: (effect: number) => number): LineSeries => ({
    label,
    note: '',
    appearance,
    points: sizes.map((size) => point(size, power(size / spread), false)),
    marks: [],
  });
  const repeated = (repeats: number) => (effect: number) => powerOf({ ...design, repeats }, effect);
  /** In the limit the t distribution is normal and 1/n vanishes. */
  const limit = (effect: number): number => {
    if (testToTrain === 0) return effect === 0 ? alpha : 1;
    const bound = normalQuantile(1 - alpha / 2);
    const shift = effect / Math.sqrt(testToTrain);
    return normalUpperTail(bound - shift) + normalUpperTail(bound + shift);
  };
  const actual = curve(`${n} repeats`, look(0, []), repeated(n));
  const some = sizes.filter((_, i) => i % SIMULATED === 0);
  const simulated = simulatedPower(differences, design, some)!;
  return {
    description: `Power of the corrected resampled t-test against the difference of ${first} and ${second}, ${where}`,
    x,
    y: axisOf({ kind: 'linear', from: 0, to: 1 }, 'Power', TICKS.y),
    spread: 'none',
    series: [
      { ...actual, marks: [{ ...point(least, wanted, true), kind: 'large' }] },
      {
        label: 'Simulation',
        note: `${n} repeats`,
        appearance: look(3, [1, 5]),
        points: some.map((size, i) => point(size, simulated[i], true)),
        marks: [],
      },
      curve(`${4 * n} repeats`, look(2, [6, 3]), repeated(4 * n)),
      curve('any number', look(5, [2, 3]), limit),
    ],
    legendNotes: [
      `${first} and ${second}, ${where}`,
      `n_test/n_train = ${testToTrain.toFixed(2)}, s = ${named(spread)}, two-sided α = ${alpha}`,
      `Large: Δ = ${named(least)} is found with power ${wanted}`,
    ],
  };
}
