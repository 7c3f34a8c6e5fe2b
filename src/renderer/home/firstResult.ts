/** What a study gives, as a picture for whoever has none yet: three methods on the ORL faces. */
import { axisOf } from '../../core/figures/charts/axis.ts';
import type { LineChart, LineSeries } from '../../core/figures/charts/lineChart.ts';
import type { Appearance } from '../../core/methods/appearance.ts';
import { firstResult as words } from './words.ts';

/**
 * Error rates in per cent of the nearest neighbour at q = 3 … 40: 112 × 92 pixels, 4 training images per subject, mean
 * of 7 random splits.
 */
const ERRORS: Readonly<Record<string, readonly number[]>> = {
  pca: [
    35.2, 29.9, 25.3, 19.0, 17.4, 14.6, 13.5, 12.7, 11.5, 11.0, 11.3, 11.4, 11.3, 10.9, 10.8, 10.4, 10.2, 10.4, 9.8,
    9.9, 9.6, 9.6, 9.2, 9.0, 9.0, 9.0, 8.7, 8.8, 8.7, 8.7, 8.8, 8.6, 8.5, 8.3, 8.3, 8.4, 8.2, 8.1,
  ],
  ppca: [
    34.6, 33.0, 27.4, 21.8, 20.2, 17.4, 16.2, 14.5, 14.8, 14.3, 14.6, 15.2, 14.7, 14.8, 14.0, 13.6, 13.1, 12.6, 12.8,
    12.3, 12.6, 12.1, 11.9, 12.0, 12.1, 11.9, 12.1, 11.8, 11.4, 11.6, 11.5, 12.2, 12.1, 11.8, 11.8, 12.2, 12.6, 12.3,
  ],
  '2dpca': [
    7.1, 6.8, 7.5, 7.8, 7.5, 7.1, 7.3, 7.4, 7.3, 7.3, 7.3, 7.3, 7.2, 7.1, 7.1, 7.1, 7.1, 7.0, 7.0, 7.0, 7.1, 7.2, 7.2,
    7.3, 7.1, 7.2, 7.3, 7.3, 7.3, 7.3, 7.3, 7.4, 7.2, 7.2, 7.2, 7.2, 7.2, 7.3,
  ],
};
const FIRST = 3;

/** The curves of the methods that are known. */
export function firstResult(
  methods: readonly { readonly id: string; readonly title: string; readonly appearance: Appearance }[],
): LineChart {
  const series = methods.flatMap(({ id, title, appearance }): LineSeries[] => {
    const errors = ERRORS[id];
    if (!errors) return [];
    const points = errors.map((y, i) => ({ x: FIRST + i, y, name: '', reading: '', marked: i % 6 === 0 }));
    return [{ label: title, note: '', appearance, points, marks: [] }];
  });
  return {
    description: words.picture,
    x: axisOf({ kind: 'linear', from: 0, to: 40 }, words.dimension, 5),
    y: axisOf({ kind: 'linear', from: 0, to: 40 }, words.error, 5),
    spread: 'none',
    series,
    legendNotes: [],
  };
}
