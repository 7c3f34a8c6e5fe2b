/** Power by simulation from measured differences against the formula. */
import { describe, expect, it } from 'vitest';
import { powerOf } from '../../../src/core/compare/power.ts';
import { SIMULATED_STUDIES, simulatedPower } from '../../../src/core/compare/powerSimulation.ts';
import { powerChart } from '../../../src/core/figures/charts/powerChart.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { normalQuantile } from '../../../src/core/stats/distributions/normal.ts';
import { sampleStd } from '../../../src/core/stats/describe.ts';

const random = stream('differences for a simulation of power');
const normal = Array.from({ length: 30 }, () => 2 + 1.5 * random.normal());
const spread = sampleStd(normal);

describe('simulatedPower', () => {
  it('agrees with the formula where differences are normal, for any n_test/n_train and number of repeats', () => {
    const normal = Array.from({ length: 400 }, (_, i) => 2 + 1.5 * normalQuantile((i + 0.5) / 400));
    const spread = sampleStd(normal);
    for (const testToTrain of [0, 0.25, 2]) {
      for (const repeats of [10, 30]) {
        const design = { repeats, testToTrain, alpha: 0.05, tails: 2 } as const;
        const sizes = [0, 1, 2, 4].map((size) => size * spread * Math.sqrt(1 / repeats + testToTrain));
        const found = simulatedPower(normal, design, sizes, repeats)!;
        sizes.forEach((size, i) => {
          expect(Math.abs(found[i] - powerOf(design, size / spread))).toBeLessThan(0.03);
        });
      }
    }
  });

  it('is the same for the same input, is free of the mean of the differences, and grows with the difference', () => {
    const design = { testToTrain: 0.5, alpha: 0.05 };
    const sizes = [0, 1, 2, 3, 4, 5];
    const found = simulatedPower(normal, design, sizes)!;
    expect(simulatedPower(normal, design, sizes)).toEqual(found);
    const moved = simulatedPower(
      normal.map((value) => value + 7),
      design,
      sizes,
    )!;
    moved.forEach((power, i) => expect(Math.abs(power - found[i])).toBeLessThan(2 / SIMULATED_STUDIES));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(simulatedPower([1], design, sizes)).toBeNull();
    expect(simulatedPower([1, 2], design, sizes, 1)).toBeNull();
    expect(simulatedPower([1, 2], design, sizes, 2)).toHaveLength(sizes.length);
    expect(simulatedPower([1, 1, 1], design, sizes)).toBeNull();
  });
});

describe('powerChart', () => {
  const subject = { first: 'A', second: 'B', where: 'k = 2', measure: measureOf('error-rate'), wanted: 0.8 };

  it('draws formula and simulation, and marks the difference that is found with the wanted power', () => {
    const design = { testToTrain: 0.5, alpha: 0.05 };
    const chart = powerChart(normal, design, subject)!;
    expect(chart.series.map(({ label }) => label)).toEqual(['30 repeats', 'Simulation', '120 repeats', 'any number']);
    const [own, , more, any] = chart.series;
    const [mark] = own.marks;
    expect(mark.y).toBe(0.8);
    expect(powerOf({ repeats: 30, ...design, tails: 2 }, mark.x / spread)).toBeCloseTo(0.8, 6);
    own.points.slice(1).forEach(({ y }, i) => {
      expect(more.points[i + 1].y).toBeGreaterThanOrEqual(y);
      expect(any.points[i + 1].y).toBeGreaterThanOrEqual(more.points[i + 1].y);
    });
    expect(chart.x.title).toBe('True difference Δ (pp)');
    expect(powerChart([2, 2], design, subject)).toBeNull();
  });
});
