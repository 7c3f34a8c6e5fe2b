import { z } from 'zod';
import {
  cholesky,
  gramOfColumns,
  gramOfRows,
  multiply,
  transpose,
  type Cholesky,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { scoresAmongOthers } from '../clientScores.ts';
import type { Scores } from '../scores.ts';
import { representationScores, unitCodes, type UnitCodes } from '../representation.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { math, prose } from '../../text/proseTags.ts';

const [LEAST, DEFAULT, MOST] = [1e-9, 0.001, 1e6];

const schema = z.strictObject({ kind: z.literal('crc'), regularisation: z.number().min(LEAST).max(MOST).optional() });

/**
 * Collaborative representation with regularised least squares: α = (AᵀA + λI)⁻¹ Aᵀ y, where the columns of A are the
 * gallery codes of all subjects. The probe y is assigned to the subject with the smallest ‖y − A_i α_i‖ / ‖α_i‖ (Zhang,
 * Yang, Feng 2011, CRC-RLS). All codes have unit length. The gallery is factorised once for all probes.
 */
export const collaborative: ClassifierDeclaration<typeof schema> = {
  kind: 'crc',
  title: 'Collaborative representation (CRC)',
  help: "The code as a combination of all gallery codes, by least squares with a ridge; the subject whose own part leaves the least per squared weight. All codes are brought to unit length. The subject's first image stands for it; one image per subject is enough.",
  schema,
  parameters: [
    {
      name: 'regularisation',
      title: 'Regularisation',
      symbol: 'λ',
      help: 'Added to the diagonal of AᵀA, whose entries are 1. The publication has 0.001 · N / 700 for N gallery images.',
      kind: 'number',
      optional: true,
      default: DEFAULT,
      source: { published: 'Zhang, Yang and Feng 2011, for 700 gallery images', measured: 'crc.regularisation' },
      min: LEAST,
      max: MOST,
    },
  ],
  citation: {
    key: 'zhang2011crc',
    type: 'inproceedings',
    authors: ['Lei Zhang', 'Meng Yang', 'Xiangchu Feng'],
    title: 'Sparse representation or collaborative representation: Which helps face recognition?',
    venue: 'IEEE International Conference on Computer Vision',
    year: 2011,
    pages: '471–478',
    doi: '10.1109/ICCV.2011.6126277',
  },
  phrase: ({ regularisation = DEFAULT }) => `collaborative representation (λ = ${regularisation})`,
  prose: ({ regularisation = DEFAULT }) =>
    prose`Test images were classified by collaborative representation (${math(`λ = ${regularisation}`)})`,
  pairProse: ({ regularisation = DEFAULT }) =>
    prose`Comparisons were scored by collaborative representation (${math(`λ = ${regularisation}`)})`,
  codes: {
    scores({ regularisation = DEFAULT }, gallery, labels, probes, world) {
      const scoresAmong = (dictionary: MatrixStack, subjects: ArrayLike<number>): Scores => {
        const codes = unitCodes(dictionary, probes);
        return representationScores(codes, ridgeCoefficients(codes, regularisation), subjects, true);
      };
      return scoresAmongOthers(gallery, labels, probes, world, scoresAmong);
    },
  },
};

/** α, gallery images × probes, from the smaller of the systems AᵀA + λI and AAᵀ + λI. */
function ridgeCoefficients({ gallery, probes, crossed }: UnitCodes, regularisation: number): Matrix {
  if (gallery.rows <= gallery.cols) return ridged(gramOfRows(gallery), regularisation).solve(crossed);
  const weights = ridged(gramOfColumns(gallery), regularisation).solve(transpose(probes));
  return multiply(gallery, weights);
}

function ridged(gram: Matrix, regularisation: number): Cholesky {
  for (let i = 0; i < gram.rows; i++) gram.data[i * (gram.rows + 1)] += regularisation;
  return cholesky(gram);
}
