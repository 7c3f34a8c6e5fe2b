/** Tables I and II of Zhao, Yu, Kwok 2012: one sample, ten random starts of an algorithm. */
import { kroneckerArcLength, type Matrix } from '../../linalg/index.ts';
import { bppca } from '../../methods/bilinear/bppca.ts';
import { arraysOf } from '../../methods/declareMethod.ts';
import type { Fit } from '../../methods/method.ts';
import { stream } from '../../random/stream.ts';
import { paperModel, sampleMatrixNormal } from '../../synthetic/matrixNormal.ts';
import { orderCheck, shortNumber, valueCheck, resultOf } from '../result.ts';
import type { CustomExperiment, PublishedValue, RunContext } from '../experiment.ts';
import { runFit } from '../experimentFits.ts';

const PUBLISHED = 60_168;
/** Tolerance for −L: three times the difference of about ± 100 between random samples. */
const BETWEEN_DRAWS = 300;
const TRIALS = 10;

interface Table {
  readonly algorithm: 'cm' | 'aecm';
  /** Columns: the paper's iteration, and our iteration with the same state. */
  readonly columns: readonly { readonly title: string; readonly iteration: number }[];
  /** Iterations after which the paper reports the maximum. */
  readonly enough: number;
}

const fits = ({ algorithm }: Table, context: RunContext): Fit[] => {
  const images = sampleMatrixNormal(stream('aecm', 'tables'), 200, paperModel());
  return Array.from({ length: TRIALS }, (_, trial) => {
    context.onProgress(trial, TRIALS, `start ${trial + 1} of ${TRIALS}`);
    const settings = { algorithm, start: 'random', tolerance: 1e-13 };
    return runFit(bppca, images, [3, 3], context, { settings, seed: ['ten starts', trial] });
  });
};

function run(table: Table, context: RunContext) {
  const fitted = fits(table, context);
  const modes = (fit: Fit): readonly [Matrix, Matrix] => {
    const { C, R } = arraysOf(bppca, fit);
    return [C, R];
  };
  const ends = fitted.map((fit) => -fit.logLikelihood!);
  const lengths = fitted.map((fit) => kroneckerArcLength(modes(fit), modes(fitted[0])));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const lossAfter = (fit: Fit, iteration: number): number => -(fit.trace[iteration - 1] ?? fit.logLikelihood!);
  const late = fitted.map((fit) => lossAfter(fit, table.enough) - least);
  return resultOf({
    charts: [
      {
        title: 'Negative log-likelihood of ten random starts, less that of the maximum',
        x: { title: 'Iteration', scale: table.algorithm === 'cm' ? 'linear' : 'log' },
        y: { title: 'Excess of −L (nats)', scale: 'log' },
        series: fitted.map((fit, trial) => ({
          label: `start ${trial + 1}`,
          method: bppca.id,
          // Below a thousandth, points on a log axis are rounding errors.
          points: fit.trace
            .map((l, i) => ({ x: i + 1, y: -l - least }))
            .filter(({ y }, i) => y > 1e-3 || (i > 0 && -fit.trace[i - 1] - least > 1e-3))
            .map(({ x, y }) => ({ x, y: Math.max(y, 1e-3) })),
        })),
        notes: ['Values below 0.001 are drawn there.'],
      },
    ],
    tables: [
      {
        title: 'Negative log-likelihood at selected iterations, and arc length to the subspace of the first start',
        head: ['Start', ...table.columns.map(({ title }) => title), 'end', 'arc length × 10⁷'],
        digits: 1,
        rows: fitted.map((fit, trial) => ({
          title: String(trial + 1),
          cells: [
            ...table.columns.map(({ iteration }) => ({ value: lossAfter(fit, iteration) })),
            { value: ends[trial], published: PUBLISHED },
            { value: lengths[trial] * 1e7 },
          ],
        })),
      },
    ],
    checks: [
      orderCheck(
        'All ten starts reach one and the same maximum.',
        'equal to one decimal',
        `−L from ${least.toFixed(4)} to ${most.toFixed(4)}`,
        most - least < 0.05,
      ),
      orderCheck(
        'All ten starts find the same subspace.',
        'arc lengths of at most 1.7e-7',
        `at most ${shortNumber(Math.max(...lengths))}`,
        Math.max(...lengths) < 1e-4,
      ),
      orderCheck(
        `${table.enough} iterations are enough from every start.`,
        'within 0.05 of the maximum',
        `at most ${Math.max(...late).toFixed(4)} from it`,
        Math.max(...late) < 0.05,
      ),
      valueCheck('The negative log-likelihood at the maximum.', PUBLISHED, least, BETWEEN_DRAWS),
    ],
    notes: ['The draw is ours: −L of other draws differs by about ± 100.'],
  });
}

const shared = {
  kind: 'own',
  paper: 'bilinear-ppca',
  data: [],
  sizes: { quick: 'the table as printed', full: 'the table as printed' },
} as const;

const differences = [
  'The paper’s draw is not published, so its 60168.0 cannot be met exactly: ±300, three times the spread between draws measured here, is allowed. The 300 is a threshold of this program.',
];
const value = (where: string): PublishedValue => ({
  what: '−L at the maximum',
  value: '60168.0 from every start',
  where,
});

const CM: Table = {
  algorithm: 'cm',
  columns: [1, 2, 3, 4].map((iteration) => ({ title: `iteration ${iteration}`, iteration })),
  enough: 3,
};
const AECM: Table = {
  algorithm: 'aecm',
  // The paper counts the start as iteration 1.
  columns: [3, 50, 150].map((iteration) => ({ title: `iteration ${iteration}`, iteration: iteration - 1 })),
  enough: 149,
};

export const startsOfCm: CustomExperiment = {
  ...shared,
  id: 'bppca-table1',
  item: 'Table I',
  title: 'Ten random starts of CM',
  description: 'Fits one draw of 200 images of 10 × 10 by CM from ten random starts of the row loadings, q = (3, 3).',
  published: [
    value('Table I, page 499'),
    { what: '−L after the first CM-step', value: '70523.1 … 76714.2', where: 'Table I' },
    { what: 'Arc length to trial 1', value: 'at most 1.5e-7', where: 'Table I' },
  ],
  rule: 'One maximum and one subspace from all starts, reached after three iterations; its −L within 300 of 60168.0.',
  differences: [
    ...differences,
    'The paper’s iteration 1 is the value after the first of its two steps; an iteration here ends after both.',
    'The 1e-7 of the paper is the rounding of an arc cosine; sines are used here.',
  ],
  run: (_, __, context) => run(CM, context),
};

export const startsOfAecm: CustomExperiment = {
  ...shared,
  id: 'bppca-table2',
  item: 'Table II',
  title: 'Ten random starts of AECM',
  description: 'Fits one draw of 200 images of 10 × 10 by AECM from ten random starts of both loadings, q = (3, 3).',
  published: [
    value('Table II, page 500'),
    { what: '−L at iterations 3 and 50', value: '72319.0 … 78603.7 and 60168.0 … 60172.2', where: 'Table II' },
    { what: 'Arc length to trial 1', value: 'at most 1.7e-7', where: 'Table II' },
  ],
  rule: 'One maximum and one subspace from all starts, reached after 150 iterations; its −L within 300 of 60168.0.',
  differences,
  run: (_, __, context) => run(AECM, context),
};
