/** Every experiment of the papers, in their order. */
import { arcLengths } from './bilinearPpca/arcLengths.ts';
import { byIteration, bySeconds, bySecondsHigh } from './bilinearPpca/convergence.ts';
import { startsOfAecm, startsOfCm } from './bilinearPpca/tenStarts.ts';
import type { Experiment } from './experiment.ts';
import { errorOfLoadings } from './matrixFactor/loadings.ts';

export const experiments: readonly Experiment[] = [
  arcLengths,
  startsOfCm,
  startsOfAecm,
  byIteration,
  bySeconds,
  bySecondsHigh,
  errorOfLoadings,
];

/** The experiment with this id, or undefined. */
export function findExperiment(id: string): Experiment | undefined {
  return experiments.find((experiment) => experiment.id === id);
}
