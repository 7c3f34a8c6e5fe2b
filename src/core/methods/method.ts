/**
 * A method is a declaration (title, citation, parameters) and pure functions (fit, encode, …). To add one, add a file
 * with one `Method` and a line in registry.ts; the form of the app, the command line, the documentation and the exports
 * follow from the declaration.
 */
import type { ImageSet } from '../images/imageSet.ts';
import type { Matrix, MatrixStack } from '../linalg/matrix.ts';
import type { Random } from '../random/stream.ts';
import type { ChoiceParameter } from '../choice.ts';
import type { ResolvedSetting } from './resolvedSettings.ts';
import type { Cost, FitSize, WorkingMemory } from './cost.ts';
import type { Field } from './field/fieldSchema.ts';
import type { Declaration } from './external/declaration.ts';

/** A latent shape: [q] for vector methods, [q_c, q_r] for bilinear ones, one entry per mode for tensors. */
export type LatentShape = readonly number[];

/** Lists hold numbers, or objects such as fields. */
export type ParameterValue =
  | number
  | string
  | boolean
  | readonly number[]
  | readonly Readonly<Record<string, unknown>>[];
export type Settings = Readonly<Record<string, ParameterValue>>;

/** Sentences in the past tense: for the value 1, for a share below 1, and for any other number; "{}" is the number. */
export interface SettingPhrases {
  readonly one: string;
  readonly share?: string;
  readonly count: string;
}

/** Nouns for the values of a choice; a value without one is not stated. */
export interface ValuePhrases {
  /** By value, or by "<value> <value of `with`>". */
  readonly phrases: Readonly<Record<string, string>>;
  /** Name of another setting that the noun depends on. */
  readonly with?: string;
  /** Publications by value. */
  readonly citations?: Readonly<Record<string, Citation>>;
}

