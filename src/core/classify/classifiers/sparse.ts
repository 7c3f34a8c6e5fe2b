import { z } from 'zod';
import { gramOfRows, matrix, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { FitError } from '../../methods/method.ts';
import { lasso } from '../lasso.ts';
import { scoresAmongOthers } from '../clientScores.ts';
import { representationScores, unitCodes, type UnitCodes } from '../representation.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { math, prose } from '../../text/proseTags.ts';

const [LEAST, DEFAULT, MOST] = [1e-4, 0.01, 1];

const schema = z.strictObject({ kind: z.literal('src'), sparsity: z.number().min(LEAST).max(MOST).optional() });

/**
 * Sparse representation: min ½ ‖y − Aα‖² + λ ‖α‖₁, where the columns of A are the gallery codes of all subjects. The
 * probe y is assigned to the subject with the smallest ‖y − A_i α_i‖ (Wright, Yang, Ganesh, Sastry, Ma 2009, with the
 * constraint ‖y − Aα‖ ≤ ε, of which this is the Lagrangian). All codes have unit length. Inner products of the gallery
 * are computed once for all probes.
 */
export const sparse: ClassifierDeclaration<typeof schema> = {
  kind: 'src',
  title: 'Sparse representation (SRC)',
  help: "The code as a combination of few gallery codes, by least squares with an ℓ1 penalty; the subject whose own part leaves the least. All codes are brought to unit length, and conditions of optimality hold within 1e-9. The subject's first image stands for it; one image per subject is enough.",
  schema,
  parameters: [
    {
      name: 'sparsity',
      title: 'Sparsity',
      symbol: 'λ',
      help: 'Weight of the sum of magnitudes; the larger the fewer gallery codes. From the largest inner product of code and gallery code on there are none, and all subjects are equal.',
      kind: 'number',
      optional: true,
      default: DEFAULT,
      source: { measured: 'src.sparsity' },
      min: LEAST,
      max: MOST,
    },
  ],
  citation: {
    key: 'wright2009src',
    type: 'article',
    authors: ['John Wright', 'Allen Y. Yang', 'Arvind Ganesh', 'S. Shankar Sastry', 'Yi Ma'],
    title: 'Robust face recognition via sparse representation',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2009,
    volume: '31',
    number: '2',
    pages: '210–227',
    doi: '10.1109/TPAMI.2008.79',
  },
  phrase: ({ sparsity = DEFAULT }) => `sparse representation (λ = ${sparsity})`,
  prose: ({ sparsity = DEFAULT }) =>
    prose`Test images were classified by sparse representation (${math(`λ = ${sparsity}`)})`,
  pairProse: ({ sparsity = DEFAULT }) =>
    prose`Comparisons were scored by sparse representation (${math(`λ = ${sparsity}`)})`,
  codes: {
    scores: ({ sparsity = DEFAULT }, gallery, labels, probes, world) =>
      scoresAmongOthers(gallery, labels, probes, world, (dictionary, subjects) =>
        representationScores(...sparseCoefficients(dictionary, probes, sparsity), subjects, false),
      ),
  },
};

/** Codes of unit length, and α, dictionary codes × probes. */
function sparseCoefficients(dictionary: MatrixStack, probes: MatrixStack, sparsity: number): [UnitCodes, Matrix] {
  const codes = unitCodes(dictionary, probes);
  const gram = gramOfRows(codes.gallery);
  const coefficients = matrix(dictionary.count, probes.count);
  const column = new Float64Array(dictionary.count);
  for (let p = 0; p < probes.count; p++) {
    for (let n = 0; n < dictionary.count; n++) column[n] = codes.crossed.data[n * probes.count + p];
    const alpha = lasso(gram, column, sparsity);
    if (!alpha) throw new FitError(`The sparse representation of test image ${p + 1} has not settled.`);
    for (let n = 0; n < dictionary.count; n++) coefficients.data[n * probes.count + p] = alpha[n];
  }
  return [codes, coefficients];
}
