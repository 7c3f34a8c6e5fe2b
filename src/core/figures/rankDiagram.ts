/** Average ranks on an axis, with bars over the methods that Nemenyi's test does not tell apart (Demšar, 2006). */
import { appearanceOf } from '../methods/appearance.ts';
import { findMethod } from '../methods/registry.ts';
import type { RankReport } from '../study/comparison/ranks.ts';
import { marker } from './lineChart.ts';
import { element, path, picture, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

const AXIS = { width: 420, y: 74 };
const ROW = 22;
const BAR = 10;

/** Rank 1 is at the left; the better half of the methods is named on the left, the other on the right. */
export function rankDiagram(report: RankReport, theme: FigureTheme): string {
  const colours = figureColours(theme);
  const { methods, nemenyi, alpha, blocks } = report;
  const k = methods.length;
  const names = methods.map(({ label, averageRank }) => `${label}  ${averageRank?.toFixed(2) ?? '–'}`);
  const side = 54 + Math.max(40, ...names.map((name) => textWidth(name, 12)));
  const x = (rank: number): number => side + (AXIS.width * (rank - 1)) / Math.max(1, k - 1);
  const groups = nemenyi?.groups ?? [];
  const firstRow = AXIS.y + 20 + groups.length * BAR;
  const half = Math.ceil(k / 2);
  const rowOf = (m: number): number => firstRow + ROW * (m < half ? m : k - 1 - m);
  const height = firstRow + ROW * half + 34;
  const width = 2 * side + AXIS.width;
  const note = `Average rank over ${blocks.length} ${report.per}${blocks.length === 1 ? '' : 's'}, 1 is best${nemenyi ? `; bars: no difference at α = ${alpha} (Nemenyi)` : ''}`;
  const body = [
    element('rect', { width, height, fill: colours.surface }),
    rankAxis(k, x, colours),
    nemenyi ? criticalBar(nemenyi.criticalDifference, k, x, colours) : '',
    ...methods.map(({ methodId, averageRank }, m) => {
      const [at, y] = [x(averageRank ?? 1), rowOf(m)];
      const end = m < half ? side - 24 : side + AXIS.width + 24;
      const stem = element('path', {
        d: path([
          [at, AXIS.y],
          [at, y],
          [end, y],
        ]),
        fill: 'none',
        stroke: colours.secondary,
      });
      const method = findMethod(methodId);
      const mark = method ? marker(appearanceOf(method), end + (m < half ? -8 : 8), y, 0.9, colours) : '';
      const anchor = m < half ? 'end' : 'start';
      return (
        stem + mark + text(end + (m < half ? -18 : 18), y + 4, names[m], { fill: colours.text, 'text-anchor': anchor })
      );
    }),
    ...groups.map(([first, last], g) => {
      const y = AXIS.y + 12 + g * BAR;
      const [from, to] = [methods[first].averageRank ?? 1, methods[last].averageRank ?? 1];
      const d = path([
        [x(from) - 4, y],
        [x(to) + 4, y],
      ]);
      return element('path', { d, stroke: colours.text, 'stroke-width': 4 });
    }),
    text(width / 2, height - 12, note, { fill: colours.secondary, 'text-anchor': 'middle' }),
  ];
  const order = methods.map(({ label, averageRank }) => `${label} ${averageRank?.toFixed(2) ?? '–'}`).join(', ');
  return picture(width, height, `Average ranks: ${order}`, body.join(''));
}

function rankAxis(k: number, x: (rank: number) => number, colours: FigureColours): string {
  const step = Math.ceil(k / 15);
  const ranks = Array.from({ length: k }, (_, i) => i + 1).filter((rank) => (rank - 1) % step === 0);
  const ticks = ranks.map((rank) => {
    const tick = element('path', {
      d: path([
        [x(rank), AXIS.y - 6],
        [x(rank), AXIS.y],
      ]),
      stroke: colours.secondary,
    });
    return tick + text(x(rank), AXIS.y - 12, String(rank), { fill: colours.secondary, 'text-anchor': 'middle' });
  });
  const line = element('path', {
    d: path([
      [x(1), AXIS.y],
      [x(k), AXIS.y],
    ]),
    stroke: colours.secondary,
  });
  return line + ticks.join('');
}

/** The critical difference as a length, above the axis; cut off where it is longer than the axis. */
function criticalBar(difference: number, k: number, x: (rank: number) => number, colours: FigureColours): string {
  const end = Math.min(1 + difference, k);
  const y = 24;
  const whole = end === 1 + difference;
  const line = path([
    [x(1), y],
    [x(end), y],
  ]);
  const caps =
    path([
      [x(1), y - 4],
      [x(1), y + 4],
    ]) +
    (whole
      ? path([
          [x(end), y - 4],
          [x(end), y + 4],
        ])
      : '');
  return (
    element('path', { d: line + caps, fill: 'none', stroke: colours.text, 'stroke-width': 1.5 }) +
    text(x(1), y - 9, `Critical difference ${difference.toFixed(2)}`, { fill: colours.text })
  );
}
