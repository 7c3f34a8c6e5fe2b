import { describe, expect, it } from 'vitest';
import { deviationBand } from '../../../src/renderer/figures/deviationBand.ts';

/** A context that notes where lines go, and scales of one pixel a unit. */
function drawn(data: readonly { x: number; y: number; std: number | null }[]): [number, number][] {
  const lines: [number, number][] = [];
  const nothing = (): void => {};
  const context = {
    save: nothing,
    restore: nothing,
    beginPath: nothing,
    rect: nothing,
    clip: nothing,
    closePath: nothing,
    fill: nothing,
    lineTo: (x: number, y: number) => lines.push([x, y]),
  };
  const scale = { getPixelForValue: (value: number) => value };
  const chart = {
    ctx: context,
    chartArea: { left: 0, top: 0, width: 10, height: 10 },
    scales: { x: scale, y: scale },
    data: { datasets: [{ data, borderColor: '#000000' }] },
  };
  (deviationBand.beforeDatasetsDraw as (chart: unknown) => void)(chart);
  return lines;
}

describe('the band of a curve', () => {
  it('runs along the mean plus, and back along the mean minus one standard deviation', () => {
    const lines = drawn([
      { x: 1, y: 5, std: 2 },
      { x: 2, y: 4, std: 1 },
    ]);
    expect(lines).toEqual([
      [1, 7],
      [2, 5],
      [2, 3],
      [1, 3],
    ]);
  });

  it('leaves out points without a deviation', () => {
    expect(drawn([{ x: 1, y: 5, std: null }])).toEqual([]);
  });
});
