/** Every experiment, in the order of the papers. */
import { arcLengths } from './bilinearPpca/arcLengths.ts';
import { byIteration, bySeconds, bySecondsHigh } from './bilinearPpca/convergence.ts';
import { facesOfAr, facesOfXm2vts } from './bilinearPpca/faces.ts';
import { iris } from './bilinearPpca/iris.ts';
import { startsOfAecm, startsOfCm } from './bilinearPpca/tenStarts.ts';
import type { Experiment } from './experiment.ts';
import { cardiacViews } from './higherOrder/cardiacViews.ts';
import {
  errorOnAr,
  errorOnOrl,
  learningCurve,
  regionOfInterest,
  sheetOfReconstructions,
  timeAgainstGlram,
} from './higherOrder/reconstruction.ts';
import { algorithmsOfMvfa } from './matrixFactor/algorithms.ts';
import { gaborDigits } from './matrixFactor/digits.ts';
import { facesOfPieByMvfa, facesOfXm2vtsByMvfa } from './matrixFactor/faces.ts';
import { errorOfLoadings } from './matrixFactor/loadings.ts';
import { firstTwoAxes, nonGaussian, squaredErrors } from './squaredError/convergence.ts';
import { counterparts } from './unified/counterparts.ts';
import { freyFaces } from './unified/freyFaces.ts';
import { facesUnderNoise } from './unified/noise.ts';
import { syntheticSets } from './unified/syntheticSets.ts';

export const experiments: readonly Experiment[] = [
  arcLengths,
  startsOfCm,
  startsOfAecm,
  byIteration,
  bySeconds,
  bySecondsHigh,
  facesOfXm2vts,
  facesOfAr,
  iris,
  squaredErrors,
  firstTwoAxes,
  nonGaussian,
  counterparts,
  syntheticSets,
  facesUnderNoise,
  freyFaces,
  algorithmsOfMvfa,
  errorOfLoadings,
  gaborDigits,
  facesOfXm2vtsByMvfa,
  facesOfPieByMvfa,
  sheetOfReconstructions,
  learningCurve,
  errorOnOrl,
  errorOnAr,
  regionOfInterest,
  timeAgainstGlram,
  cardiacViews,
];

export function findExperiment(id: string): Experiment | undefined {
  return experiments.find((experiment) => experiment.id === id);
}
