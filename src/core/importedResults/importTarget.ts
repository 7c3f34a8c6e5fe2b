/** The study that results are imported into, and the results per split. */
import type { Scores } from '../classify/scores.ts';
import type { DatasetFacts } from '../dataset.ts';
import type { ImportedKind } from '../methods/importedMethod.ts';
import type { Condition, Split } from '../protocols/split.ts';
import type { StudySpec } from '../study/spec/spec.ts';

export interface ImportTarget {
  readonly measures?: StudySpec['measures'];
  readonly facts: Pick<DatasetFacts, 'labels' | 'subjects'>;
  /** The file name of every image, in the order of the dataset. */
  readonly files: readonly string[];
  readonly conditions: readonly Condition[];
  /** Every condition has the repeats 1 … `repeats`. */
  readonly repeats: number;
  readonly splitOf: (condition: string, repeat: number) => Split;
}

/** A file as selected; `name` may begin with its folder. */
export interface ResultFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The result of one split. */
export type ImportedResult =
  /** Subject number of every test image, in the order of the split. */
  | { readonly kind: 'predictions'; readonly predicted: Int32Array }
  | { readonly kind: 'scores'; readonly scores: Scores }
  /** Misclassified test images. */
  | { readonly kind: 'errors'; readonly wrong: number };

export interface ImportedSplit {
  readonly condition: string;
  readonly repeat: number;
  readonly answer: ImportedResult;
}

/** Files that were read and fit the splits of the study. */
export interface ImportedResults {
  readonly holds: ImportedKind;
  readonly answers: readonly ImportedSplit[];
  /** How ambiguous files were read, one sentence each. */
  readonly remarks: readonly string[];
}

/** The gallery of the test images. */
export function galleryOf({ train, gallery = train }: Split): Int32Array {
  return gallery;
}

/** "k=2, repeat 3": the name of a split in sentences. */
export function splitName(condition: string, repeat: number): string {
  return `${condition}, repeat ${repeat}`;
}
