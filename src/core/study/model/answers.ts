/** What an open model can be asked, each question by name; plain data in and out, which threads can send. */
import { basisImages } from './basisImages.ts';
import { componentViews } from './componentViews.ts';
import { drawnImages } from './drawnImages.ts';
import { imputation } from './imputation.ts';
import { latentMap } from './latentMap.ts';
import { modelSpectra } from './modelSpectrum.ts';
import type { LearnedModel } from './openModel.ts';
import { errorsByBlock, rebuiltFaces } from './rebuiltFaces.ts';

const questions = {
  basis: basisImages,
  rebuilt: rebuiltFaces,
  errors: (model: LearnedModel, _: null) => model.once('errors', () => errorsByBlock(model)),
  spectra: (model: LearnedModel, _: null) => model.once('spectra', () => modelSpectra(model)),
  map: latentMap,
  samples: drawnImages,
  imputation,
  components: (model: LearnedModel, _: null) => model.once('components', () => componentViews(model)),
};

export type QuestionName = keyof typeof questions;
export type Question<N extends QuestionName> = Parameters<(typeof questions)[N]>[1];
export type Answer<N extends QuestionName> = ReturnType<(typeof questions)[N]>;

/** Throws FitError for what the model does not have, RangeError for what the question names and is not there. */
export function answerOf<N extends QuestionName>(model: LearnedModel, name: N, question: Question<N>): Answer<N> {
  const answer = questions[name] as (model: LearnedModel, question: Question<N>) => Answer<N>;
  return answer(model, question);
}
