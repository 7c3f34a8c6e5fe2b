/** Queries to a fitted model, by name. Arguments and results are plain data, so they can cross threads. */
import { FitError } from '../../methods/method.ts';
import { basisImages } from './basisImages.ts';
import { cellCodes, cellScores } from './cellNumbers.ts';
import { componentViews, drawnImages } from './componentViews.ts';
import { imputation } from './imputation.ts';
import { latentMap } from './latentMap.ts';
import { modelSpectra } from './modelSpectrum.ts';
import { nearestSubjects } from './nearestSubjects.ts';
import { scoreCounts } from './scoreCounts.ts';
import type { LearnedModel, OpenModel } from './openModel.ts';
import { wrongPairs } from './wrongPairs.ts';
import { errorsByBlock, rebuiltFaces } from './reconstructions.ts';

const modelQueries = {
  basis: basisImages,
  rebuilt: rebuiltFaces,
  errors: (model: LearnedModel, _: null) => model.once('errors', () => errorsByBlock(model)),
  spectra: (model: LearnedModel, _: null) => model.once('spectra', () => modelSpectra(model)),
  map: latentMap,
  samples: drawnImages,
  imputation,
  components: (model: LearnedModel, _: null) => model.once('components', () => componentViews(model)),
  codes: (model: LearnedModel, _: null) => cellCodes(model),
};

/** Queries of every cell, even without a model of all training images. */
const cellQueries = {
  scores: (open: OpenModel, _: null) => cellScores(open),
  subjects: nearestSubjects,
  scoreCounts: (open: OpenModel, _: null) => scoreCounts(open),
  wrongPairs,
};

type ModelQueries = typeof modelQueries;
type Queries = ModelQueries & typeof cellQueries;
export type ModelQueryName = keyof Queries;
export type ModelQuery<N extends ModelQueryName> = Parameters<Queries[N]>[1];
export type ModelQueryResult<N extends ModelQueryName> = ReturnType<Queries[N]>;

/**
 * Throws FitError if the model does not support the query, RangeError if the query names something that does not exist.
 */
export function runModelQuery<N extends keyof ModelQueries>(
  model: LearnedModel,
  name: N,
  query: ModelQuery<N>,
): ModelQueryResult<N> {
  const run = modelQueries[name] as (model: LearnedModel, query: ModelQuery<N>) => ModelQueryResult<N>;
  return run(model, query);
}

/** Runs a query of a cell that may have no model of all training images. Throws FitError if the query needs one. */
export function runCellQuery<N extends ModelQueryName>(
  open: OpenModel,
  name: N,
  query: ModelQuery<N>,
): ModelQueryResult<N> {
  if (name in cellQueries) {
    const run = cellQueries[name as keyof typeof cellQueries] as unknown as (
      open: OpenModel,
      query: ModelQuery<N>,
    ) => ModelQueryResult<N>;
    return run(open, query);
  }
  if (!open.learned) throw new FitError(NO_COMMON_MODEL);
  return runModelQuery(open.learned, name as keyof ModelQueries, query as never) as ModelQueryResult<N>;
}

export const NO_COMMON_MODEL = 'Here every subject has its own model; no model covers all images.';
