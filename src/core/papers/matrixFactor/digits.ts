import { fitSubjects, likelihoodScores } from '../../classify/subjectModels.ts';
import { decide } from '../../classify/scores.ts';
import { gaborBank, gaborShape } from '../../images/descriptors/gabor.ts';
import { selectImages, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack, stackItem } from '../../linalg/index.ts';
import { mvfa } from '../../methods/bilinear/mvfa.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { LatentShape, Method } from '../../methods/method.ts';
import { resolveSettings } from '../../methods/settings.ts';
import { ppca } from '../../methods/vector/ppca.ts';
import { sampleWithoutReplacement } from '../../random/sampling.ts';
import { stream } from '../../random/stream.ts';
import { orderCheck, shortNumber, valueCheck, resultOf, type ResultSeries } from '../result.ts';
import { requireData, type CustomExperiment, type PaperData, type RunContext } from '../experiment.ts';

const DIGITS = 10;
/** Accuracies in per cent from Table I, by training images per digit. */
const PUBLISHED = {
  sizes: [70, 60, 50, 40, 30],
  MVFA: [92.2, 92.4, 92.0, 91.2, 91.0],
  PPCA: [91.8, 86.8, 77.8, 55.6, 45.7],
};
/** Tolerance in percentage points. */
const TOLERANCE = 2;

const square = (q: number): LatentShape => [q, q];

interface Plan {
  /** Images per digit, for training and testing. */
  readonly images: number;
  /** Training images per digit, in the order of the table. */
  readonly sizes: readonly number[];
  readonly shapes: readonly LatentShape[];
  readonly dimensions: readonly number[];
}

const QUICK: Plan = { images: 50, sizes: [30], shapes: [square(4), square(8)], dimensions: [4, 8, 28] };
const FULL: Plan = {
  images: 500,
  sizes: PUBLISHED.sizes,
  shapes: [...[2, 4, 6, 8, 10, 12, 16].map(square), [8, 16], [16, 8], [10, 30], [30, 10]],
  dimensions: [1, 2, 4, 6, 8, 10, 14, 18, 22, 28, 38, 48, 58, 68],
};

/** Dimensions of PPCA: for the smallest training set all possible ones, which give the drawn curve. */
function dimensionsOf({ dimensions, sizes }: Plan, training?: number): readonly number[] {
  const fewest = Math.min(...sizes);
  const every = sizes.length > 1 ? Array.from({ length: fewest - 2 }, (_, q) => q + 1) : dimensions;
  if (training === fewest) return every.filter((q) => q <= training - 2);
  if (training !== undefined) return dimensions.filter((q) => q <= training - 2);
  return [...new Set([...every, ...dimensions])].sort((a, b) => a - b);
}

