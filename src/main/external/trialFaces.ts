/** Images to test a method on: drawn faces, or a few images of a dataset. */
import { selectLabels, type ImageSet } from '../../core/images/imageSet.ts';
import type { DatasetFacts } from '../../core/dataset.ts';
import { matrixStack } from '../../core/linalg/matrix.ts';
import { FitError } from '../../core/methods/method.ts';
import { subjectPositions } from '../../core/stats/subjectPositions.ts';
import { generateFaces } from '../../core/synthetic/faces.ts';

export interface TrialFaces {
  readonly images: ImageSet;
  /** Subject of every image; images of one subject are adjacent. */
  readonly labels: Int32Array;
}

/** Maximum subjects taken from a dataset. */
const SUBJECTS = 10;
const PER_SUBJECT = 6;
/** Minimum images per subject: two for training and one for testing. */
const FEWEST = 3;

/** 36 images, always the same. */
export function drawnFaces(): TrialFaces {
  return generateFaces({ subjects: 6, perSubject: 6, rows: 14, cols: 12 });
}

/** Source of a dataset's images. */
interface Source {
  readonly factsOf: (id: number) => Pick<DatasetFacts, 'rows' | 'cols' | 'labels'>;
  readonly readPixels: (id: number, target: Float64Array, positions: readonly number[]) => void;
}

/** The first images of the first subjects of an existing dataset. Throws FitError if there are too few. */
export function facesOfDataset(datasets: Source, id: number): TrialFaces {
  const { rows, cols, labels } = datasets.factsOf(id);
  const positions = trialPositions(labels);
  const images = matrixStack(positions.length, rows, cols);
  datasets.readPixels(id, images.data, positions);
  return { images, labels: selectLabels(labels, positions) };
}

/** Positions of the images. Throws FitError if fewer than two subjects have three images. */
export function trialPositions(labels: ArrayLike<number>): number[] {
  const included = Array.from({ length: labels.length }, (_, image) => image).filter((image) => labels[image] >= 0);
  const subjects = subjectPositions(included.map((image) => labels[image]))
    .filter((members) => members.length >= FEWEST)
    .slice(0, SUBJECTS);
  if (subjects.length < 2) {
    throw new FitError(`A trial takes two subjects with ${FEWEST} images or more; the dataset has ${subjects.length}.`);
  }
  return subjects.flatMap((members) => members.slice(0, PER_SUBJECT).map((position) => included[position]));
}
