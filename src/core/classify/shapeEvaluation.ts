/** What an evaluation over latent shapes gives, and what its three ways share. */
import { selectImages } from '../images/imageSet.ts';
import type { MatrixStack } from '../linalg/matrix.ts';
import type { ResolvedSetting } from '../methods/resolvedSettings.ts';
import { attributesAt, type Fit, type LatentShape, type SweepInput, type TrainingData } from '../methods/method.ts';
import type { Scores } from './scores.ts';

/** One split, one method, every latent shape. Lists have one entry a fitted shape, in the order of `input.shapes`. */
export interface ShapeEvaluation {
  readonly shapes: readonly LatentShape[];
  /**
   * Position in `input.gallery`, else `input.train`, of the nearest neighbour of every test image: shape-major,
   * test.length a shape.
   */
  readonly nearest: Uint32Array;
  /** Test images whose nearest neighbour is of another subject. */
  readonly wrong: readonly number[];
  /** Of each fit (the same number where one fit serves all shapes). */
  readonly iterations: readonly number[];
  readonly converged: readonly boolean[];
  readonly logLikelihood: readonly (number | null)[];
  /** Distinct warnings of the fits; those of single shapes name the shape. */
  readonly warnings: readonly string[];
  /** What settings came to, in the fit of the first shape; absent: they say it themselves. */
  readonly amounts?: readonly ResolvedSetting[];
  /** Shapes without a fit, with the reason. */
  readonly failures: readonly { readonly shape: LatentShape; readonly reason: string }[];
  /** Fits computed: one for nested methods, one per shape otherwise. */
  readonly fits: number;
  /** What fits in lockstep summed over; absent: the images. Results of both differ in the last bits. */
  readonly sums?: 'moments';
}

export interface LabelledData extends TrainingData {
  readonly labels: Int32Array;
}

/**
 * What there is to measure at one latent shape in addition to the errors. What takes work is done when it is asked for.
 */
export interface ShapeView {
  readonly shape: LatentShape;
  /** Of the test images; null where the method's own rule gives subjects without scores. */
  readonly scores: () => Scores | null;
  /**
   * The model of all training images and its codes of the test images; null where every subject has a model of its own.
   */
  readonly model: () => { readonly fit: Fit; readonly codes: MatrixStack } | null;
  /** Wall time of the fit; of one that serves every shape its whole time. */
  readonly fitSeconds: number;
  /** Wall time of encoding and classifying the test images; an even share where all shapes are done at once. */
  readonly testSeconds: number;
}

/** Looks at every shape that has a fit, in any order. */
export type ShapeObserver = (view: ShapeView) => void;

/** The training images of a split with all that is known of them. */
export function trainingOf({ images, labels, attributes, train }: SweepInput): LabelledData {
  return {
    images: selectImages(images, train),
    labels: Int32Array.from(train, (image) => labels[image]),
    ...(attributes && { attributes: attributesAt(attributes, train) }),
  };
}

/** Subjects of the images that test images are compared with. */
export function galleryLabels({ labels, train, gallery = train }: SweepInput): Int32Array {
  return Int32Array.from(gallery, (image) => labels[image]);
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

/** Test images at each shape whose nearest neighbour is of another subject. */
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
