/**
 * A study spec: the plain JSON document that says what is compared with what. The app edits it, the command line runs
 * it, the workspace stores it. Image indices are 0-based positions in the dataset.
 */
import { z } from 'zod';
import { classifierSchema, DEFAULT_CLASSIFIER } from '../../classify/classifiers/registry.ts';
import { latentGridSchema } from '../../methods/latentGridSchema.ts';
import { settingsSchema } from '../../methods/settings.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../../text/hidden.ts';
import { featureStepSchema } from '../../features/registry.ts';
import { measureRequestSchema } from '../../measures/measures.ts';
import { correctionNames } from '../../compare/corrections/registry.ts';
import { pairTestNames } from '../../compare/tests/registry.ts';
import { perturbationSchema } from '../../perturbations/registry.ts';
import { protocolSchema } from '../../protocols/registry.ts';
import { subsetSchema } from '../../protocols/subset.ts';

export const studyMethodSchema = z.strictObject({
  method: z.string().min(1),
  /** Shown in tables; must be unique within the study. Default: the method's title. */
  label: z.string().min(1).max(60).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM).optional(),
  settings: settingsSchema.default({}),
  latent: latentGridSchema.default('default'),
});

/**
 * How the methods of a condition are compared where the study does not say: repeats of a random split share images,
 * which only the corrected test takes into account. The papers' own comparison (Zhao, Yu, Kwok, Table IV) is
 * `{ "test": "two-sample-t" }`: pooled variance, no correction.
 */
export const DEFAULT_COMPARISON = { test: 'corrected-resampled-t', correction: 'holm' } as const;

export const comparisonSchema = z
  .strictObject({
    /** Absent: as DEFAULT_COMPARISON, and its correction too unless another is stated. */
    test: z.enum(pairTestNames).optional(),
    alpha: z.number().gt(0).lt(0.5).default(0.05),
    /** For the tests of one condition together. Absent beside a stated test: none. */
    correction: z.enum(correctionNames).optional(),
    /** "best" (also where absent), or the label of the method that all others are compared with. */
    baseline: z.string().min(1).max(60).optional(),
  })
  .transform(({ test, ...stated }) =>
    test === undefined
      ? { ...stated, test: DEFAULT_COMPARISON.test, correction: stated.correction ?? DEFAULT_COMPARISON.correction }
      : { ...stated, test },
  );

/** Oracle selection (best on the test sets) is always in the table; this adds the validated one. */
export const selectionSchema = z.strictObject({
  /**
   * Inner splits of the training images of every cell, one image of each subject held out; each costs a further fit.
   */
  innerSplits: z.int().min(1).max(100),
});

export const studySpecSchema = z.strictObject({
  name: z.string().min(1).max(120).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM),
  /** Name of a dataset in the workspace. */
  dataset: z.string().min(1),
  protocol: protocolSchema,
  /** Absent: all images. Explicit splits name their images themselves. */
  subset: subsetSchema.optional(),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  /** Each level is a further condition beside those of the protocol. Absent: images as they are. */
  perturbations: z.array(perturbationSchema).min(1).optional(),
  /** Done to every image, in this order, after the perturbation. Absent: raw grey values. */
  features: z.array(featureStepSchema).optional(),
  methods: z.array(studyMethodSchema).min(1),
  classifier: classifierSchema.default(DEFAULT_CLASSIFIER),
  comparison: comparisonSchema.prefault({}),
  /** Absent: oracle selection only. */
  selection: selectionSchema.optional(),
  /** What is measured beside the error rate; latent shapes are chosen by the error rate all the same. */
  measures: z.array(measureRequestSchema).min(1).optional(),
});

export type StudyMethod = z.infer<typeof studyMethodSchema>;
/** A spec with every default filled in. */
export type StudySpec = z.infer<typeof studySpecSchema>;
/** A spec as a person writes it. */
export type StudySpecInput = z.input<typeof studySpecSchema>;
