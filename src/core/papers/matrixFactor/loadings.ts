import { gramOfRows, kronecker, type Matrix } from '../../linalg/index.ts';
import { mvfa } from '../../methods/bilinear/mvfa.ts';
import { arraysOf } from '../../methods/declareMethod.ts';
import { ppca } from '../../methods/vector/ppca.ts';
import { stream } from '../../random/stream.ts';
import { sampleMatrixFactors } from '../../synthetic/matrixFactors.ts';
import { orderCheck, shortNumber, resultOf } from '../result.ts';
import type { CustomExperiment } from '../experiment.ts';
import { runFit } from '../experimentFits.ts';

/** Fig. 2(b) of Xie, Yan, Kwok, Huang 2008. */
export const errorOfLoadings: CustomExperiment = {
  id: 'mvfa-fig2b',
  kind: 'own',
  paper: 'matrix-factor-analysis',
  item: 'Fig. 2(b)',
  title: 'Error of the estimated loadings',
  description:
    'Draws 2,000 images of 20 × 20 with latent 5 × 5 and planted loadings, and measures ‖ŴŴᵀ − WWᵀ‖ / ‖WWᵀ‖ of MVFA, W = V ⊗ U, and of PPCA with 25 dimensions.',
  data: [],
  sizes: { quick: '2 repetitions', full: '30 repetitions' },
  published: [
    {
      what: 'Errors over 30 repetitions',
      value: 'the largest of MVFA is below the smallest of PPCA',
      where: 'Fig. 2(b), page 1823',
    },
    { what: 'Seconds (Pentium 4)', value: 'MVFA 1,745, PPCA 11,620', where: 'page 1823' },
  ],
  rule: 'The largest error of MVFA is below the smallest of PPCA.',
  differences: ['PPCA has a closed form here, the paper iterates: its seconds do not compare.'],
  run(_, size, context) {
    const repeats = size === 'quick' ? 2 : 30;
    const errors = Array.from({ length: repeats }, (__, repeat) => {
      context.onProgress(repeat, repeats, `repetition ${repeat + 1}`);
      const { images, u, v } = sampleMatrixFactors(stream('fig 2b', repeat), 2000, 20, 5);
      const truth = gramOfRows(kronecker(u, v));
      const fit = runFit(mvfa, images, [5, 5], context, { settings: { start: 'random' }, seed: ['fig 2b', repeat] });
      const { C, R } = arraysOf(mvfa, fit);
      const vector = runFit(ppca, images, [25], context);
      return {
        mvfa: relativeError(gramOfRows(kronecker(C, R)), truth),
        ppca: relativeError(gramOfRows(arraysOf(ppca, vector).C), truth),
        iterations: fit.iterations,
      };
    });
    const [most, least] = [Math.max(...errors.map((e) => e.mvfa)), Math.min(...errors.map((e) => e.ppca))];
    return resultOf({
      charts: [
        {
          title: 'Normalised estimation error in every repetition',
          x: { title: 'Repetition', scale: 'linear' },
          y: { title: 'Relative error of W Wᵀ', scale: 'linear' },
          series: [mvfa, ppca].map(({ id, title }) => ({
            label: title,
            method: id,
            points: errors.map((error, i) => ({ x: i + 1, y: error[id as 'mvfa'] })),
          })),
          notes: [],
        },
      ],
      checks: [
        orderCheck(
          'MVFA is superior in every repetition.',
          'largest of MVFA < smallest of PPCA',
          `${shortNumber(most)} and ${shortNumber(least)}`,
          most < least,
        ),
      ],
      notes: [`MVFA with full expansion took at most ${Math.max(...errors.map((e) => e.iterations))} iterations.`],
    });
  },
};

function relativeError(estimate: Matrix, truth: Matrix): number {
  let [difference, norm] = [0, 0];
  truth.data.forEach((value, i) => {
    difference += (estimate.data[i] - value) ** 2;
    norm += value * value;
  });
  return Math.sqrt(difference / norm);
}