/** One user-settable parameter of a method: a parameter of a choice, with what papers state. */
export type Parameter = {
  /** Papers state the value even if it is the default: in these words, after "used", or by its title. */
  readonly stated?: SettingPhrases | ValuePhrases | { readonly used: string } | 'by title';
  /** It has an effect only if each of these settings has one of the values. Absent: always. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
} & (
  | (Extract<ChoiceParameter, { kind: 'integer' | 'number' }> & { readonly min: number; readonly max: number })
  | Extract<ChoiceParameter, { kind: 'choice' | 'boolean' | 'numbers' }>
  | (Extract<ChoiceParameter, { kind: 'fields' }> & { readonly default: readonly Field[] })
);

/** The publication behind a method, as data for BibTeX and prose. */
export interface Citation {
  readonly key: string;
  readonly type: 'article' | 'inproceedings' | 'book' | 'software';
  readonly authors: readonly string[];
  readonly title: string;
  readonly venue: string;
  readonly year: number;
  readonly volume?: string;
  readonly number?: string;
  readonly pages?: string;
  readonly doi?: string;
  /** For software. */
  readonly version?: string;
}

/** A learned array: shape and row-major values. The key in `Fit.parameters` is the symbol of the paper. */
export interface NamedArray {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** The quantity that an iteration reports. Different quantities do not share an axis. */
export interface Quantity {
  readonly name: string;
  /** Empty for pure numbers. */
  readonly unit: string;
  /** The direction in which iterations move it; null: either. */
  readonly sense: 'maximise' | 'minimise' | null;
}

export interface Objective extends Quantity {
  readonly sense: 'maximise' | 'minimise';
}

/** A fitted model: an immutable, serialisable value. */
export interface Fit {
  readonly method: string;
  readonly latent: LatentShape;
  readonly settings: Settings;
  readonly imageShape: { readonly rows: number; readonly cols: number };
  readonly parameters: Readonly<Record<string, NamedArray>>;
  /** The objective after each iteration; empty for closed forms. */
  readonly trace: readonly number[];
  /**
   * Seconds of the caller's clock at which each value of the trace was reached; absent without a clock. This is the
   * only part of a fit that is not a function of its input: results that are compared or hashed have no clock.
   */
  readonly iterationSeconds?: readonly number[];
  /** The quantity in the trace and its required direction. */
  readonly objective: Objective | null;
  readonly iterations: number;
  readonly converged: boolean;
  /** Total log-likelihood of the training images (natural logarithm, constants included); null without a density. */
  readonly logLikelihood: number | null;
  /** Facts that readers of a result must know, e.g. "σ_c² floored at 1e-12 λ₁". */
  readonly warnings: readonly string[];
  /** Resolved values of data-dependent settings; absent: the settings are absolute. */
  readonly amounts?: readonly ResolvedSetting[];
}

/** Images to learn from. Labels are subject numbers 0 … K−1, present if the method or the caller has them. */
export interface TrainingData {
  readonly images: ImageSet;
  readonly labels: Int32Array | null;
  /** The attributes that the method requests. */
  readonly attributes?: AttributeCodes;
}

/** Values of attributes (session, illumination, …) by name, coded 0 … A − 1 for each image, −1 if unknown. */
export type AttributeCodes = Readonly<Record<string, Int32Array>>;

export interface FitProgress {
  /** Absent for several shapes at once. */
  readonly shape?: LatentShape;
  readonly iteration: number;
  /** Maximum number of iterations; absent: unknown. */
  readonly of?: number;
}

export interface FitContext {
  /** Seeded stream of this cell; the only source of randomness a method may use. */
  readonly random: Random;
  /**
   * Fit of a neighbouring latent shape to start from; absent: cold start. The fit must not depend on it beyond the stop
   * tolerance.
   */
  readonly warm?: Fit;
  /** Called between iterations; throws CancelledError if the user has cancelled. */
  readonly checkCancelled: () => void;
  /** Results shared with other fits to the same images; absent: nothing is shared. */
  readonly once?: Once;
  /** Receives the progress of a fit, at any rate; absent: not reported. */
  readonly told?: (progress: FitProgress) => void;
  /** Seconds since the start of the fit; if given, the fit records the time of every iteration. */
  readonly clock?: () => number;
}

/**
 * The result of `compute`, which is called at most once per name and split; methods that use the same name share it.
 * The result must depend on name and split only, and must not be modified.
 */
export type Once = <T>(what: string, compute: () => T) => T;

/** Input of a sweep over latent shapes: the whole dataset and the index lists of one split. */
export interface SweepInput<S = Settings> {
  readonly images: ImageSet;
  readonly labels: Int32Array;
  /** The attributes that the method requests. */
  readonly attributes?: AttributeCodes;
  readonly train: Int32Array;
  readonly test: Int32Array;
  /** Images that the test images are compared with; absent: the training images. */
  readonly gallery?: Int32Array;
  readonly shapes: readonly LatentShape[];
  /** The single shape is the largest possible one: if the images provide fewer axes, all of these are meant. */
  readonly full?: true;
  readonly settings: S;
  readonly context: FitContext;
  /**
   * Inner products of all images (rows) with all possible training images (columns, under their own index): of the
   * whole dataset, N × N, computed once for all its cells; in perturbed cells, where training images come first, N × T.
   * The `commonShift` of the images is subtracted before, unless it is null.
   */
  readonly gram: () => Matrix;
  /** Absent: nothing is shared. */
  readonly once?: Once;
  /** Seconds since any moment; reused work counts with the time that it took. Absent: the wall clock. */
  readonly clock?: () => number;
  /** Only scores are needed: no test image is recognised. */
  readonly undecided?: true;
}

/**
 * Codes of nested models: the code at a smaller latent shape is the leading block of the code at the largest.
 * Squared distance at shape s: Σ_t coefficients(s)[t] · Σ_{(i,j) < s} weights[t]_{ij} Δ_{ij}²; without `metric`
 * it is the plain Σ Δ_{ij}².
 */
export interface NestedSweep {
  readonly gallery: MatrixStack;
  readonly probes: MatrixStack;
  /** These codes are the transposes of those of `encode`, which matters for matrix metrics. */
  readonly transposed?: true;
  readonly metric?: {
    readonly weights: readonly Float64Array[];
    readonly coefficients: (shape: LatentShape) => readonly number[];
  };
  /** Why a shape is impossible (e.g. above the rank of the covariance), or null; absent: every shape is possible. */
  readonly failure?: (shape: LatentShape) => string | null;
  /** Facts of the fit at a shape (shared by all shapes if one decomposition serves them). */
  readonly facts: (
    shape: LatentShape,
  ) => Pick<Fit, 'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'amounts'>;
}

/** Fits of several latent shapes to one set of training images, sharing all work that does not depend on the shape. */
export interface FitSession {
  /** As `Method.fit`; `warm` is a fit of a neighbouring shape to start from. */
  readonly fit: (latent: LatentShape, warm?: Fit) => Fit;
  /**
   * Fits of all shapes, in their order and in blocks: side by side on moments of the images. Each equals that of `fit`
   * up to rounding, and its bits do not depend on the other shapes. A failed fit is replaced by its FitError. null if
   * sizes or settings require separate fits.
   */
  readonly fitAll?: (shapes: readonly LatentShape[]) => Iterable<readonly (Fit | Error)[]> | null;
  /** As `Method.encode`, for fits of this session; may keep the images loaded until the release. */
  readonly encode?: (fit: Fit, images: ImageSet) => MatrixStack;
  /** Codes of the images under each fit, with the bits of `encode` and less work. */
  readonly encodeAll?: (fits: readonly Fit[], images: ImageSet) => MatrixStack[];
  /** Frees the memory held for the images; the session must not be used afterwards. */
  readonly release: () => void;
}

/** Incremental learning from new images, without the old ones. */
export interface Incremental {
  /** The fit with a summary of its training images (parameters `kept.*`). Throws FitError for missing pixels. */
  readonly keep: (fit: Fit, images: ImageSet) => Fit;
  /**
   * The fit to the images of the summary and the new ones, with their joint summary. Throws FitError for a fit without
   * a summary.
   */
  readonly resume: (fit: Fit, images: ImageSet, context: FitContext) => Fit;
}

/** Images drawn from a density. */
export interface GeneratedImages {
  /**
   * Each sample without its noise, i.e. its expectation given its latent code; null if the density has no such part.
   */
  readonly means: ImageSet | null;
  readonly images: ImageSet;
}

/** The models of a mixture. */
export interface Components {
  /** π_k. */
  readonly weights: Float64Array;
  /** W_k. */
  readonly means: ImageSet;
  /** N × K: the probability of each model given the image; rows sum to 1. */
  readonly responsibilities: Matrix;
}

/** Appearance of a method in charts and tables. */
export interface Mark {
  /** Index into the palette; every second cycle has hollow markers; one number per method. */
  readonly index: number;
  /** 'dash': the unprojected baseline, which is grey whatever its index. */
  readonly marker: 'circle' | 'triangle' | 'rect' | 'rectRot' | 'star' | 'cross' | 'dash';
}

/** A decision rule of the model itself, used instead of the classifier of a study. */
export interface DecisionRule {
  /** Whether these settings select it. */
  readonly applies: (settings: Settings) => boolean;
  /** The decision in words, to follow the name of the method: "by the greatest likelihood under …". */
  readonly sentence: string;
  readonly classify: (fit: Fit, training: TrainingData, probes: ImageSet) => Int32Array;
  /**
   * For rules that decide by scores: probes × training images, row-major, finite, larger means more alike. `classify`
   * then returns the subject of the best, the first among equals. Absent: the rule has no scores.
   */
  readonly score?: (fit: Fit, training: TrainingData, probes: ImageSet) => Float64Array;
  /**
   * How it scores the pairs of verification, to follow "scored pairs": its scores compare images of any subjects, which
   * then replace the training images, without labels. Absent: they compare with training subjects only.
   */
  readonly scoresPairs?: string;
}

/** Log-likelihood ratio of gallery image g and probe p: same subject against different subjects. */
export type PairRatio = (g: number, p: number) => number;

/** Origin of an external method. */
export interface ExternalOrigin {
  /** Hash of the files of its folder; part of the keys of cells. */
  readonly version: string;
  /** What earlier releases called this version: their hash also covered the interpreter and its packages. */
  readonly formerVersion?: string;
  /** Interpreter and packages of its program, such as "Python 3.11.2, numpy 1.24.2"; null before its first fit. */
  readonly runsOn?: (() => string | null) | undefined;
  readonly declaration: Declaration;
  /** Why it cannot compute here, as a sentence; absent: it can. */
  readonly unavailable?: string;
  /** Present if its files differ from the registered ones; `unavailable` says so. */
  readonly edited?: true;
}

export interface Method {
  readonly id: string;
  readonly title: string;
  /** The full name for a methods paragraph. */
  readonly fullName: string;
  /** Heading in lists; has no other effect. */
  readonly family: 'vector' | 'bilinear' | 'tensor' | 'discriminant' | 'field' | 'mixture' | 'kernel' | 'factorisation';
  readonly appearance: Mark;
  readonly description: string;
  /** The model or objective, in one line for lists. Subscripts follow _, as in names of dimensions. */
  readonly formula: string;
  /** How its axes or codes are scaled, and by whose convention, in one sentence. */
  readonly axes: string;
  /** Whether fits with these settings use the subjects of the training images; absent: never. */
  readonly usesLabels?: (settings: Settings) => boolean;
  /** Absent for an external method without a publication. */
  readonly citation?: Citation;
  readonly latentKind: 'vector' | 'matrix';
  /** Names of the latent dimensions, e.g. ['q'] or ['q_c', 'q_r']. */
  readonly latentNames: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Parameters of its fits with one row per iteration; the columns of a matrix are numbered quantities. */
  readonly traces?: readonly { readonly parameter: string; readonly quantity: Quantity }[];
  /** Names of the image attributes that a fit with these settings needs; absent: none. */
  readonly attributes?: (settings: Settings) => readonly string[];
  /** Memory of its fits; absent: at most copies of the images. */
  readonly memory?: (size: FitSize, settings: Settings) => WorkingMemory;
  /** Cost of the fits of a cell; absent for external methods, whose cost is unknown. */
  readonly cost?: Cost;
  /** 2 or higher if a release has changed the bits of its results; the keys of cells then change as well. */
  readonly revision?: number;
  /** One fit takes seconds: excluded from comparisons of all methods unless named explicitly. */
  readonly demanding?: true;
  /**
   * Largest latent shape that N training images of rows × cols allow; `subjects` bounds methods with one axis per
   * class.
   */
  readonly largestLatent: (rows: number, cols: number, count: number, subjects?: number) => LatentShape;
  readonly fit: (data: TrainingData, latent: LatentShape, settings: Settings, context: FitContext) => Fit;
  /** For iterative methods that are fitted at many shapes: `fit` with the work on the images shared. */
  readonly open?: (data: TrainingData, settings: Settings, context: FitContext) => FitSession;
  /** Numbers per code for images of rows × cols. @default the product of the latent shape */
  readonly codeSize?: (
    shape: LatentShape,
    images: { readonly rows: number; readonly cols: number },
    settings: Settings,
  ) => number;
  /** The compressed representation of Table III: count × q_c × q_r (vector methods: count × q × 1). */
  readonly encode: (fit: Fit, images: ImageSet) => MatrixStack;
  readonly ownRule?: DecisionRule;
  /** Likelihood ratios of the model; absent: it has none. */
  readonly pairRatio?: (fit: Fit, gallery: ImageSet, probes: ImageSet) => PairRatio;
  readonly reconstruct?: (fit: Fit, codes: MatrixStack) => ImageSet;
  /**
   * Images with their missing pixels (NaN) replaced by their expectation given the others. Methods that have it accept
   * missing pixels in `fit` and `encode` too; the training images imputed by a fit are its parameter `imputed`.
   */
  readonly impute?: (fit: Fit, images: ImageSet) => ImageSet;
  /** `fit` and `encode` accept missing pixels (NaN), also without imputing them. @default true if it has `impute` */
  readonly takesMissing?: true;
  /** For methods that have `impute`: whether fits with these settings estimate missing pixels. @default they do */
  readonly estimatesMissing?: (settings: Settings) => boolean;
  readonly incremental?: Incremental;
  /** Log-likelihood of each image under the fitted density. */
  readonly logLikelihood?: (fit: Fit, images: ImageSet) => Float64Array;
  /** Images drawn from the fitted density. Throws FitError for a fit without one (`logLikelihood` null). */
  readonly sample?: (fit: Fit, count: number, random: Random) => GeneratedImages;
  /** For methods with several models of an image: each model, and the assignment of images to models. */
  readonly components?: (fit: Fit, images: ImageSet) => Components;
  /** Only for external methods. */
  readonly outside?: ExternalOrigin;
  /** All latent shapes from one fit, for nested methods; null if the settings require one fit per shape. */
  readonly sweep?: (input: SweepInput) => NestedSweep | null;
}

/** Thrown if a fit fails; the message names the cause and the remedy. */
export class FitError extends Error {
  override readonly name = 'FitError';
  /** The largest latent shape that these images allow, if a larger one was requested. */
  readonly largest?: LatentShape;

  constructor(message: string, largest?: LatentShape) {
    super(message);
    this.largest = largest;
  }
}

/** Message of a method that finds fewer axes than requested. */
export function tooFewAxes(title: string, wanted: number, available: number): string {
  return `${title}: the training images give ${available} axes, found q = ${wanted}. Reduce the latent dimension.`;
}

/** The user cancelled. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** Whether `fit` and `encode` of a method accept missing pixels (NaN). */
export function acceptsMissing({ impute, takesMissing }: Pick<Method, 'impute' | 'takesMissing'>): boolean {
  return takesMissing === true || impute !== undefined;
}

/** The attributes of the images at these positions, in their order. */
export function attributesAt(attributes: AttributeCodes, positions: Int32Array): AttributeCodes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, codes]) => [name, Int32Array.from(positions, (image) => codes[image])]),
  );
}

/** Why a parameter has no effect with these settings; null if it has one. */
export function reasonWithoutEffect({ only = {} }: Parameter, settings: Settings): string | null {
  const unmet = Object.entries(only).find(([name, values]) => !values.includes(String(settings[name])));
  return unmet ? `${unmet[0]} is ${unmet[1].map((value) => `"${value}"`).join(' or ')}` : null;
}
