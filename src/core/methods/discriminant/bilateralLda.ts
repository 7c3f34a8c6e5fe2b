import { meanImage, type ImageSet } from '../../images/imageSet.ts';
import { columns, identity, loadBatch, submatrix, type ImageBatch, type Matrix } from '../../linalg/index.ts';
import { projectOnBases } from '../bilinear/bases.ts';
import { residentImages } from '../bilinear/residentImages.ts';
import { imagesCopied } from '../cost.ts';
import type { FitContext, TrainingData, LatentShape } from '../method.ts';
import { classImages } from './classMeans.ts';
import { amountsOf, modeAxes, scatterRidge } from './fisherAxes.ts';
import { alternatingCost } from '../bilinear/iteration/sumsRoute.ts';
import { always, MODE_AXES, axesOfBothModes } from '../sharedDeclarations.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Bilateral two-dimensional LDA (Ye, Janardan, Li 2004): axes of the columns for the given ones of the rows, then the
 * other way round, from U_r = [I; 0] over the columns that vary. Each step solves its own eigenproblem, where a
 * singular scatter gets a ridge (modeAxes). Neither of the two criteria is guaranteed to rise in the other's step; the
 * number of iterations is therefore fixed, as published.
 * Parameters: mean (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r), ratiosC, ratiosR.
 */
export const bilateralLda = declareMethod({
  id: 'b2dlda',
  title: 'Bilateral 2DLDA',
  fullName: 'bilateral two-dimensional linear discriminant analysis',
  family: 'discriminant',
  cost: alternatingCost(2, () => false),
  appearance: { index: 44, marker: 'rectRot' },
  memory: imagesCopied,
  description:
    'Columns and rows of the image on the axes that tell subjects apart best, each for given axes of the other. Codes are U_cᵀ (X − M) U_r.',
  axes: MODE_AXES,
  usesLabels: always,
  formula: 'U_c: S_b u = λ S_w u, S_w = Σ_n (X_n − M_c) U_r U_rᵀ (X_n − M_c)ᵀ; U_r alike; Z = U_cᵀ (X − M) U_r',
  citation: {
    key: 'ye2004twodlda',
    type: 'inproceedings',
    authors: ['Jieping Ye', 'Ravi Janardan', 'Qi Li'],
    title: 'Two-dimensional linear discriminant analysis',
    venue: 'Advances in Neural Information Processing Systems 17',
    year: 2004,
    pages: '1569–1576',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: [
    {
      name: 'iterations',
      title: 'Iterations',
      help: 'Rounds of both steps; the publication takes one and finds no gain from more.',
      kind: 'integer',
      default: 1,
      source: { published: 'Ye, Janardan and Li 2004', measured: 'b2dlda.iterations' },
      min: 1,
      max: 1000,
    },
    scatterRidge,
  ],
  arrays: { mean: 'matrix', Uc: 'matrix', Ur: 'matrix', ratiosC: 'vector', ratiosR: 'vector' },
  largestLatent: axesOfBothModes,
  open,
  encode: projectOnBases,
});

interface Bases {
  readonly arrays: { readonly Uc: Matrix; readonly Ur: Matrix };
}

/** Images minus their subject means, and the subject means, are loaded once for all shapes. */
function open(
  { images, labels }: TrainingData,
  { iterations, ridge }: { readonly iterations: number; readonly ridge: number },
  context: FitContext,
) {
  const { count } = images;
  const mean = meanImage(images);
  const parts = classImages('Bilateral 2DLDA', images, labels!);
  const [within, between] = [loadBatch(parts.within), loadBatch(parts.between)];
  const resident = residentImages(mean);
  const axes = (of: 'rows' | 'columns', sum: (batch: ImageBatch) => Matrix, q: number) =>
    modeAxes('Bilateral 2DLDA', of, sum(between), sum(within), { count, q, ridge });
  const start = startOf(within);
  return {
    fit([qc, qr]: LatentShape) {
      let ur = columns(start, 0, qr);
      let column = axes('columns', (batch) => batch.sumRightFactor(ur), qc);
      let row = axes('rows', (batch) => batch.sumLeftFactor(column.vectors), qr);
      for (let round = 1; round < iterations; round++) {
        context.checkCancelled();
        ur = row.vectors;
        column = axes('columns', (batch) => batch.sumRightFactor(ur), qc);
        row = axes('rows', (batch) => batch.sumLeftFactor(column.vectors), qr);
      }
      return {
        arrays: {
          mean,
          Uc: column.vectors,
          Ur: row.vectors,
          ratiosC: column.values,
          ratiosR: row.values,
        },
        iterations,
        ...amountsOf(column, row),
      };
    },
    encode: ({ arrays: { Uc, Ur } }: Bases, set: ImageSet) => resident.of(set).project(Uc, Ur),
    release() {
      within.release();
      between.release();
      resident.release();
    },
  };
}

/**
 * U_r of the first step, all columns of it: the identity, as published, with the columns of the images last that do not
 * vary within subjects. Nothing of the images would be left on constant borders.
 */
function startOf(within: ImageBatch): Matrix {
  const scatter = within.sumLeft();
  const { cols } = scatter;
  const energies = Array.from({ length: cols }, (_, i) => scatter.data[i * (cols + 1)]);
  const least = cols * Number.EPSILON * Math.max(...energies);
  const [constant, varying] = [true, false].map((still) =>
    Array.from(energies.keys()).filter((i) => energies[i] > least !== still),
  );
  return submatrix(identity(cols), Array.from(energies.keys()), [...varying, ...constant]);
}
