/**
 * The Frey faces embedded in two dimensions (Nicolaou, Zafeiriou, Pantic 2014, Fig. 4), every second frame, whitened to
 * the components with 90% (60% with noise) of the variance. Trustworthiness (12 neighbours, against the clean images)
 * of LPP, of the means E[y] of EM-LPP and of its linear codes: 0.877, 0.870, 0.821; with pixel noise of 0.2: 0.833,
 * 0.856, 0.814. E[y] withstands noise better, as it averages over neighbours; the linear projection gains nothing.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { addPixelNoise } from '../../../../src/core/images/noise.ts';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { trustworthiness } from '../../../../src/core/embedding/embed.ts';
import { matrix, matrixStack, type Matrix } from '../../../../src/core/linalg/index.ts';
import { emLpp } from '../../../../src/core/methods/field/composedFields.ts';
import { lpp } from '../../../../src/core/methods/field/lpp.ts';
import type { Fit, Method } from '../../../../src/core/methods/method.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { needsRealData, realData } from '../../../support/realData.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';

const FREY = 'frey/frey_rawface.mat';

const FRAMES = 980;
const NEIGHBOURS = 12;

describe('Frey faces with pixel noise', needsRealData(FREY), () => {
  it('are embedded more faithfully by the posterior means of EM-LPP than by LPP or by its own projection', () => {
    const { data } = decodeMat(readFileSync(realData(FREY))).variables[0];
    const clean = matrixStack(FRAMES, 28, 20);
    for (let n = 0; n < FRAMES; n++) for (let p = 0; p < 560; p++) clean.data[n * 560 + p] = data[2 * n * 560 + p];
    const noisy = addPixelNoise(clean, 0.2 * 255, stream('frey'));
    const deterministic = fitOf(lpp, noisy, [2], { energy: 0.6 });
    const probabilistic = fitOf(emLpp, noisy, [2], { energy: 0.6, maxIterations: 60, tolerance: 0 });
    const codes = (method: Method, fit: Fit) => matrix(FRAMES, 2, method.encode(fit, noisy).data);
    const faces = asVectors(clean);
    const trusted = (at: Matrix) => trustworthiness(faces, at, NEIGHBOURS);
    const means = trusted(parameterMatrix(probabilistic, 'E'));
    expect(means).toBeGreaterThan(trusted(codes(lpp, deterministic)));
    expect(means).toBeGreaterThan(trusted(codes(emLpp, probabilistic)));
    expect(probabilistic.warnings).toEqual([]);
  });
});