/** Table I of Xie, Yan, Kwok, Huang 2008. */
export const gaborDigits: CustomExperiment = {
  id: 'mvfa-table1',
  kind: 'own',
  paper: 'matrix-factor-analysis',
  item: 'Table I',
  title: 'Digits by the likelihood of one model per class',
  description:
    'Accuracy on 500 images of each MNIST digit at random as 40 Gabor magnitudes (70 × 112), one MVFA or PPCA model per digit, at the best latent shape on the test images.',
  data: [{ database: 'mnist' }],
  sizes: {
    quick: '30 images per digit for training, 20 for testing, few shapes',
    full: '70, 60, 50, 40, 30 images per digit for training, the rest of 500 for testing; 11 shapes of MVFA, 14 dimensions of PPCA, all 28 with 30 images',
  },
  published: (['MVFA', 'PPCA'] as const).map((name) => ({
    what: name,
    value: `${PUBLISHED[name].map((value) => value.toFixed(1)).join(', ')}% with ${PUBLISHED.sizes.join(', ')} training images`,
    where: 'Table I',
  })),
  rule: 'With every number of training images MVFA is more accurate than PPCA, and its accuracy varies less over these numbers; each accuracy is within two points of the paper’s.',
  cause: 'paper',
  differences: [
    'The paper names neither the filters nor their scales: these are Liu and Wechsler’s. It does not say which 5000 images it took; these are of the test set.',
    'The paper reports the best of all latent shapes, this a grid of them. The two points are a tolerance of this program.',
    'An independent implementation on 500 training images per digit has MVFA at 92 to 94.5% and PPCA at 93.4 to 96.6%.',
    'The paper says that the best dimension was taken, and prints 45.7% for PPCA with 30 training images. No dimension gives that, the worst neither: from 91.6% at q = 3 it falls to 73.8% at q = 28, where next to no variance is left for the noise (81.0% with 70 images at q = 68). The statement contradicts its number; the curve is drawn, and the second table has every dimension.',
  ],
  run(data, size, context) {
    const plan = size === 'quick' ? QUICK : FULL;
    const parts = DIGITS + plan.sizes.length * 2;
    const images = gaborImages(requireData(data, 'mvfa-table1'), plan.images, (digit) =>
      context.onProgress(digit, parts, `Gabor magnitudes of the digit ${digit}`),
    );
    const results = plan.sizes.map((training, s) => {
      const accuracyOf = (method: Method, latents: readonly LatentShape[], place: number): Accuracy[] => {
        context.onProgress(DIGITS + 2 * s + place, parts, `${method.title}, ${training} training images per digit`);
        return accuracies(method, latents, images, plan.images, training, context);
      };
      const dimensions = dimensionsOf(plan, training).map((q): LatentShape => [q]);
      return { training, MVFA: accuracyOf(mvfa, plan.shapes, 0), PPCA: accuracyOf(ppca, dimensions, 1) };
    });
    const best = (name: 'MVFA' | 'PPCA') => results.map((one) => bestOf(one[name]));
    const printed = (name: 'MVFA' | 'PPCA') => plan.sizes.map((n) => PUBLISHED[name][PUBLISHED.sizes.indexOf(n)]);
    const [byMvfa, byPpca] = [best('MVFA'), best('PPCA')];
    const range = (all: readonly Accuracy[]): number =>
      Math.max(...all.map(({ value }) => value)) - Math.min(...all.map(({ value }) => value));
    const fewest = Math.min(...plan.sizes);
    const curve = results[plan.sizes.indexOf(fewest)].PPCA;
    const collapsed = PUBLISHED.PPCA[PUBLISHED.sizes.indexOf(fewest)];
    const heads = plan.sizes.map((n) => `${n} : ${plan.images - n}`);
    const lines = (['MVFA', 'PPCA'] as const).flatMap((name): ResultSeries[] => [
      {
        label: name,
        method: name === 'MVFA' ? mvfa.id : ppca.id,
        points: best(name).map(({ value }, s) => ({ x: plan.sizes[s], y: value })),
      },
      {
        label: `${name}, the paper`,
        method: null,
        points: printed(name).map((y, s) => ({ x: plan.sizes[s], y })),
      },
    ]);
    return resultOf({
      charts: [
        {
          title: 'Accuracy by the number of training images',
          x: { title: 'Training images per digit', scale: 'linear' },
          y: { title: 'Accuracy (%)', scale: 'linear' },
          series: lines,
          notes: [],
        },
        {
          title: `Accuracy of PPCA by its dimension, ${fewest} training images per digit`,
          x: { title: 'Latent dimension', scale: 'linear' },
          y: { title: 'Accuracy (%)', scale: 'linear' },
          series: [
            {
              label: 'PPCA',
              method: ppca.id,
              points: curve.map(({ latent, value }) => ({ x: latent[0], y: value })),
            },
            {
              label: 'PPCA, the paper',
              method: null,
              points: [curve[0], curve.at(-1)!].map(({ latent }) => ({ x: latent[0], y: collapsed })),
            },
          ],
          notes: ['The paper prints one number, of the best dimension.'],
        },
      ],
      tables: [
        {
          title: 'Accuracy in per cent, training : test images per digit',
          head: ['Method', ...heads],
          digits: 1,
          rows: (['MVFA', 'PPCA'] as const).map((name) => ({
            title: name,
            cells: best(name).map(({ value, latent }, s) => ({
              value,
              note: shapeText(latent),
              published: printed(name)[s],
            })),
          })),
        },
        {
          title: 'Accuracy in per cent at every latent shape',
          head: ['Method, latent', ...heads],
          digits: 1,
          rows: (['MVFA', 'PPCA'] as const).flatMap((name) =>
            (name === 'MVFA' ? plan.shapes : dimensionsOf(plan).map((q): LatentShape => [q])).map((latent) => ({
              title: `${name} ${shapeText(latent)}`,
              cells: results.map((one) => ({
                value: one[name].find((entry) => entry.latent.join() === latent.join())?.value ?? null,
              })),
            })),
          ),
        },
      ],
      checks: [
        ...plan.sizes.map((n, s) =>
          orderCheck(
            `MVFA is more accurate than PPCA with ${n} training images.`,
            'MVFA above PPCA',
            `MVFA ${byMvfa[s].value.toFixed(1)}, PPCA ${byPpca[s].value.toFixed(1)}`,
            byMvfa[s].value > byPpca[s].value,
          ),
        ),
        ...(plan.sizes.length > 1
          ? [
              orderCheck(
                'The accuracy of MVFA is more stable as the number of training images varies.',
                'smaller range',
                `MVFA ${shortNumber(range(byMvfa))}, PPCA ${shortNumber(range(byPpca))} points`,
                range(byMvfa) < range(byPpca),
              ),
            ]
          : []),
        ...(['MVFA', 'PPCA'] as const).flatMap((name) =>
          best(name).map(({ value }, s) =>
            valueCheck(
              `The accuracy of ${name} with ${plan.sizes[s]} training images in per cent.`,
              printed(name)[s],
              value,
              TOLERANCE,
            ),
          ),
        ),
      ],
    });
  },
};

