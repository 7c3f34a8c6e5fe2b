/** Predictions as a table, in the form in which imported results are added to a study. */
import { csv } from './csv.ts';

/** What a method answers for one test image. */
export interface Prediction {
  /** Label of the method. */
  readonly method: string;
  readonly condition: string;
  readonly repeat: number;
  /** Positions in the dataset: the test image, and the gallery image that stands for the answer. */
  readonly image: number;
  readonly match: number;
  /** Names of subjects. */
  readonly label: string;
  readonly predicted: string;
}

/** One row per method, split and test image. */
export function csvPredictions(predictions: readonly Prediction[], files: readonly string[]): string {
  return csv(
    ['method', 'condition', 'repeat', 'image', 'file', 'label', 'predicted', 'match'],
    predictions.map(({ method, condition, repeat, image, label, predicted, match }) => [
      method,
      condition,
      repeat,
      image,
      files[image] ?? '',
      label,
      predicted,
      match,
    ]),
  );
}
