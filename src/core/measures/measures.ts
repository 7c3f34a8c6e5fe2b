/** What a cell can tell of a method at every latent shape: the error rate always, the others where a study asks. */
import { z } from 'zod';
import { regionSchema } from '../region.ts';

/** What a study may ask for beside the error rate; each gives some of the measures below. */
export const measureGroups = [
  'identification',
  'verification',
  'two-class',
  'reconstruction',
  'likelihood',
  'time',
] as const;

export type MeasureGroup = (typeof measureGroups)[number];

/** A group, or a region of interest in which the reconstruction is measured besides. */
export const measureRequestSchema = z.union([z.enum(measureGroups), z.strictObject({ region: regionSchema })]);

export type MeasureRequest = z.infer<typeof measureRequestSchema>;

export type MeasureId =
  | 'error-rate'
  | 'accuracy'
  | 'iterations'
  | 'converged'
  | `rank-${1 | 5 | 10 | 20}`
  | 'verification-auc'
  | 'verification-eer'
  | 'two-class-auc'
  | 'two-class-eer'
  | 'rmse'
  | 'rmse-region'
  | 'log-likelihood'
  | 'fit-seconds'
  | 'test-seconds';

export interface Measure {
  readonly id: MeasureId;
  readonly title: string;
  /** '' for pure numbers. */
  readonly unit: '%' | 'grey levels' | 'nats' | 's' | '';
  readonly better: 'lower' | 'higher';
  /** Decimal places in tables. */
  readonly digits: number;
  /** The request that gives it; null: every cell has it. */
  readonly given: MeasureGroup | 'region' | null;
  /** One sentence: what exactly the number is. */
  readonly meaning: string;
}

/** Ranks of identification that are measures of their own; the curve has the others. */
export const IDENTIFICATION_RANKS = [1, 5, 10, 20] as const;

const SCORES = 'scores of the classifier';

export const MEASURES: readonly Measure[] = [
  {
    id: 'error-rate',
    title: 'Error rate',
    unit: '%',
    better: 'lower',
    digits: 1,
    given: null,
    meaning: 'Share of the test images that are taken for another subject.',
  },
  {
    id: 'accuracy',
    title: 'Recognition rate',
    unit: '%',
    better: 'higher',
    digits: 1,
    given: null,
    meaning: 'Share of the test images that are taken for the right subject: 100 minus the error rate.',
  },
  ...IDENTIFICATION_RANKS.map((rank): Measure => ({
    id: `rank-${rank}`,
    title: `Rank-${rank} identification`,
    unit: '%',
    better: 'higher',
    digits: 1,
    given: 'identification',
    meaning:
      rank === 1
        ? `Share of the test images whose subject comes first by the ${SCORES}.`
        : `Share of the test images whose subject is among the first ${rank} by the ${SCORES}.`,
  })),
  {
    id: 'verification-auc',
    title: 'Verification AUC',
    unit: '',
    better: 'higher',
    digits: 3,
    given: 'verification',
    meaning: `Area under the ROC curve of genuine against impostor pairs: the probability that a genuine pair has the better of the ${SCORES}.`,
  },
  {
    id: 'verification-eer',
    title: 'Verification EER',
    unit: '%',
    better: 'lower',
    digits: 1,
    given: 'verification',
    meaning: 'Rate at which genuine pairs are rejected as often as impostor pairs are accepted.',
  },
  {
    id: 'two-class-auc',
    title: 'Two-class AUC',
    unit: '',
    better: 'higher',
    digits: 3,
    given: 'two-class',
    meaning: 'Area under the ROC curve of the second of two classes against the first.',
  },
  {
    id: 'two-class-eer',
    title: 'Two-class EER',
    unit: '%',
    better: 'lower',
    digits: 1,
    given: 'two-class',
    meaning: 'Rate at which images of either of two classes are taken for the other equally often.',
  },
  {
    id: 'rmse',
    title: 'Reconstruction RMSE',
    unit: 'grey levels',
    better: 'lower',
    digits: 2,
    given: 'reconstruction',
    meaning: 'Root of the mean squared difference between the pixels of the test images and of their reconstructions.',
  },
  {
    id: 'rmse-region',
    title: 'Reconstruction RMSE of the region',
    unit: 'grey levels',
    better: 'lower',
    digits: 2,
    given: 'region',
    meaning: 'The same over the pixels of the region of interest.',
  },
  {
    id: 'log-likelihood',
    title: 'Log-likelihood',
    unit: 'nats',
    better: 'higher',
    digits: 1,
    given: 'likelihood',
    meaning: 'Mean log-likelihood of a test image under the model fitted to the training images.',
  },
  {
    id: 'fit-seconds',
    title: 'Fit time',
    unit: 's',
    better: 'lower',
    digits: 3,
    given: 'time',
    meaning: 'Wall time of the fit; of one fit that serves every latent shape, its whole time at each of them.',
  },
  {
    id: 'test-seconds',
    title: 'Test time',
    unit: 's',
    better: 'lower',
    digits: 3,
    given: 'time',
    meaning:
      'Wall time to encode and classify the test images; an even share where all latent shapes are done at once.',
  },
  {
    id: 'iterations',
    title: 'Iterations',
    unit: '',
    better: 'lower',
    digits: 1,
    given: null,
    meaning: 'Iterations of the fit; 0 for closed forms.',
  },
  {
    id: 'converged',
    title: 'Converged fits',
    unit: '%',
    better: 'higher',
    digits: 1,
    given: null,
    meaning: 'Share of the fits that met their stop rule before their limit of iterations.',
  },
];

/** The measure with this id. */
export function measureOf(id: MeasureId): Measure {
  return MEASURES.find((measure) => measure.id === id)!;
}

/** The measures that the cells of a study have, in the order of `MEASURES`. */
export function measuresOf({ measures = [] }: { readonly measures?: readonly MeasureRequest[] }): Measure[] {
  const given = new Set(measures.map((request) => (typeof request === 'string' ? request : 'region')));
  return MEASURES.filter((measure) => measure.given === null || given.has(measure.given));
}
