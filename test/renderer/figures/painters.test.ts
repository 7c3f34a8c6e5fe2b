/** One description, two painters: what chart.js draws on a canvas stands where the exported SVG has it. */
import { BasicPlatform } from 'chart.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { characteristicChart } from '../../../src/core/figures/charts/characteristic.ts';
import { convergenceCharts } from '../../../src/core/figures/charts/convergenceChart.ts';
import { errorCurves, type CurvesLook } from '../../../src/core/figures/charts/errorCurves.ts';
import { LINE_STYLE, namedSeries, type LineChart } from '../../../src/core/figures/charts/lineChart.ts';
import { barShifts } from '../../../src/core/figures/charts/errorBarPlacement.ts';
import { spectrumChart } from '../../../src/core/figures/charts/spectrum.ts';
import { lineChartSvg } from '../../support/paintedSvg.ts';
import { timeChart } from '../../../src/core/figures/charts/timeChart.ts';
import type { Appearance } from '../../../src/core/methods/appearance.ts';
import { lineChartConfig } from '../../../src/renderer/figures/lines/lineChartConfig.ts';
import { Chart } from '../../../src/renderer/figures/lines/plot.ts';
import { fakeResults, fakeStudy } from '../fakeData.ts';
import { fakeCanvas, FakePath } from './fakeCanvas.ts';

const study = { ...fakeStudy(1), spec: { ...fakeStudy(1).spec } };
const results = fakeResults(study);
const appearances = new Map(study.methods.map(({ label, appearance }) => [label, appearance]));
const yellow: Appearance = { light: '#F0E442', dark: '#F0E442', marker: 'star', fill: 'full', dash: [6, 3] };
const half: Appearance = { ...yellow, marker: 'rect', fill: 'half' };
const look: CurvesLook = {
  condition: 'k=2',
  labels: undefined,
  axis: 'latent',
  scale: 'log',
  range: 'full',
  shapes: 'best',
  spread: 'band',
};

/** The fake study with a validated shape off the best, so that there are diamonds, too. */
const table = {
  ...results.table,
  rows: results.table.rows.map((row) => ({
    ...row,
    entries: row.entries.map((entry) => {
      const curve = results.curves.find(({ label }) => label === row.label)!;
      return { ...entry, validated: { ...entry, shapes: [], shape: curve.points[3].shape } };
    }),
  })),
};
const curves = (other: Partial<CurvesLook>): LineChart =>
  errorCurves(table, results.curves, { ...look, ...other }, appearances);
const quantity = { name: 'log-likelihood', unit: 'nats', sense: 'maximise' } as const;

const charts: Readonly<Record<string, LineChart>> = {
  'error curves with bands': curves({}),
  'error curves with bars on a linear axis near the best': curves({ spread: 'bars', scale: 'linear', range: 'near' }),
  'square shapes of two methods': curves({ spread: 'none', shapes: 'square', labels: ['PCA', 'GLRAM'] }),
  'no curve at all': curves({ labels: [] }),
  'cumulative match': characteristicChart(
    'cmc',
    [{ label: 'A', appearance: half, shape: [3], points: [0.5, 0.8, 0.9, 1].map((y, i) => ({ x: i + 1, y })) }],
    'k = 2',
  ),
  'receiver operating characteristics': characteristicChart(
    'roc',
    [
      {
        label: 'A',
        appearance: yellow,
        shape: [3],
        points: [0, 0.0007, 0.01, 0.3, 1].map((x) => ({ x, y: 0.4 + 0.6 * x })),
      },
    ],
    'k = 2',
  ),
  'a trade-off with bands that are not even': characteristicChart(
    'det',
    [
      {
        label: 'A',
        appearance: yellow,
        shape: [3],
        points: [0.001, 0.01, 0.1, 0.3].map((x) => ({
          x,
          y: 0.5 + x,
          interval: { low: 0.4 + x, high: 0.55 + x },
        })),
      },
    ],
    'k = 2',
    'subjects',
  ),
  'errors against time': timeChart(
    table,
    { of: 'fit', seconds: Object.fromEntries(table.rows.map(({ label }, n) => [label, 0.2 * 4 ** n])) },
    { condition: 'k=2', selection: 'oracle' },
    appearances,
  ),
  convergence: convergenceCharts(
    [{ label: 'BPPCA', appearance: yellow, quantity, values: [-30.25, -20, -19.5, -19.4], first: 1 }],
    'iteration',
  )[0],
  'eigenvalues on logarithmic axes': spectrumChart(
    { values: [612, 93, 11, 2.4, 0.3], total: 720, images: 40 },
    { show: 'values', scale: 'log' },
    'orl',
  ),
  'cumulative variance': spectrumChart(
    { values: [612, 93, 11], total: 720, images: 40 },
    { show: 'cumulative', scale: 'linear' },
    'orl',
  ),
};

