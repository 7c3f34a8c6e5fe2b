import { arcLength, kronecker, kroneckerArcLength, type Matrix } from '../../linalg/index.ts';
import { bppca } from '../../methods/bilinear/bppca.ts';
import { glram } from '../../methods/bilinear/glram.ts';
import { mvfa } from '../../methods/bilinear/mvfa.ts';
import { psopca } from '../../methods/bilinear/psopca.ts';
import { readArrays } from '../../methods/learnedArrays.ts';
import type { Fit, Method } from '../../methods/method.ts';
import { ppca } from '../../methods/vector/ppca.ts';
import { stream } from '../../random/stream.ts';
import { mean as meanOf, sampleStd } from '../../stats/describe.ts';
import { paperAxes, paperModel, sampleMatrixNormal } from '../../synthetic/matrixNormal.ts';
import { ascendingCheck, orderCheck, shortNumber, resultOf } from '../result.ts';
import type { CustomExperiment, RunContext, Size } from '../experiment.ts';
import { runFit } from '../experimentFits.ts';

const PLAN: Readonly<Record<Size, readonly { readonly count: number; readonly repeats: number }[]>> = {
  quick: [
    { count: 30, repeats: 8 },
    { count: 80, repeats: 8 },
    { count: 500, repeats: 2 },
  ],
  full: [30, 80, 200, 500, 1000, 10_000].map((count) => ({ count, repeats: 50 })),
};

/** Bilinear methods at (3, 3), the vector method at q = 9. */
const METHODS = [bppca, psopca, mvfa, glram, ppca];

/** Fig. 2 of Zhao, Yu, Kwok 2012. */
export const arcLengths: CustomExperiment = {
  id: 'bppca-fig2',
  kind: 'own',
  paper: 'bilinear-ppca',
  item: 'Fig. 2',
  title: 'Arc length to the true subspace against the sample size',
  description:
    'Draws N images of 10 × 10 from a matrix normal with planted axes and measures how far the estimated principal subspace of nine dimensions is from the true one, averaged over repetitions.',
  data: [],
  sizes: {
    quick: 'N = 30, 80 (8 repetitions), 500 (2 repetitions)',
    full: 'N = 30, 80, 200, 500, 1,000, 10,000, 50 repetitions each',
  },
  published: [
    { what: 'Order at every N', value: 'BPPCA best, then PSOPCA, then PPCA', where: 'Fig. 2, page 499' },
    { what: 'With growing N', value: 'all three converge to the true subspace', where: 'page 499' },
  ],
  rule: 'BPPCA < PSOPCA < PPCA in mean arc length at every N, and the length of each falls with N.',
  differences: [
    'The “eigenvalues” that the paper lists are standard deviations.',
    'An independent NumPy implementation has 0.151, 0.098, 0.060, 0.037, 0.026 for BPPCA at N = 30, 80, 200, 500, 1000, and 1.05, 0.582, 0.351, 0.218, 0.154 for PPCA.',
  ],
  run(_, size, context) {
    const plan = PLAN[size];
    const lengths = plan.map((point, i) => {
      context.onProgress(i, plan.length, `N = ${point.count}`);
      return lengthsAt(point, context);
    });
    const label = (id: string): string => METHODS.find((method) => method.id === id)!.title;
    const mean = (at: number, id: string): number => meanOf(lengths[at].get(id)!);
    const compared = ['bppca', 'psopca', 'ppca'];
    return resultOf({
      charts: [
        {
          title: 'Mean arc length to the true subspace, ± one standard deviation over repetitions',
          x: { title: 'Sample size N', scale: 'log' },
          y: { title: 'Arc length (radians)', scale: 'linear' },
          series: METHODS.map(({ id, title }) => ({
            label: title,
            method: id,
            points: plan.map(({ count }, i) => ({
              x: count,
              y: mean(i, id),
              spread: sampleStd(lengths[i].get(id)!),
            })),
          })),
          notes: [],
        },
      ],
      tables: [
        {
          title: 'Mean arc length to the true subspace in radians',
          head: ['N', ...METHODS.map(({ title }) => title)],
          digits: 4,
          rows: plan.map(({ count }, i) => ({
            title: String(count),
            cells: METHODS.map(({ id }) => ({ value: mean(i, id), deviation: sampleStd(lengths[i].get(id)!) })),
          })),
        },
      ],
      checks: [
        ...plan.map(({ count }, i) =>
          ascendingCheck(
            `At N = ${count} BPPCA is nearest, then PSOPCA, then PPCA.`,
            compared.map((id) => [label(id), mean(i, id)]),
          ),
        ),
        ...compared.map((id) => {
          const means = plan.map((__, i) => mean(i, id));
          return orderCheck(
            `${label(id)} converges to the true subspace.`,
            'falls with N',
            means.map(shortNumber).join(' → '),
            means.every((value, i) => i === 0 || value < means[i - 1]),
          );
        }),
      ],
    });
  },
};

function modesOf(method: Method, fit: Fit): readonly [Matrix, Matrix] {
  if (method === glram) {
    const { Uc, Ur } = readArrays({ Uc: 'matrix', Ur: 'matrix' }, fit);
    return [Uc, Ur];
  }
  const { C, R } = readArrays({ C: 'matrix', R: 'matrix' }, fit);
  return [C, R];
}

/** The arc lengths of every repetition, by method. */
function lengthsAt(
  { count, repeats }: { readonly count: number; readonly repeats: number },
  context: RunContext,
): Map<string, number[]> {
  const axes = paperAxes(10);
  const planted = kronecker(axes, axes);
  const lengths = new Map<string, number[]>(METHODS.map(({ id }) => [id, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    const images = sampleMatrixNormal(stream('fig 2', count, repeat), count, paperModel());
    for (const method of METHODS) {
      const fit = runFit(method, images, method === ppca ? [9] : [3, 3], context);
      const length =
        method === ppca
          ? arcLength(readArrays({ U: 'matrix' }, fit).U, planted)
          : kroneckerArcLength(modesOf(method, fit), [axes, axes]);
      lengths.get(method.id)!.push(length);
    }
  }
  return lengths;
}
