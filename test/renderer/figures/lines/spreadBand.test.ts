import { describe, expect, it } from 'vitest';
import { spreadBand } from '../../../../src/renderer/figures/lines/spreadBand.ts';
import { fakeCanvas } from '../fakeCanvas.ts';

/** What is filled on scales of one pixel per unit. */
function filled(data: readonly { x: number; y: number; spread: number | null }[], band = true): [number, number][][] {
  const { canvas, drawing } = fakeCanvas(10, 10);
  const scale = { getPixelForValue: (value: number) => value };
  const chart = {
    ctx: canvas.getContext('2d'),
    chartArea: { left: 0, top: 0, width: 10, height: 10 },
    scales: { x: scale, y: scale },
    data: { datasets: [{ data, borderColor: '#000000', drawn: { band, bars: { at: [], shift: 0 }, markers: [] } }] },
  };
  (spreadBand.beforeDatasetsDraw as (chart: unknown) => void)(chart);
  return drawing.fills.map(({ path }) => path.points);
}

describe('the band of a curve', () => {
  it('runs along the mean plus, and back along the mean minus one standard deviation', () => {
    const points = filled([
      { x: 1, y: 5, spread: 2 },
      { x: 2, y: 4, spread: 1 },
    ]);
    expect(points).toEqual([
      [
        [1, 7],
        [2, 5],
        [2, 3],
        [1, 3],
      ],
    ]);
  });

  it('leaves out points without a deviation, and curves without a band', () => {
    expect(filled([{ x: 1, y: 5, spread: null }])).toEqual([[]]);
    expect(filled([{ x: 1, y: 5, spread: 2 }], false)).toEqual([]);
  });
});