/** Shares of the plot's width from the left and of its height from below. */
interface Placed {
  readonly x: number;
  readonly y: number;
}
interface Read {
  readonly xTicks: readonly { readonly text: string; readonly at: number }[];
  readonly yTicks: readonly { readonly text: string; readonly at: number }[];
  readonly yTitle: string;
  /** Names at the ends of the lines or right of the plot, from top to bottom. */
  readonly names: readonly string[];
  readonly lines: readonly { readonly colour: string; readonly dash: string; readonly points: readonly Placed[] }[];
  /** From y to `to`. */
  readonly bars: readonly (Placed & { readonly colour: string; readonly to: number })[];
  readonly bands: readonly { readonly colour: string; readonly opacity: number }[];
  readonly markers: readonly (Placed & {
    readonly outline: string;
    readonly colour: string;
    readonly scale: number;
  })[];
}

beforeAll(() => {
  vi.stubGlobal('Path2D', FakePath);
  return () => vi.unstubAllGlobals();
});

/** How many pixels right of their points bars stand, on canvases and sheets of any width. */
function barShiftsByColour(description: LineChart, theme: 'light' | 'dark'): ReadonlyMap<string, number> {
  const shifts = barShifts(description);
  return new Map(description.series.map(({ appearance }, i) => [appearance[theme], shifts[i]]));
}

function onCanvas(description: LineChart, theme: 'light' | 'dark'): Read {
  const { canvas, drawing } = fakeCanvas(900, 500);
  const config = lineChartConfig(description, { theme, highlighted: null, font: 'sans-serif' });
  const chart = new Chart(canvas, {
    ...config,
    platform: BasicPlatform,
    options: { ...config.options, responsive: false, devicePixelRatio: 1 },
  } as never);
  chart.draw();
  const { left, top, width, height } = chart.chartArea;
  const placed = (x: number, y: number): Placed => ({ x: (x - left) / width, y: 1 - (y - top) / height });
  // Drawn twice, when it was made and on demand: the last is read.
  const last = <T>(list: readonly T[]): readonly T[] => list.slice(list.length / 2);
  const words = last(drawing.texts);
  const ticks = words.filter(({ text }) => text !== description.y.title);
  const long = last(drawing.strokes.filter(({ path }) => path.points.length > 2));
  const curves = long.filter(({ width }) => width !== LINE_STYLE.barWidth);
  const bars = long.filter(({ width }) => width === LINE_STYLE.barWidth);
  const shifts = barShiftsByColour(description, theme);
  const markers = last(drawing.fills.filter(({ path }) => path.outline !== ''));
  const read: Read = {
    xTicks: ticks
      .filter(({ x, y }) => y > top + height && x <= left + width + 7)
      .map(({ text, x }) => ({ text, at: placed(x, 0).x })),
    yTicks: ticks
      .filter(({ y }) => y <= top + height + 7 && y >= top - 7)
      .filter(({ x }) => x < left)
      .map(({ text, y }) => ({ text, at: placed(0, y).y })),
    yTitle: words.find(({ text }) => text === description.y.title)?.text ?? '',
    names: words
      .filter(({ text }) => namedSeries(description).some(({ series }) => series.label === text))
      .sort((a, b) => a.y - b.y)
      .map(({ text }) => text),
    lines: curves.map(({ path, colour, dash }) => ({
      colour,
      dash: dash.join(' '),
      // Chart.js moves to the first point and, for some lines, draws one to it.
      points: path.points
        .filter((point, i, all) => i === 0 || point.join() !== all[i - 1].join())
        .map(([x, y]) => placed(x, y)),
    })),
    bars: bars.flatMap(({ path, colour }) =>
      // A stem, then both caps, of each.
      path.points.flatMap(([x, low], i, all) =>
        i % 6 === 0 ? [{ colour, ...placed(x - shifts.get(colour)!, low), to: placed(x, all[i + 1][1]).y }] : [],
      ),
    ),
    bands: last(drawing.fills.filter(({ opacity }) => opacity < 1)).map(({ colour, opacity }) => ({ colour, opacity })),
    // Without those next to names, right of the plot.
    markers: markers
      .filter(({ x, scale }) => x <= left + width && scale !== LINE_STYLE.named)
      .map(({ path, x, y, scale, colour }) => ({
        ...placed(x, y),
        outline: path.outline,
        colour,
        scale,
      })),
  };
  chart.destroy();
  return read;
}

