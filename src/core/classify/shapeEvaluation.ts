/** Result of an evaluation over latent shapes, and helpers of its three implementations. */
import { selectImages, selectLabels } from '../images/imageSet.ts';
import type { MatrixStack } from '../linalg/matrix.ts';
import type { ResolvedSetting } from '../methods/resolvedSettings.ts';
import { attributesAt, type Fit, type LatentShape, type SweepInput, type TrainingData } from '../methods/method.ts';
import type { Scores } from './scores.ts';

/**
 * Result of one method on one split at all latent shapes. Lists have one entry per fitted shape, in the order of
 * `input.shapes`.
 */
export interface ShapeEvaluation {
  readonly shapes: readonly LatentShape[];
  /**
   * Position in `input.gallery`, or `input.train` without one, of the nearest neighbour of each test image:
   * shape-major, test.length per shape.
   */
  readonly nearest: Uint32Array;
  /** Number of test images whose nearest neighbour shows another subject. */
  readonly wrong: readonly number[];
  /** Iterations of each fit; the same number if one fit serves all shapes. */
  readonly iterations: readonly number[];
  readonly converged: readonly boolean[];
  readonly logLikelihood: readonly (number | null)[];
  /** Distinct warnings of the fits; those about single shapes name the shape. */
  readonly warnings: readonly string[];
  /** Resolved settings of the fit of the first shape; absent if the settings are explicit. */
  readonly amounts?: readonly ResolvedSetting[];
  /** Shapes without a fit, with the reason. */
  readonly failures: readonly { readonly shape: LatentShape; readonly reason: string }[];
  /** Number of fits: one for nested methods, otherwise one per shape. */
  readonly fits: number;
  /** Data that fits in lockstep summed over; absent: the images. The results differ in the last bits. */
  readonly sums?: 'moments';
}

export interface LabelledData extends TrainingData {
  readonly labels: Int32Array;
}

/** Further quantities to measure at one latent shape; expensive ones are computed on demand. */
export interface ShapeView {
  readonly shape: LatentShape;
  /** Scores of the test images; null if the method's own rule predicts subjects without scores. */
  readonly scores: () => Scores | null;
  /** Model of all training images and its codes of the test images; null if every subject has its own model. */
  readonly model: () => { readonly fit: Fit; readonly codes: MatrixStack } | null;
  /** Wall time of the fit; that of the whole fit if it serves every shape. */
  readonly fitSeconds: number;
  /** Wall time of encoding and classifying the test images; an even share if all shapes are done at once. */
  readonly testSeconds: number;
}

/** Called for every fitted shape, in any order. */
export type ShapeObserver = (view: ShapeView) => void;

/** Training images of a split with their labels and attributes. */
export function trainingOf({ images, labels, attributes, train }: SweepInput): LabelledData {
  return {
    images: selectImages(images, train),
    labels: selectLabels(labels, train),
    ...(attributes && { attributes: attributesAt(attributes, train) }),
  };
}

/** Subjects of the images that test images are compared with. */
export function galleryLabels({ labels, train, gallery = train }: SweepInput): Int32Array {
  return selectLabels(labels, gallery);
}

export function failuresOf(
  shapes: readonly LatentShape[],
  reasons: readonly (string | null)[],
): ShapeEvaluation['failures'] {
  return shapes.flatMap((shape, s) => {
    const reason = reasons[s];
    return reason === null ? [] : [{ shape, reason }];
  });
}

/** Number of test images at each shape whose nearest neighbour shows another subject. */
export function countWrong(nearest: Uint32Array, { labels, train, test, gallery = train }: SweepInput): number[] {
  const wrong: number[] = [];
  for (let from = 0; from < nearest.length; from += test.length) {
    let count = 0;
    for (let t = 0; t < test.length; t++) {
      if (labels[gallery[nearest[from + t]]] !== labels[test[t]]) count++;
    }
    wrong.push(count);
  }
  return wrong;
}
