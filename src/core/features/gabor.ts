import { z } from 'zod';
import {
  GABOR,
  GABOR_REACH,
  gaborBank,
  gaborShape,
  MOST_PER_OCTAVE,
  type GaborBank,
} from '../images/descriptors/gabor.ts';
import type { FeatureDeclaration } from './feature.ts';

const schema = z.union([
  // As in the first specs: all parameters have their defaults.
  z.literal('gabor'),
  z.strictObject({
    gabor: z.int().min(1).max(8),
    orientations: z.int().min(1).max(32).optional(),
    kMax: z.number().min(0.05).max(1).optional(),
    perOctave: z.int().min(1).max(MOST_PER_OCTAVE).optional(),
    sigma: z.number().min(0.25).max(8).optional(),
    step: z.int().min(1).max(64).optional(),
    normalise: z.boolean().optional(),
  }),
]);

/** Magnitudes of a bank of Gabor filters: scales stacked vertically, orientations side by side. */
export const gabor: FeatureDeclaration<typeof schema> = {
  kind: 'gabor',
  title: 'Gabor magnitudes',
  help: 'Magnitudes of the responses of Gabor filters, sampled down. Published for faces with every eighth row and column (by 64) and normalised responses.',
  details: `"gabor" is the step with all defaults. ψ(z) = (k²/σ²) exp(−k²|z|²/2σ²) [exp(i k·z) − c] with the wave number k = k_max / f^ν of scale ν = 0, 1, …, f = 2^(1/m), at the angle πμ/n of orientation μ = 0 … n − 1. Kernels are cut at ⌈${GABOR_REACH}σ/k⌉ pixels along both axes; c takes the mean out of the cut kernel, exp(−σ²/2) in the limit. Beyond its border an image repeats its last row or column. Of every magnitude |I * ψ| each s-th row and column is kept, from the first, and normalised over these. Scales lie one below the other, orientations side by side: 28 × 28 gives 70 × 112 by default. An image of one value gives zeros.`,
  schema,
  parameters: [
    { name: 'gabor', title: 'Scales', help: '', kind: 'integer', default: GABOR.scales, min: 1, max: 8 },
    {
      name: 'orientations',
      title: 'Orientations',
      symbol: 'n',
      help: 'Directions over 180°.',
      kind: 'integer',
      optional: true,
      default: GABOR.orientations,
      min: 1,
      max: 32,
    },
    {
      name: 'kMax',
      title: 'Largest wave number, in π per pixel',
      symbol: 'k_max/π',
      help: '0.5: the shortest wave has four pixels.',
      kind: 'number',
      optional: true,
      default: GABOR.kMax,
      min: 0.05,
      max: 1,
    },
    {
      name: 'perOctave',
      title: 'Scales per octave',
      symbol: 'm',
      help: '2: waves are √2 times as long from scale to scale; 1: twice.',
      kind: 'integer',
      optional: true,
      default: GABOR.perOctave,
      min: 1,
      max: MOST_PER_OCTAVE,
    },
    {
      name: 'sigma',
      title: 'Width of the envelope, in π',
      symbol: 'σ/π',
      help: '2: one standard deviation is one wave.',
      kind: 'number',
      optional: true,
      default: GABOR.sigma,
      min: 0.25,
      max: 8,
    },
    {
      name: 'step',
      title: 'Sampling step',
      symbol: 's',
      help: 'Rows and columns from one that is kept to the next; 8 samples down by 64.',
      kind: 'integer',
      optional: true,
      default: GABOR.step,
      min: 1,
      max: 64,
    },
    {
      name: 'normalise',
      title: 'Zero mean and unit variance',
      help: 'Of each response.',
      kind: 'boolean',
      optional: true,
      default: GABOR.normalise,
    },
  ],
  citation: {
    key: 'liu2002gabor',
    type: 'article',
    authors: ['Chengjun Liu', 'Harry Wechsler'],
    title:
      'Gabor feature based classification using the enhanced Fisher linear discriminant model for face recognition',
    venue: 'IEEE Transactions on Image Processing',
    year: 2002,
    volume: '11',
    number: '4',
    pages: '467–476',
    doi: '10.1109/TIP.2002.999679',
  },
  shape: (step, { rows, cols }) => gaborShape(rows, cols, bankOf(step)),
  pixels: (step, image, { rows, cols }) => gaborBank(image, rows, cols, bankOf(step)),
  sentence(step) {
    const bank = bankOf(step);
    const stated = [
      bank.kMax !== GABOR.kMax && `k_max = ${bank.kMax}π`,
      bank.perOctave !== GABOR.perOctave && `${bank.perOctave} per octave`,
      bank.sigma !== GABOR.sigma && `σ = ${bank.sigma}π`,
      bank.step !== GABOR.step && `sampled every ${bank.step} pixels`,
      bank.normalise && 'each response with zero mean and unit variance',
    ].filter((part) => part !== false);
    return `Gabor magnitudes (${[`${bank.scales} scales × ${bank.orientations} orientations`, ...stated].join(', ')})`;
  },
};

function bankOf(step: z.infer<typeof schema>): GaborBank {
  if (step === 'gabor') return GABOR;
  const { gabor: scales, ...stated } = step;
  return { ...GABOR, scales, ...stated } as GaborBank;
}
