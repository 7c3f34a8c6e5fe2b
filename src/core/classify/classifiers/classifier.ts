/**
 * What a classifier is: how test images are recognised. Adding one means adding one file with one declaration and one
 * line in registry.ts; the schema of specs, the form, the check, the footer of tables and the documentation follow.
 */
import type { z } from 'zod';
import type { Choice } from '../../choice.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import type { Citation, Fit, Method, SweepInput } from '../../methods/method.ts';
import type { Problem } from '../../methods/problems.ts';
import type { DistanceRule } from '../distanceRule.ts';
import type { Scores } from '../scores.ts';
import type { ShapeEvaluation, ShapeObserver } from '../shapeEvaluation.ts';
import type { Prose } from '../../text/proseTags.ts';

/** What the check of a classifier knows of a study. */
export interface ClassifierContext {
  /** Where the spec has the classifier: "classifier", or that of a row. */
  readonly at: string;
  /** Fewest images that a test image is compared with, condition by condition; none where splits are not known. */
  readonly galleries: () => readonly { readonly title: string; readonly images: number }[];
  /** Methods are fitted to images of other subjects than those of the test. */
  readonly trainsOnOthers: boolean;
}

/** Codes of the training images of verification, which are of none of the subjects that are compared. */
export interface World {
  readonly codes: MatrixStack;
  readonly labels: Int32Array;
}

/** Who a probe is, from codes. */
export interface ByCodes<Value> {
  /** Every gallery image is a candidate of its own, so that pairs of images have scores. */
  readonly perImage?: true;
  /**
   * Scores of the codes of probes against those of the gallery. With `world` these are for verification: the score of a
   * candidate then depends on its own subject's images and on the world, never on other candidates, since a client
   * knows nothing of the others (BANCA, Bob). Throws FitError where the gallery does not suffice.
   */
  scores(
    value: Value,
    gallery: MatrixStack,
    labels: ArrayLike<number>,
    probes: MatrixStack,
    world: (() => World) | null,
  ): Scores;
  /**
   * The same scores as a rule of distances to codes that are linear in those of the gallery, where they are one: a
   * sweep then decides at all latent shapes by running sums.
   */
  rule?(value: Value, gallery: MatrixStack, labels: ArrayLike<number>): DistanceRule;
}

/** Who a probe is, from models of its own: one for every subject. */
export interface BySubjectModels {
  evaluate(method: Method, input: SweepInput, observe: ShapeObserver | undefined): ShapeEvaluation;
  /** Why a method cannot be used, as the second half of a sentence, or null. */
  objection(method: Method): string | null;
}

/** What pairs are scored by where codes are not enough; what takes work is done when it is asked for. */
export interface ModelledPairs {
  readonly method: Method;
  readonly fit: Fit;
  readonly gallery: ImageSet;
  readonly probes: ImageSet;
  /** Of every gallery image. */
  readonly subjects: Int32Array;
  /** Codes of the training images, and the subjects of these. */
  readonly training: () => MatrixStack;
  readonly labels: Int32Array;
  readonly galleryCodes: () => MatrixStack;
  readonly probeCodes: () => MatrixStack;
}

/** Who a probe is, from a model of pairs that the training images give: every gallery image is a candidate. */
export interface ByModelledPairs {
  /** Throws FitError where the training images do not suffice. */
  scores(input: ModelledPairs): Scores;
}

/** How a classifier of codes decides, with its value. */
export interface CodeDecider {
  readonly rule: (gallery: MatrixStack, labels: ArrayLike<number>) => DistanceRule | null;
  /** `world`: for verification. */
  readonly scores: (
    gallery: MatrixStack,
    labels: ArrayLike<number>,
    probes: MatrixStack,
    world?: (() => World) | null,
  ) => Scores;
}

/** How a classifier decides about the probes of one fit; `world`: for verification. */
export interface FitDecider {
  readonly rule: (gallery: () => MatrixStack, labels: ArrayLike<number>) => DistanceRule | null;
  readonly scores: (compared: ModelledPairs & { readonly world: (() => World) | null }) => Scores;
}

export interface ClassifierDeclaration<Schema extends z.ZodType = z.ZodType> extends Choice<Schema> {
  /** As sentences name it: "nearest neighbour by the cosine". */
  phrase(value: z.infer<Schema>): string;
  /** The sentence of a paper that says how test images were recognised; `known`: what they were compared with. */
  prose(value: z.infer<Schema>, known: 'training' | 'gallery'): Prose;
  /** The sentence on what comparisons were scored by, of verification; null: it cannot score any. */
  readonly pairProse: ((value: z.infer<Schema>, of: 'images' | 'templates') => Prose) | null;
  /** Absent: textbook knowledge. */
  readonly citation?: Citation;
  /** Exactly one of `codes`, `modelledPairs` and `subjectModels` is there. */
  readonly codes?: ByCodes<z.infer<Schema>>;
  readonly modelledPairs?: ByModelledPairs;
  readonly subjectModels?: BySubjectModels;
  /** Problems with a study, with whole paths. */
  check?(value: z.infer<Schema>, context: ClassifierContext): Problem[];
}
