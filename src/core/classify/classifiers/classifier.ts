/**
 * Declaration of a classifier, which recognises test images. To add one, add a file with one declaration and a line in
 * registry.ts; the schema of specs, the form, the check, the footer of tables and the documentation follow.
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

/** Study facts available to the check of a classifier. */
export interface ClassifierContext {
  /** Path of the classifier in the spec: "classifier", or that of a row. */
  readonly at: string;
  /** Smallest gallery of each condition; empty if the splits are unknown. */
  readonly galleries: () => readonly { readonly title: string; readonly images: number }[];
  /** Whether methods are fitted to other subjects than those of the test. */
  readonly trainsOnOthers: boolean;
}

/** Codes of the training images in verification, none of which shows a compared subject. */
export interface World {
  readonly codes: MatrixStack;
  readonly labels: Int32Array;
}

/** Recognises probes from codes. */
export interface ByCodes<Value> {
  /** Every gallery image is a candidate; required to score pairs of images. */
  readonly perImage?: true;
  /**
   * Scores of probe codes against gallery codes. With `world` the scores are for verification: that of a candidate
   * depends on the images of its own subject and on the world, never on other candidates, because a client knows
   * nothing of the others (BANCA, Bob). Throws FitError if the gallery is insufficient.
   */
  scores(
    value: Value,
    gallery: MatrixStack,
    labels: ArrayLike<number>,
    probes: MatrixStack,
    world: (() => World) | null,
  ): Scores;
  /**
   * How many dimensions the codes of one subject span at most, however many there are; null: the distance to a span
   * does not decide. A code of no more numbers is reached from every subject with as many images, which ties all
   * subjects.
   */
  spans?(value: Value): number | null;
  /**
   * The same scores as distances to codes that are linear in the gallery codes, if they have this form. A sweep then
   * decides at all latent shapes by running sums.
   */
  rule?(value: Value, gallery: MatrixStack, labels: ArrayLike<number>): DistanceRule;
}

/** Recognises probes from models of single subjects. */
export interface BySubjectModels {
  evaluate(method: Method, input: SweepInput, observe: ShapeObserver | undefined): ShapeEvaluation;
  /** Why a method cannot be used, as a clause; null if it can. */
  objection(method: Method): string | null;
}

/** Input of a scorer that needs more than codes; expensive values are computed on demand. */
export interface ModelledPairs {
  readonly method: Method;
  readonly fit: Fit;
  readonly gallery: ImageSet;
  readonly probes: ImageSet;
  /** Subject of each gallery image. */
  readonly subjects: Int32Array;
  /** Codes of the training images; `labels` are their subjects. */
  readonly training: () => MatrixStack;
  readonly labels: Int32Array;
  readonly galleryCodes: () => MatrixStack;
  readonly probeCodes: () => MatrixStack;
}

/**
 * Recognises probes from a model of pairs that is trained on the training images; every gallery image is a candidate.
 */
export interface ByModelledPairs {
  /** Throws FitError if the training images are insufficient. */
  scores(input: ModelledPairs): Scores;
}

/** Rule and scores of a classifier of codes with its settings. */
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

/** Rule and scores of a classifier for the probes of one fit; `world`: for verification. */
export interface FitDecider {
  readonly rule: (gallery: () => MatrixStack, labels: ArrayLike<number>) => DistanceRule | null;
  readonly scores: (compared: ModelledPairs & { readonly world: (() => World) | null }) => Scores;
}

export interface ClassifierDeclaration<Schema extends z.ZodType = z.ZodType> extends Choice<Schema> {
  /** Name within a sentence: "nearest neighbour by the cosine". */
  phrase(value: z.infer<Schema>): string;
  /** Sentence for a paper on how test images were recognised; `reference`: the images they were compared with. */
  prose(value: z.infer<Schema>, reference: 'training' | 'gallery'): Prose;
  /** Sentence for a paper on how comparisons were scored in verification; null if it cannot score them. */
  readonly pairProse: ((value: z.infer<Schema>, of: 'images' | 'templates') => Prose) | null;
  /** Absent for textbook methods. */
  readonly citation?: Citation;
  /** Exactly one of `codes`, `modelledPairs` and `subjectModels` is present. */
  readonly codes?: ByCodes<z.infer<Schema>>;
  readonly modelledPairs?: ByModelledPairs;
  readonly subjectModels?: BySubjectModels;
  /** Problems with a study, with full paths. */
  check?(value: z.infer<Schema>, context: ClassifierContext): Problem[];
}
