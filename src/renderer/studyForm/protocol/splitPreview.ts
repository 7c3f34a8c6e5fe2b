/** One split of a study that has not been made yet, as the engine would draw it. */
import type { DatasetDetails, DatasetSummary } from '../../../core/contract/datasets.ts';
import { filesByIndex, type SplitSource } from '../../../core/dataset.ts';
import { imageIdentities } from '../../../core/identities.ts';
import { splitView, type SplitView } from '../../../core/figures/splitView.ts';
import type { Condition } from '../../../core/protocols/split.ts';
import { splitOf, type SplitSpec } from '../../../core/study/plan/splits.ts';

/** The dataset as protocols draw from it. */
export function splitSource({
  hash,
  count,
  bySubject,
}: Pick<DatasetDetails, 'hash' | 'count' | 'bySubject'>): SplitSource {
  const labels = new Int32Array(count);
  const subjects = bySubject.map(({ subject }) => subject);
  const attributes: Readonly<Record<string, string>>[] = [];
  bySubject.forEach(({ images }, subject) => {
    for (const image of images) {
      labels[image.index] = subject;
      attributes[image.index] = image.attributes;
    }
  });
  return { hash, labels, attributes, subjects, identities: imageIdentities(labels, subjects, filesByIndex(bySubject)) };
}

/** Subjects alike, for a split as large as that of the dataset will be about, before its images are known. */
export function likelySource({
  hash,
  count,
  subjects,
}: Pick<DatasetSummary, 'hash' | 'count' | 'subjects'>): SplitSource {
  const labels = Int32Array.from({ length: count }, (_, image) => image % subjects);
  return { hash, labels, attributes: [], subjects: Array.from({ length: subjects }, (_, s) => String(s + 1)) };
}

/** The split on some subjects or pairs; null where the protocol does not fit the dataset. */
export function previewSplit(
  spec: SplitSpec,
  source: SplitSource,
  condition: Condition,
  repeat: number,
): SplitView | null {
  try {
    return splitView(splitOf(spec, source, condition.key, repeat), source, `${condition.title}, repeat ${repeat}`);
  } catch (error) {
    // The check of the engine says what is wrong, at the field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
