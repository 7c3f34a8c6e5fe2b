import { z } from 'zod';
import { evaluateLikelihood } from '../subjectModels.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('likelihood') });

/** One model per subject, fitted to its training images (Xie et al. 2008, section VI-B). */
export const likelihood: ClassifierDeclaration<typeof schema> = {
  kind: 'likelihood',
  title: 'Likelihood, one model per subject',
  help: 'The subject whose own model, fitted to its training images, gives the image the greatest likelihood.',
  schema,
  parameters: [],
  phrase: () => 'greatest likelihood with one model per subject',
  prose: () =>
    prose`One model was fitted to the training images of each subject, and test images were assigned to the subject whose model gave them the greatest likelihood`,
  pairProse: null,
  subjectModels: {
    evaluate: evaluateLikelihood,
    objection: ({ title, logLikelihood }) =>
      logLikelihood
        ? null
        : `${title} has no likelihood to classify by; choose another classifier or a method with a density.`,
  },
  check(_, { at, trainsOnOthers }) {
    const message = `${at}: by likelihood every test subject needs a model of its own, but this protocol trains on other subjects; use a classifier of codes.`;
    return trainsOnOthers ? [{ path: at, message }] : [];
  },
};
