/** Every kind of figure, drawn from invented numbers for a sheet. */
import { axisOf } from '../../src/core/figures/charts/axis.ts';
import { characteristicChart } from '../../src/core/figures/charts/characteristic.ts';
import { confusionMatrix, type ConfusionMatrix } from '../../src/core/figures/charts/confusionMatrix.ts';
import type { Drawing } from '../../src/core/figures/drawing/drawing.ts';
import type { HeatMap } from '../../src/core/figures/charts/heatMap.ts';
import type { LineChart } from '../../src/core/figures/charts/lineChart.ts';
import { modelSpectrumChart } from '../../src/core/figures/charts/modelCharts.ts';
import { overview } from '../../src/core/figures/charts/overview.ts';
import type { Sheet } from '../../src/core/figures/drawingArea.ts';
import { practicalBars } from '../../src/core/figures/practicalBars.ts';
import { rankDiagram } from '../../src/core/figures/rankDiagram.ts';
import { repeatStrips } from '../../src/core/figures/charts/repeatStrips.ts';
import { drawConfusionMatrix } from '../../src/core/figures/kinds/confusion.ts';
import { drawHeatMap } from '../../src/core/figures/painters/heatMap.ts';
import { drawLineCharts, drawLineChart } from '../../src/core/figures/painters/lineChart.ts';
import { drawOverview } from '../../src/core/figures/painters/overview.ts';
import { drawPracticalBars } from '../../src/core/figures/painters/practicalBars.ts';
import { drawRankDiagram } from '../../src/core/figures/painters/rankDiagram.ts';
import { drawRepeatStrips } from '../../src/core/figures/painters/repeatStrips.ts';
import { appearancesOf } from '../../src/core/methods/appearance.ts';
import type { RankReport } from '../../src/core/study/comparison/ranks.ts';
import { confusedPairs } from '../../src/core/study/table/confusion.ts';
import { table } from '../core/report/sampleTable.ts';

const NAMES = ['pca', 'bppca', 'glram', 'ppca', '2dpca', 'lda', 'mvfa', 'psopca'];
const methods = NAMES.map((methodId, i) => ({
  label: ['PCA', 'Bilinear PPCA'][i] ?? methodId.toUpperCase(),
  methodId,
}));
const appearances = appearancesOf(methods);

export function curves(count: number): LineChart {
  const series = methods.slice(0, count).map(({ label }, m) => ({
    label,
    note: `${(12 + m).toFixed(1)} (10, 3)`,
    appearance: appearances.get(label)!,
    points: Array.from({ length: 12 }, (_, i) => {
      const x = 1 + 4 * i;
      return { x, y: 10 + m + 60 / x, spread: 2, name: `(${x})`, reading: '', marked: i % 3 === 0 };
    }),
    marks: [{ kind: 'large' as const, x: 45, y: 11 + m, name: '', reading: '' }],
  }));
  return {
    description: 'Error rate <against> the latent dimension & more',
    x: axisOf({ kind: 'log', from: 1, to: 50 }, 'Latent dimension q, of bilinear methods √(q_c q_r)', 9),
    y: axisOf({ kind: 'linear', from: 0, to: 80 }, 'Mean error rate (%)', 7),
    spread: 'band',
    series,
    legendNotes: [
      'k = 2, ORL',
      'Bands: ± 1 std',
      'Large mark: lowest mean error (oracle)',
      '◇ most often chosen (validated)',
    ],
  };
}

export function heat(rows: number, columns: number): HeatMap {
  const axis = (name: string, count: number) => ({
    name,
    values: Array.from({ length: count }, (_, i) => i + 1),
    ticks: Array.from({ length: count }, (_, i) => ({ value: i, text: String(i + 1) })).filter(
      (_, i) => i % Math.ceil(count / 16) === 0,
    ),
  });
  return {
    title: 'Bilinear PPCA, k = 2, noise σ = 20 (test), ORL faces of 56 × 46 pixels',
    description: 'Mean error rate of BPPCA',
    x: axis('q_r', columns),
    y: axis('q_c', rows),
    cells: Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, j) => ({
        mean: i + j,
        std: 1,
        n: 5,
        shade: (i * 7 + j * 3) % 64,
        reading: '',
      })),
    ),
    best: { row: 0, column: 0, text: 'Lowest: (1, 1)' },
    scale: { title: 'Mean error rate (%)', best: { value: 0, text: '10.0%' }, worst: { value: 1, text: '≥ 80.0%' } },
  };
}

/** Average ranks of so many methods in which neighbours are not told apart. */
export function ranks(count: number) {
  const labels = Array.from({ length: count }, (_, m) => ({
    label: `Method ${m + 1} of ${'long '.repeat(m % 3)}name`,
    methodId: 'pca',
  }));
  const report = {
    per: 'condition',
    alpha: 0.05,
    methods: labels.map((method, m) => ({ ...method, averageRank: 1 + 0.9 * m })),
    blocks: Array.from({ length: 12 }, () => ({ title: '', values: [], ranks: [] })),
    nemenyi: {
      criticalDifference: 3,
      groups: Array.from({ length: Math.max(1, count - 3) }, (_, m) => [m, Math.min(count - 1, m + 3)]),
    },
  } as unknown as RankReport;
  return rankDiagram(report, appearancesOf(labels));
}

