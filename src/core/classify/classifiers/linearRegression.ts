import { z } from 'zod';
import { subspaceScores, squaredNorm } from '../subspaceDistances.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { math, prose } from '../../text/proseTags.ts';

/** Least squares without a ridge, as published. */
const NONE = 0;

const schema = z.strictObject({ kind: z.literal('lrc'), ridge: z.number().min(NONE).max(1e6).optional() });

/**
 * Linear regression classification: a probe y is regressed on the gallery codes X_i of every subject and assigned to
 * the one with the smallest residual ‖y − X_i (X_iᵀX_i)⁻¹ X_iᵀ y‖ (Naseem, Togneri, Bennamoun 2010). With a ridge the
 * inverse is (X_iᵀX_i + λI)⁻¹. The codes of a subject are factorised once for all probes.
 */
export const linearRegression: ClassifierDeclaration<typeof schema> = {
  kind: 'lrc',
  title: 'Linear regression (LRC)',
  help: "The subject whose gallery codes, in a linear combination, come nearest to the code; of equally near ones the first. The subject's first image stands for it. One image per subject: the line through it and the origin. As many images as the code has numbers: every code is reached, and a ridge is needed.",
  schema,
  parameters: [
    {
      name: 'ridge',
      title: 'Ridge',
      symbol: 'λ',
      help: 'Times the mean squared length of a gallery code, added to the diagonal of XᵀX; 0: least squares, as published.',
      kind: 'number',
      optional: true,
      default: NONE,
      source: { published: 'Naseem, Togneri and Bennamoun 2010: none', measured: 'lrc.ridge' },
      min: NONE,
      max: 1e6,
    },
  ],
  citation: {
    key: 'naseem2010lrc',
    type: 'article',
    authors: ['Imran Naseem', 'Roberto Togneri', 'Mohammed Bennamoun'],
    title: 'Linear regression for face recognition',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2010,
    volume: '32',
    number: '11',
    pages: '2106–2112',
    doi: '10.1109/TPAMI.2010.128',
  },
  phrase: ({ ridge = NONE }) => (ridge === NONE ? 'linear regression' : `linear regression with a ridge of ${ridge}`),
  prose: ({ ridge = NONE }, reference) =>
    prose`Test images were assigned to the subject whose ${reference} codes reconstructed the code best by linear regression${ridge === NONE ? [] : prose` with a ridge of ${math(`λ = ${ridge}`)}`}`,
  pairProse: () =>
    prose`The score of a comparison was the negative residual of linear regression on the enrolled codes`,
  codes: {
    spans: ({ ridge = NONE }) => (ridge === NONE ? Infinity : null),
    scores: ({ ridge = NONE }, gallery, labels, probes) =>
      subspaceScores(gallery, labels, probes, Infinity, (ridge * squaredNorm(gallery.data)) / gallery.count),
  },
};
