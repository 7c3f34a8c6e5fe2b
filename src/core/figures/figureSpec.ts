/** Figures of studies that can be drawn without a window. */
import { z } from 'zod';
import { blockTestNames } from '../compare/blocks/registry.ts';
import { MEASURES } from '../measures/measures.ts';
import { BANDS } from './characteristicBand.ts';
import { CURVE_AXES } from './curvePoints.ts';
import { characteristicKinds } from './figureKinds.ts';

const measure = z.enum(MEASURES.map(({ id }) => id)).default('error-rate');
const selection = z.enum(['oracle', 'validated']).default('oracle');
/** The key of a condition; absent: the first of the study. */
const condition = z.string().optional();
/** Labels of the methods that are drawn; absent: all. */
const labels = z.array(z.string()).min(1).optional();

/** How methods are ranked over the conditions, or over the datasets of several studies. */
export const rankOptionsSchema = z.strictObject({
  per: z.enum(['condition', 'dataset']).default('condition'),
  measure,
  selection,
  alpha: z.number().gt(0).lt(0.5).default(0.05),
});

/** Which Bayesian test says how probable practical differences are, and what it takes for equal. */
export const practicalOptions = {
  /** Half the width of the region of practical equivalence, in the unit of the measure. */
  rope: z.number().min(0),
  practicalTest: z.enum(blockTestNames).default('signed-rank'),
};

/** Cumulative match characteristic or receiver operating characteristic at the shapes of the table. */
export const characteristicSpecSchema = z.strictObject({
  kind: z.literal('characteristic'),
  curve: z.enum(characteristicKinds.map(({ id }) => id)),
  condition,
  labels,
  selection,
  /** Around the curves; over subjects: of ROC and DET curves of pairs. */
  band: z.enum(BANDS.map(({ id }) => id)).default('deviation'),
});

export const figureSpecSchema = z.discriminatedUnion('kind', [
  /** Methods × conditions. */
  z.strictObject({
    kind: z.literal('overview'),
    measure,
    selection,
    /** Colours per condition, or on one scale for all. */
    shading: z.enum(['condition', 'all']).default('condition'),
  }),
  /** A measure against the latent dimension. */
  z.strictObject({
    kind: z.literal('curves'),
    condition,
    measure,
    labels,
    /** The latent dimension, or the numbers per code. */
    axis: z.enum(CURVE_AXES).default('latent'),
    scale: z.enum(['log', 'linear']).default('log'),
    /** 'near': the axis ends near the best. */
    range: z.enum(['full', 'near']).default('full'),
    /** Of bilinear methods: the best of the shapes of about a size, or q_c = q_r only. */
    shapes: z.enum(['best', 'square']).default('best'),
    /** How ± one standard deviation is drawn. */
    spread: z.enum(['band', 'bars', 'none']).default('band'),
  }),
  /** A measure of one bilinear method over (q_c, q_r). */
  z.strictObject({
    kind: z.literal('heat-map'),
    label: z.string(),
    condition,
    measure,
    range: z.enum(['full', 'near']).default('full'),
  }),
  characteristicSpecSchema,
  /** A measure against a number that the conditions differ in: k, a share for training, noise, occlusion. */
  z.strictObject({
    kind: z.literal('conditions'),
    /** Its id, such as "training" or "gaussian-noise@test"; absent: the first of the study. */
    axis: z.string().optional(),
    /** A condition of the line that is drawn. */
    condition,
    /** A chart per line instead, with the same axes. */
    facets: z.boolean().default(false),
    measure,
    labels,
    selection,
    range: z.enum(['full', 'near']).default('full'),
    spread: z.enum(['band', 'bars', 'none']).default('bars'),
  }),
  /** The values of every repeat in one condition; two methods are joined repeat by repeat. */
  z.strictObject({ kind: z.literal('repeats'), condition, measure, labels, selection }),
  /** Which subjects one method misclassifies as which. */
  z.strictObject({ kind: z.literal('confusion'), label: z.string(), condition }),
  /** How likely two methods are found to differ, against their true difference. */
  z.strictObject({
    kind: z.literal('power'),
    condition,
    measure,
    labels: z.array(z.string()).length(2),
    selection,
    /** Absent: that of the study. */
    alpha: z.number().gt(0).lt(0.5).optional(),
    /** Power that is wanted. */
    wanted: z.number().gt(0).lt(1).default(0.8),
  }),
  /** A measure against the computing time of the methods, in one condition. */
  z.strictObject({ kind: z.literal('time'), condition, measure, labels, selection }),
  /** Average ranks with Nemenyi's critical difference. */
  rankOptionsSchema.extend({ kind: z.literal('ranks') }),
  /** Probabilities of every pair of methods, or of the pairs of one. */
  rankOptionsSchema.extend({
    kind: z.literal('practical'),
    ...practicalOptions,
    /** Absent: the margin of the measure. */
    rope: practicalOptions.rope.optional(),
    /** Label of the method whose pairs are drawn alone; absent: all pairs. */
    against: z.string().optional(),
  }),
]);

/** With every default filled in. */
export type FigureSpec = z.infer<typeof figureSpecSchema>;
export type FigureSpecInput = z.input<typeof figureSpecSchema>;
export type CharacteristicSpec = z.infer<typeof characteristicSpecSchema>;
