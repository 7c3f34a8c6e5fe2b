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

const questions = {
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

/** What can be asked of every cell, also where there is no model of all training images. */
const questionsOfAll = {
  scores: (open: OpenModel, _: null) => cellScores(open),
  subjects: nearestSubjects,
  scoreCounts: (open: OpenModel, _: null) => scoreCounts(open),
  wrongPairs,
};

type ModelQuestions = typeof questions;
type Questions = ModelQuestions & typeof questionsOfAll;
export type ModelQueryName = keyof Questions;
export type ModelQuery<N extends ModelQueryName> = Parameters<Questions[N]>[1];
export type ModelQueryResult<N extends ModelQueryName> = ReturnType<Questions[N]>;

/** Throws FitError for what the model does not have, RangeError for what the question names and is not there. */
export function runModelQuery<N extends keyof ModelQuestions>(
  model: LearnedModel,
  name: N,
  question: ModelQuery<N>,
): ModelQueryResult<N> {
  const answer = questions[name] as (model: LearnedModel, question: ModelQuery<N>) => ModelQueryResult<N>;
  return answer(model, question);
}

/** The same of a cell that may have no model of all training images. Throws FitError for a question that needs one. */
export function runCellQuery<N extends ModelQueryName>(
  open: OpenModel,
  name: N,
  question: ModelQuery<N>,
): ModelQueryResult<N> {
  if (name in questionsOfAll) {
    const answer = questionsOfAll[name as keyof typeof questionsOfAll] as unknown as (
      open: OpenModel,
      question: ModelQuery<N>,
    ) => ModelQueryResult<N>;
    return answer(open, question);
  }
  if (!open.learned) throw new FitError(NO_COMMON_MODEL);
  return runModelQuery(open.learned, name as keyof ModelQuestions, question as never) as ModelQueryResult<N>;
}

export const NO_COMMON_MODEL = 'Here every subject has its own model; no model covers all images.';
