/**
 * A study spec: the plain JSON document that defines a comparison. The app edits it, the command line runs it, the
 * workspace stores it. Image indices are 0-based positions in the dataset.
 */
import { z } from 'zod';
import { DEFAULT_CLASSIFIER } from '../../classify/classifiers/registry.ts';
import { importedSchema } from '../../methods/importedMethod.ts';
import { latentGridSchema } from '../../methods/latent/latentGridSchema.ts';
import { declarationSchema } from '../../methods/external/declaration.ts';
import { HIDDEN_PROBLEM, VISIBLE_PROBLEM, WITH_VISIBLE, WITHOUT_HIDDEN } from '../../text/hiddenCharacters.ts';
import { featureStepSchema } from '../../features/registry.ts';
import { measureRequestSchema, MEASURES, type Measure } from '../../measures/measures.ts';
import type { ChoiceParameter } from '../../choice.ts';
import { comparisonSchema } from '../../compare/comparison.ts';
import { perturbationSchema } from '../../perturbations/registry.ts';
import { protocolSchema } from '../../protocols/registry.ts';
import { subsetSchema } from '../../protocols/subset.ts';
import { studyClassifierSchema } from './classifierGrid.ts';
import { studySettingsSchema } from './settingsGrid.ts';

export const studyMethodSchema = z.strictObject({
  method: z.string().min(1),
  /** Shown in tables; must be unique within the study. Default: the method's title. */
  label: z
    .string()
    .min(1)
    .max(60)
    .regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM)
    .regex(WITH_VISIBLE, VISIBLE_PROBLEM)
    .optional(),
  /** Single values, or lists of values to choose from. */
  settings: studySettingsSchema.default({}),
  latent: latentGridSchema.default('default'),
  /** Instead of the features of the study; an empty list: raw grey values. */
  features: z.array(featureStepSchema).optional(),
  /** Instead of the classifier of the study. Its parameters may be lists of values to choose from. */
  classifier: studyClassifierSchema.optional(),
  /** For the method "elsewhere" only: the file that its results were read from. */
  elsewhere: importedSchema.optional(),
  /**
   * For external methods, filled in when a study is made: the program that computes the cells, and its declaration,
   * which keeps results readable without its registration.
   */
  program: z
    .strictObject({
      version: z.string().regex(/^[0-9a-f]{16}$/, 'a version of 16 hexadecimal digits'),
      declaration: declarationSchema,
    })
    .optional(),
});

/**
 * Times differ from run to run, so choices by time could not be reproduced. Iterations say nothing about the images.
 */
export function canChoose({ id, unit }: Pick<Measure, 'id' | 'unit'>): boolean {
  return unit !== 's' && id !== 'iterations' && id !== 'converged';
}

/** Oracle selection (best on the test sets) is always in the table; this adds the validated one. */
export const selectionSchema = z.strictObject({
  /**
   * Inner splits of the training images of every cell, one image of each subject held out; each costs a further fit. 0
   * if development pairs are used instead.
   */
  innerSplits: z.int().min(0).max(100),
  /** Verification: the criterion is measured on the development pairs instead, without further fits. */
  on: z.literal('development').optional(),
  /** Criterion for latent shapes and listed settings. Absent: the error rate. */
  by: z.enum(MEASURES.filter(canChoose).map(({ id }) => id)).optional(),
});

/** Form fields of a validated selection. */
export const selectionParameters: readonly ChoiceParameter[] = [
  { name: 'innerSplits', title: 'Inner splits', help: '', kind: 'integer', default: 3, min: 0, max: 100 },
  {
    name: 'on',
    title: 'Judged on',
    help: 'Closed-set recognition inside the training images, or the development pairs of verification (0 inner splits).',
    kind: 'choice',
    optional: true,
    default: 'training',
    choices: [
      { value: 'training', title: 'Training images' },
      { value: 'development', title: 'Development pairs' },
    ],
  },
  {
    name: 'by',
    title: 'Chosen by',
    help: 'What latent shapes and listed settings are chosen by; the study must measure it.',
    kind: 'choice',
    optional: true,
    default: 'error-rate',
    choices: MEASURES.filter(canChoose).map(({ id, title }) => ({ value: id, title })),
  },
];

export const studySpecSchema = z.strictObject({
  name: z.string().min(1).max(120).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM).regex(WITH_VISIBLE, VISIBLE_PROBLEM),
  /** Name of a dataset in the workspace. */
  dataset: z.string().min(1),
  protocol: protocolSchema,
  /** Absent: all images. Explicit splits name their images themselves. */
  subset: subsetSchema.optional(),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  /**
   * What random splits are drawn by. Absent: subjects and names of the images. "pixels": the hash of the pixels, as in
   * studies of earlier versions, which keep their splits.
   */
  draws: z.literal('pixels').optional(),
  /** Each level is a further condition, in addition to those of the protocol. Absent: images as they are. */
  perturbations: z.array(perturbationSchema).min(1).optional(),
  /** Steps applied to every image, in this order, after the perturbation. Absent: raw grey values. */
  features: z.array(featureStepSchema).optional(),
  methods: z.array(studyMethodSchema).min(1),
  /** Its parameters may be lists of values to choose from. */
  classifier: studyClassifierSchema.default(DEFAULT_CLASSIFIER),
  comparison: comparisonSchema.prefault({}),
  /** Absent: oracle selection only. */
  selection: selectionSchema.optional(),
  /** Measures in addition to the error rate. */
  measures: z.array(measureRequestSchema).min(1).optional(),
});

export type StudyMethod = z.infer<typeof studyMethodSchema>;
/** A spec with every default filled in. */
export type StudySpec = z.infer<typeof studySpecSchema>;
/** A spec as a person writes it. */
export type StudySpecInput = z.input<typeof studySpecSchema>;

/** The labels of the rows whose results come from another program. */
export function importedLabels({ methods }: Pick<StudySpec, 'methods'>): string[] {
  return methods.flatMap(({ label, elsewhere }) => (elsewhere && label !== undefined ? [label] : []));
}
