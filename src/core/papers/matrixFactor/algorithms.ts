import { mvfa } from '../../methods/bilinear/mvfa.ts';
import { stream } from '../../random/stream.ts';
import { sampleMatrixFactors } from '../../synthetic/matrixFactors.ts';
import { orderCheck, resultOf } from '../result.ts';
import type { CustomExperiment } from '../experiment.ts';
import { runFit } from '../experimentFits.ts';

const ALGORITHMS = [
  { title: 'direct, full expansion', algorithm: 'px' },
  { title: 'PX-ECM as printed', algorithm: 'printed-px' },
  { title: 'direct', algorithm: 'direct' },
  { title: 'ECM as printed', algorithm: 'printed-ecm' },
];

/** Fig. 2(a) of Xie, Yan, Kwok, Huang 2008. */
export const algorithmsOfMvfa: CustomExperiment = {
  id: 'mvfa-fig2a',
  kind: 'own',
  paper: 'matrix-factor-analysis',
  item: 'Fig. 2(a)',
  title: 'Iterations of the algorithms of MVFA',
  description: 'Log-likelihood of MVFA by four algorithms from one random start, on drawn images of planted loadings.',
  data: [],
  sizes: {
    quick: '300 images of 20 × 20, latent 4 × 4, 150 iterations',
    full: '2000 images of 50 × 50, latent 10 × 10, 1000 iterations',
  },
  published: [
    { what: 'ECM with parameter expansion', value: 'converges in about 50 steps', where: 'Fig. 2(a)' },
    { what: 'The other two', value: 'nearly 1000 steps for comparable likelihoods', where: 'Fig. 2(a)' },
  ],
  rule: 'After 50 iterations the printed PX-ECM is closer to the highest log-likelihood than the others are after 100.',
  differences: [
    'The QR step as printed is not a maximiser: PX-ECM stops short of the maximum, which full expansion reaches in tens of iterations.',
  ],
  run(_, size, context) {
    const quick = size === 'quick';
    const [count, side, q, iterations] = quick ? [300, 20, 4, 150] : [2000, 50, 10, 1000];
    const { images } = sampleMatrixFactors(stream('fig 2a'), count, side, q);
    const traces = ALGORITHMS.map(({ title, algorithm }, i) => {
      context.onProgress(i, ALGORITHMS.length, title);
      const settings = { algorithm, start: 'random', tolerance: 0, maxIterations: iterations };
      return runFit(mvfa, images, [q, q], context, { settings, seed: ['fig 2a'] }).trace;
    });
    const best = Math.max(...traces.map((trace) => trace[trace.length - 1]));
    const lack = (trace: readonly number[], iteration: number): number =>
      best - (trace[iteration - 1] ?? trace[trace.length - 1]);
    const [full, px, ...others] = traces;
    return resultOf({
      charts: [
        {
          title: 'Log-likelihood below the highest, by iteration',
          x: { title: 'Iteration', scale: 'log' },
          y: { title: 'Log-likelihood below the highest (nats)', scale: 'log' },
          series: traces.map((trace, i) => ({
            label: ALGORITHMS[i].title,
            method: mvfa.id,
            points: trace.map((l, t) => ({ x: t + 1, y: Math.max(best - l, 1e-3) })),
          })),
          notes: ['Values below 0.001 are drawn there.'],
        },
      ],
      tables: [
        {
          title: 'Log-likelihood below the highest, at selected iterations',
          head: ['Algorithm', ...[10, 50, 100, iterations].map(String)],
          digits: 1,
          rows: traces.map((trace, i) => ({
            title: ALGORITHMS[i].title,
            cells: [10, 50, 100, iterations].map((at) => ({ value: lack(trace, at) })),
          })),
        },
      ],
      checks: [
        orderCheck(
          'With parameter expansion about 50 steps do, without it many more.',
          'PX after 50 ahead of the others after 100',
          `${lack(px, 50).toFixed(1)} against ${others.map((trace) => lack(trace, 100).toFixed(1)).join(' and ')} below the highest`,
          others.every((trace) => lack(px, 50) < lack(trace, 100)),
        ),
      ],
      notes: [
        `Full expansion is within 0.001 of the highest after ${full.findIndex((l) => best - l < 1e-3) + 1} iterations; the printed PX-ECM ends ${lack(px, iterations).toFixed(1)} below it.`,
      ],
    });
  },
};