/**
 * The Gabor magnitudes of `each` random images of every digit, digit by digit. Throws RangeError for a digit with fewer
 * images.
 */
function gaborImages({ images, labels }: PaperData, each: number, onProgress: (digit: number) => void): ImageSet {
  const { rows, cols } = gaborShape(images.rows, images.cols);
  const features = matrixStack(DIGITS * each, rows, cols);
  for (let digit = 0; digit < DIGITS; digit++) {
    onProgress(digit);
    const candidates = Array.from(labels.keys()).filter((n) => labels[n] === digit);
    const drawn = sampleWithoutReplacement(stream('papers', 'mvfa-table1', digit), candidates.length, each);
    drawn.forEach((place, n) => {
      const pixels = stackItem(images, candidates[place]).data;
      stackItem(features, digit * each + n).data.set(gaborBank(pixels, images.rows, images.cols));
    });
  }
  return features;
}

interface Accuracy {
  readonly latent: LatentShape;
  /** In per cent. */
  readonly value: number;
}

/** The first `training` of `each` images of a digit train its model, the others test. */
function accuracies(
  method: Method,
  latents: readonly LatentShape[],
  images: ImageSet,
  each: number,
  training: number,
  { checkCancelled }: RunContext,
): Accuracy[] {
  const range = (digit: number, from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, n) => digit * each + from + n);
  const digits = Array.from({ length: DIGITS }, (_, digit) => digit);
  const labels = Int32Array.from({ length: DIGITS * training }, (_, n) => Math.floor(n / training));
  const train = selectImages(
    images,
    digits.flatMap((digit) => range(digit, 0, training)),
  );
  const settings = resolveSettings(method, {});
  const fits = latents.map((latent) => {
    const random = stream('papers', 'mvfa-table1', method.id, training, ...latent);
    return fitSubjects(method, { images: train, labels }, latent, settings, { random, checkCancelled });
  });
  const right = new Float64Array(latents.length);
  for (const digit of digits) {
    const probes = selectImages(images, range(digit, training, each));
    fits.forEach((models, i) => {
      checkCancelled();
      for (const decision of decide(likelihoodScores(method, models, labels, probes)))
        right[i] += Number(labels[decision] === digit);
    });
  }
  return latents.map((latent, i) => ({ latent, value: (100 * right[i]) / (DIGITS * (each - training)) }));
}

function bestOf(all: readonly Accuracy[]): Accuracy {
  return all.reduce((best, one) => (one.value > best.value ? one : best));
}