/** Probabilities of every pair of three methods: sure, undecided and equal. */
export const practicalReport = {
  per: 'condition',
  measure: { id: 'error-rate', unit: '%', better: 'lower' },
  methods: methods.slice(0, 3),
  blocks: Array.from({ length: 6 }, () => ({ title: '', values: [], ranks: [] })),
  practical: {
    test: 'signed-rank',
    halfWidth: 1,
    draws: 50_000,
    pairs: [
      { first: 0, second: 1, firstBetter: 0.97, equivalent: 0.03, secondBetter: 0 },
      { first: 0, second: 2, firstBetter: 0.3, equivalent: 0.3, secondBetter: 0.4 },
      { first: 1, second: 2, firstBetter: 0, equivalent: 1, secondBetter: 0 },
    ],
  },
} as unknown as RankReport;

const rates = Array.from({ length: 20 }, (_, i) => ({ x: 10 ** (-3 + (3 * i) / 20), y: 0.3 + 0.034 * i, std: 0.05 }));
const characteristic = (id: 'cmc' | 'roc' | 'det'): LineChart =>
  characteristicChart(
    id,
    methods.slice(0, 4).map(({ label }, m) => ({
      label,
      appearance: appearances.get(label)!,
      shape: [10, 3],
      points: rates.map((point, i) => ({
        ...point,
        x: id === 'cmc' ? i + 1 : point.x,
        y: Math.min(1, point.y + 0.02 * m),
      })),
    })),
    'k = 2, ORL',
  );

/** Every subject is misclassified as the next one and as the first. */
export function confusions(count: number): ConfusionMatrix {
  const subjects = Array.from({ length: count }, (_, n) => `subject ${n + 1}`);
  const counts = subjects.map((_, row) =>
    subjects.map((_, column) => (row === column ? 9 : column === (row + 1) % count || column === 0 ? 1 + row : 0)),
  );
  return confusionMatrix({ subjects, pairs: confusedPairs(counts) }, 'Bilinear PPCA, k = 2, ORL faces');
}

const eigenvalues = modelSpectrumChart({
  of: 'columns',
  name: 'q_r',
  values: Array.from({ length: 56 }, (_, i) => 5000 / (i + 1) ** 2),
  total: 8000,
  images: 80,
  chosen: 10,
  noise: 0.5,
});

export const sampleFigures: readonly (readonly [kind: string, draw: (sheet: Sheet) => Drawing])[] = [
  ['curves of 3', (sheet) => drawLineChart(curves(3), 'light', sheet)],
  ['curves of 8', (sheet) => drawLineChart(curves(8), 'light', sheet)],
  ['facets', (sheet) => drawLineCharts([curves(2), curves(2)], 'light', sheet)],
  [
    'panels',
    (sheet) =>
      drawLineCharts(
        [2, 3, 8].map((k) => ({ ...curves(k), title: `k = ${k}` })),
        'light',
        sheet,
      ),
  ],
  ['cmc', (sheet) => drawLineChart(characteristic('cmc'), 'light', sheet)],
  ['roc', (sheet) => drawLineChart(characteristic('roc'), 'light', sheet)],
  ['det', (sheet) => drawLineChart(characteristic('det'), 'light', sheet)],
  ['grid of 3 × 20', (sheet) => drawHeatMap(heat(3, 20), 'light', sheet)],
  ['grid of 46 × 56', (sheet) => drawHeatMap(heat(46, 56), 'light', sheet)],
  ['ranks of 5', (sheet) => drawRankDiagram(ranks(5), 'light', true, sheet)],
  ['practical', (sheet) => drawPracticalBars(practicalBars(practicalReport, appearances)!, 'light', true, sheet)],
  ['ranks of 40', (sheet) => drawRankDiagram(ranks(40), 'light', true, sheet)],
  ['confusions of 4', (sheet) => drawConfusionMatrix(confusions(4), 'light', sheet)],
  ['confusions of 60', (sheet) => drawConfusionMatrix(confusions(60), 'light', sheet)],
  ['eigenvalues', (sheet) => drawLineChart(eigenvalues, 'light', sheet)],
  [
    'overview',
    (sheet) =>
      drawOverview(
        overview(table, { shading: 'condition', selection: 'oracle' }),
        appearancesOf(table.rows),
        'light',
        sheet,
      ),
  ],
  [
    'repeats',
    (sheet) =>
      drawRepeatStrips(repeatStrips(table, { selection: 'oracle' }, appearancesOf(table.rows)), 'light', true, sheet),
  ],
];
