/** The images that a method is tried on: drawn ones, or a few of a dataset. */
import type { ImageSet } from '../../core/images/imageSet.ts';
import type { DatasetFacts } from '../../core/dataset.ts';
import { matrixStack } from '../../core/linalg/matrix.ts';
import { FitError } from '../../core/methods/method.ts';
import { subjectPositions } from '../../core/stats/subjectPositions.ts';
import { generateFaces } from '../../core/synthetic/faces.ts';

export interface TrialFaces {
  readonly images: ImageSet;
  /** Subject of every image; those of one subject follow each other. */
  readonly labels: Int32Array;
}

/** Of a dataset at most. */
const SUBJECTS = 10;
const PER_SUBJECT = 6;
/** Two to train on and one to test. */
const FEWEST = 3;

/** 36 images, the same every time. */
export function drawnFaces(): TrialFaces {
  return generateFaces({ subjects: 6, perSubject: 6, rows: 14, cols: 12 });
}

/** Where the images of a dataset come from. */
interface Source {
  readonly facts: (id: number) => Pick<DatasetFacts, 'rows' | 'cols' | 'labels'> | null;
  readonly readPixels: (id: number, target: Float64Array, positions: readonly number[]) => void;
}

/** The first images of the first subjects of a dataset, which is there. Throws FitError where there are too few. */
export function facesOfDataset(datasets: Source, id: number): TrialFaces {
  const { rows, cols, labels } = datasets.facts(id)!;
  const positions = trialPositions(labels);
  const images = matrixStack(positions.length, rows, cols);
  datasets.readPixels(id, images.data, positions);
  return { images, labels: Int32Array.from(positions, (position) => labels[position]) };
}

/** Where they stand. Throws FitError where fewer than two subjects have three images. */
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
