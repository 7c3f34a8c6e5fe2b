/** One split of a study on some subjects: which of their images train, which are tested. */
import type { DatasetDetails } from '../../core/contract/datasets.ts';
import type { SplitSource } from '../../core/dataset.ts';
import { splitOf, type SplitSpec } from '../../core/study/splits/splits.ts';

export interface ShownSubject {
  readonly subject: string;
  readonly faces: readonly {
    readonly index: number;
    readonly file: string;
    readonly role: 'training' | 'test' | 'training and test' | 'unused';
  }[];
  /** Images beyond those that are shown. */
  readonly more: number;
}

/** Subjects and images of a subject that are shown. */
const SUBJECTS = 3;
const FACES = 10;

/** The dataset as protocols draw from it. */
export function splitSource({
  hash,
  count,
  bySubject,
}: Pick<DatasetDetails, 'hash' | 'count' | 'bySubject'>): SplitSource {
  const labels = new Int32Array(count);
  const attributes: Readonly<Record<string, string>>[] = [];
  bySubject.forEach(({ images }, subject) => {
    for (const image of images) {
      labels[image.index] = subject;
      attributes[image.index] = image.attributes;
    }
  });
  return { hash, labels, attributes, subjects: bySubject.map(({ subject }) => subject) };
}

/** The split as the engine draws it, on the first subjects; null where the protocol does not fit the dataset. */
export function shownSplit(
  spec: SplitSpec,
  source: SplitSource,
  bySubject: DatasetDetails['bySubject'],
  { condition, repeat }: { readonly condition: string; readonly repeat: number },
): readonly ShownSubject[] | null {
  try {
    const { train, test } = splitOf(spec, source, condition, repeat);
    const [trained, tested] = [new Set(train), new Set(test)];
    const role = (index: number): ShownSubject['faces'][number]['role'] => {
      if (trained.has(index)) return tested.has(index) ? 'training and test' : 'training';
      return tested.has(index) ? 'test' : 'unused';
    };
    return bySubject.slice(0, SUBJECTS).map(({ subject, images }) => ({
      subject,
      faces: images.slice(0, FACES).map(({ index, file }) => ({ index, file, role: role(index) })),
      more: Math.max(0, images.length - FACES),
    }));
  } catch (error) {
    // The check of the engine says what is wrong, at the field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
