import { meanImage, type ImageSet, addMean } from '../../images/imageSet.ts';
import {
  expand,
  loadBatch,
  matrix,
  matrixStack,
  multiply,
  scaleRows,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { standardNormals, addNoise } from '../sampling.ts';
import { imagesLoaded, pixelLoops } from '../cost.ts';
import { FitError, type Parameter } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { bestOfStarts, startsParameter } from '../initialisation.ts';
import { geometricMean, jacobian, levels, pixelSquares, whiteImages, whitening } from './axisNoise.ts';
import { factorNoiseClimb, type FactorNoiseRun } from './factorNoiseEm.ts';
import { kroneckerLogDensities } from './kronecker/kroneckerFit.ts';
import { canonicalModel, energiesOf, posteriorMeans, type KroneckerModel } from './kronecker/kroneckerModel.ts';
import { startKind, startParameter } from './kronecker/kroneckerStart.ts';
import { psopca } from './psopca.ts';
import { withCentred } from './residentImages.ts';
import { POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { declareMethod, type Learned } from '../declareMethod.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';

/** Noise settings that use a region. */
const REGIONS = { noise: ['region', 'fixed'] };

const parameters = [
  {
    name: 'noise',
    title: 'Noise',
    help: 'Learned: Σ_0 and Φ_0 are parameters. Region: low in the rows and columns below, σ² estimated. Fixed region: the same with σ² = 1 and absolute levels (as published).',
    kind: 'choice',
    default: 'learned',
    source: { neutral: 'maximum likelihood over Σ_0 and Φ_0, too; the regions as published have to be given' },
    choices: [
      { value: 'learned', title: 'Learned' },
      { value: 'region', title: 'Region, σ² estimated' },
      { value: 'fixed', title: 'Region, levels fixed' },
    ],
  },
  edge('firstRow', 'First row', 'First row of the region, counted from 1.', 1),
  edge('lastRow', 'Last row', 'Last row of the region; rows beyond the image are ignored.', 100_000),
  edge('firstColumn', 'First column', 'First column of the region, counted from 1.', 1),
  edge('lastColumn', 'Last column', 'Last column of the region; columns beyond the image are ignored.', 100_000),
  {
    name: 'inside',
    only: REGIONS,
    title: 'Noise inside',
    help: 'Entries of Σ_0 and Φ_0 in the rows and columns of the region (published: 1e-4).',
    kind: 'number',
    default: 1e-4,
    source: { published: 'Yu, Bi and Ye 2010, section 6.1' },
    min: 1e-12,
    max: 1e12,
  },
  {
    name: 'outside',
    only: REGIONS,
    title: 'Noise outside',
    help: 'Entries of Σ_0 and Φ_0 in the other rows and columns (published: 1e-3).',
    kind: 'number',
    default: 1e-3,
    source: { published: 'Yu, Bi and Ye 2010, section 6.1' },
    min: 1e-12,
    max: 1e12,
  },
  startParameter,
  startsParameter(
    4,
    'Starts that are tried: from the start above, from the fit with even noise, then from random bases. The highest likelihood counts.',
  ),
  ...stopParameters({ maxIterations: 500 }),
] as const satisfies readonly Parameter[];

const ARRAYS = {
  mean: 'matrix',
  C: 'matrix',
  R: 'matrix',
  sigma2: 'scalar',
  Sigma0: 'vector',
  Phi0: 'vector',
  ends: 'vector?',
} as const satisfies ArrayKinds;
type FactorNoiseArrays = Arrays<typeof ARRAYS>;

/**
 * PHOPCA with factor-analysis noise: E_ij ~ N(0, σ² s_i f_j), Σ_0 = diag(s), Φ_0 = diag(f) (Yu, Bi, Ye 2010, section
 * 5.1), fixed by a rectangle of low noise or learned. With X̃ = Σ_0^−½ (X − W) Φ_0^−½ it is the isotropic model, and
 * the iteration works there; the posterior is exact, and so is the log-likelihood in the trace. Learned: after each
 * M-step the s_i, then the f_j follow from the expected squared residuals of their row or column; each is a conditional
 * maximiser. Parameters: mean W, C (d_c × q_c) and R (d_r × q_r) in pixels, sigma2, Sigma0 (d_c), Phi0 (d_r). Learned
 * ones have geometric mean 1; sigma2 carries the scale. ends: the log-likelihood each start ended at.
 */
export const factorNoisePhopca = declareMethod({
  id: 'phopca-fa',
  title: 'PHOPCA (FA noise)',
  fullName: 'probabilistic second-order principal component analysis with factor-analysis noise',
  family: 'bilinear',
  cost: pixelLoops(36, 45),
  appearance: { index: 20, marker: 'rect' },
  memory: imagesLoaded,
  axes: POSTERIOR_MEANS,
  formula: 'X = C Z Rᵀ + W + E, vec Z ~ N(0, I), vec E ~ N(0, σ² Φ_0 ⊗ Σ_0)',
  description:
    'PSOPCA whose noise differs between rows and columns: low inside a region of interest, or learned. Codes are the posterior means E[Z | X].',
  citation: psopca.citation,
  latentNames: ['q_c', 'q_r'],
  demanding: true,
  revision: 2,
  parameters,
  arrays: ARRAYS,
  largestLatent: axesOfBothModes,

  fit({ images }, [qc, qr], settings, context) {
    const { rows, cols } = images;
    if (qc === rows && qr === cols)
      throw new FitError('PHOPCA (FA noise): no dimension is left for the noise. Reduce the latent shape.');
    const mean = meanImage(images);
    const learned = settings.noise === 'learned';
    const s = learned ? new Float64Array(rows).fill(1) : levels(rows, settings.firstRow, settings.lastRow, settings);
    const f = learned
      ? new Float64Array(cols).fill(1)
      : levels(cols, settings.firstColumn, settings.lastColumn, settings);
    const batch = learned ? loadBatch(images, mean) : loadBatch(whiteImages(images, mean, s, f));
    try {
      const squares = pixelSquares(images, mean).map((value, i) => value / (s[Math.floor(i / cols)] * f[i % cols]));
      const climb = factorNoiseClimb({ batch, squares, s, f }, settings, context);
      const { best, ends, warnings } = bestOfStarts(
        settings.starts,
        (start) => climb(start === 1 ? 'simpler' : startKind(settings.start, start), [qc, qr]),
        (run) => run.logLikelihood,
      );
      return { ...fitOf(best, mean, learned, ends), warnings: [...best.facts.warnings, ...warnings] };
    } finally {
      batch.release();
    }
  },

  encode(fit, images) {
    return posteriorMeans(modelOf(fit.arrays), projectedOf(fit.arrays, images));
  },

  /** W + C Z Rᵀ with the projection's coefficients (CᵀΣ_0⁻¹C)⁻¹ CᵀΣ_0⁻¹ (X − W) Φ_0⁻¹R (RᵀΦ_0⁻¹R)⁻¹. */
  reconstruct(fit, codes) {
    const model = modelOf(fit.arrays);
    const { normsC, normsR, sigma2 } = model;
    const data = codes.data.map((value, i) => {
      const k = i % (normsC.length * normsR.length);
      const signal = normsC[Math.floor(k / normsR.length)] * normsR[k % normsR.length];
      return signal > 0 ? (value * (signal + sigma2)) / signal : 0;
    });
    const c = scaleRows(model.c, fit.arrays.Sigma0.map(Math.sqrt));
    const r = scaleRows(model.r, fit.arrays.Phi0.map(Math.sqrt));
    const images = matrixStack(codes.count, c.rows, r.rows);
    for (let n = 0; n < codes.count; n++) {
      const z = {
        rows: codes.rows,
        cols: codes.cols,
        data: data.subarray(n * codes.rows * codes.cols, (n + 1) * codes.rows * codes.cols),
      };
      images.data.set(multiply(multiply(c, z), r, { transposeB: true }).data, n * c.rows * r.rows);
    }
    return addMean(images, fit.arrays.mean);
  },

  logLikelihood(fit, images) {
    const { mean, Sigma0, Phi0 } = fit.arrays;
    const energies = energiesOf(whiteImages(images, mean, Sigma0, Phi0), matrix(images.rows, images.cols));
    const projected = projectedOf(fit.arrays, images);
    return kroneckerLogDensities(modelOf(fit.arrays), energies, projected, images.rows * images.cols).map(
      (value) => value - jacobian(Sigma0, Phi0),
    );
  },

  /** C Z Rᵀ + W, and with E added, E_ij ~ N(0, σ² s_i f_j). */
  sample(fit, count, random) {
    const { rows, cols } = fit.imageShape;
    const [c, r] = [fit.arrays.C, fit.arrays.R];
    const [s, f, sigma2] = [fit.arrays.Sigma0, fit.arrays.Phi0, fit.arrays.sigma2];
    const [z, noise] = standardNormals(random, count, [
      [c.cols, r.cols],
      [rows, cols],
    ]);
    const means = addMean(expand(z, c, r), fit.arrays.mean);
    return addNoise(means, noise, (pixel) => Math.sqrt(sigma2 * s[Math.floor(pixel / cols)] * f[pixel % cols]));
  },
});

/** Noise levels that are learned have geometric mean 1 in a fit. */
function fitOf(run: FactorNoiseRun, mean: Matrix, learned: boolean, ends: Float64Array): Learned<typeof ARRAYS> {
  const { model, s, f, facts, logLikelihood } = run;
  const [scaleS, scaleF] = learned ? [geometricMean(s), geometricMean(f)] : [1, 1];
  const [sigma0, phi0] = [s.map((value) => value / scaleS), f.map((value) => value / scaleF)];
  const root = Math.sqrt(scaleS * scaleF);
  const inPixels = (loadings: Matrix, noise: Float64Array) =>
    scaleRows(
      loadings,
      noise.map((value) => Math.sqrt(value * root)),
    );
  return {
    arrays: {
      mean,
      C: inPixels(model.c, sigma0),
      R: inPixels(model.r, phi0),
      sigma2: model.sigma2 * scaleS * scaleF,
      Sigma0: sigma0,
      Phi0: phi0,
      ...(ends.length > 1 && { ends }),
    },
    ...facts,
    logLikelihood,
  };
}

function edge<const Name extends string>(name: Name, title: string, help: string, value: number) {
  const source = { neutral: 'the whole image until a region is given' };
  return { name, only: REGIONS, title, help, kind: 'integer', default: value, source, min: 1, max: 100_000 } as const;
}

/** The isotropic model of the whitened images. */
function modelOf({ C, R, sigma2, Sigma0, Phi0 }: FactorNoiseArrays): KroneckerModel {
  return canonicalModel(scaleRows(C, whitening(Sigma0)), scaleRows(R, whitening(Phi0)), sigma2);
}

/** Projections of the whitened images onto the loadings of that model. */
function projectedOf(arrays: FactorNoiseArrays, images: ImageSet): MatrixStack {
  const { c, r } = modelOf(arrays);
  return withCentred(arrays.mean, images, (batch) =>
    batch.project(scaleRows(c, whitening(arrays.Sigma0)), scaleRows(r, whitening(arrays.Phi0))),
  );
}