function attributes(tag: string): Record<string, string> {
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

function inSvg(description: LineChart, theme: 'light' | 'dark'): Read {
  const svg = lineChartSvg(description, theme);
  const box = attributes(/<svg width="560"[^>]*>/.exec(svg)![0]);
  const [left, top, width, height] = [box['x'], box['y'], box['width'], box['height']].map(Number);
  const placed = (x: number, y: number): Placed => ({ x: (x - left) / width, y: 1 - (y - top) / height });
  const all = (name: string, className: string) =>
    [...svg.matchAll(new RegExp(`<${name} ([^>]*class="${className}"[^>]*)>([^<]*)`, 'g'))].map(([, tag, text]) => ({
      ...attributes(tag),
      text,
    })) as unknown as readonly Record<string, string>[];
  const marks = all('path', '(?:small|large|diamond)');
  const shifts = barShiftsByColour(description, theme);
  return {
    xTicks: all('text', 'x tick').map(({ text, x }) => ({ text, at: placed(Number(x), 0).x })),
    yTicks: all('text', 'y tick').map(({ text, y }) => ({ text, at: placed(0, Number(y) - 4).y })),
    yTitle: all('text', 'y title')[0]['text'],
    names: all('text', 'legend')
      .toSorted((a, b) => Number(a['y']) - Number(b['y']))
      .map(({ text }) => text),
    lines: all('path', 'line').map((line) => ({
      colour: line['stroke'],
      dash: line['stroke-dasharray'] ?? '',
      points: [...line['d'].matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => placed(Number(x), Number(y))),
    })),
    bars: all('path', 'bars').flatMap(({ d, stroke }) =>
      // Stem, lower and upper cap.
      [...d.matchAll(/M([\d.]+),(-?[\d.]+)L[\d.]+,(-?[\d.]+)(?:M[^M]+){2}/g)].map(([, x, low, high]) => ({
        colour: stroke,
        ...placed(Number(x) - shifts.get(stroke)!, Number(low)),
        to: placed(0, Number(high)).y,
      })),
    ),
    bands: all('path', 'band').map((band) => ({ colour: band['fill'], opacity: Number(band['fill-opacity']) })),
    markers: marks.map((mark) => {
      const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(mark['transform'])!.map(Number);
      return { ...placed(x, y), outline: mark['d'], colour: mark['fill'], scale };
    }),
  };
}

/** What is read, with places that a thousandth of the plot away would not match. */
function near({ lines, bars, markers, xTicks, yTicks, ...rest }: Read) {
  const close = (value: number): number => expect.closeTo(value, 3) as unknown as number;
  const place = <T extends Placed>(point: T): T => ({ ...point, x: close(point.x), y: close(point.y) });
  const ticks = (list: Read['xTicks']) => list.map(({ text, at }) => ({ text, at: close(at) }));
  return {
    ...rest,
    xTicks: ticks(xTicks),
    yTicks: ticks(yTicks),
    lines: lines.map((line) => ({ ...line, points: line.points.map(place) })),
    bars: bars.map((bar) => ({ ...place(bar), to: close(bar.to) })),
    markers: markers.map(place),
  };
}

it('bars at both ends of the axis are whole', () => {
  const chart = charts['error curves with bars on a linear axis near the best'];
  const points = [1, 4].map((x) => ({ x, y: 5, spread: 1, marked: true, name: '', reading: '' }));
  const series = chart.series.slice(0, 2).map((one) => ({ ...one, points, marks: [] }));
  const x = { ...chart.x, from: 1, to: 4 };
  const svg = lineChartSvg({ ...chart, x, y: { ...chart.y, from: 0, to: 10 }, series }, 'light');
  const [, box, inside] = /(<svg width="[\d.]+" [^>]*>)((?:(?!<svg|<.svg).)*class="bars".*?)<.svg>/s.exec(svg)!;
  const { x: left, width } = attributes(box) as { x: string; width: string };
  const caps = [...inside.matchAll(/M([\d.]+),([\d.]+)L([\d.]+),\2/g)].flatMap(([, from, , to]) => [from, to]);
  expect(caps).toHaveLength(16);
  expect(Math.min(...caps.map(Number))).toBeGreaterThanOrEqual(Number(left));
  expect(Math.max(...caps.map(Number))).toBeLessThanOrEqual(Number(left) + Number(width));
});

describe.each(Object.keys(charts))('%s', (name) => {
  it.each(['light', 'dark'] as const)('stand on the page as in the exported figure, %s', (theme) => {
    const chart = charts[name];
    const svg = inSvg(chart, theme);
    expect(onCanvas(chart, theme)).toEqual(near(svg));
    // What is compared is there.
    expect(svg.xTicks).toEqual(chart.x.ticks.map(({ text }) => expect.objectContaining({ text })));
    expect(svg.yTicks.length).toBeGreaterThan(1);
    expect(svg.lines).toHaveLength(chart.series.filter(({ points }) => points.length > 1).length);
    expect(svg.names.toSorted()).toEqual(
      namedSeries(chart)
        .map((one) => one.series.label)
        .toSorted(),
    );
    expect(svg.bars.length > 0).toBe(chart.spread === 'bars');
    expect(svg.bands.length > 0).toBe(chart.spread === 'band' && chart.series.length > 0);
  });
});
