/** One split of a study on faces: which images of some subjects train or test, or which pairs are compared. */
import type { DatasetDetails } from '../../core/contract/datasets.ts';
import type { SplitSource } from '../../core/dataset.ts';
import type { Split } from '../../core/protocols/split.ts';
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

export interface ShownFace {
  readonly index: number;
  readonly file: string;
}

export interface ShownSplit {
  readonly subjects: readonly ShownSubject[];
  /** Some that verification compares, probe first; null where test images are recognised. */
  readonly pairs: Readonly<Record<'genuine' | 'impostor', readonly (readonly [ShownFace, ShownFace])[]>> | null;
}

/** Subjects and images of a subject that are shown. */
const SUBJECTS = 3;
const FACES = 10;
/** Pairs of each kind that are shown. */
const PAIRS = 4;

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

/**
 * The split as the engine draws it, on the first subjects and on some pairs; null where the protocol does not fit the
 * dataset.
 */
export function shownSplit(
  spec: SplitSpec,
  source: SplitSource,
  bySubject: DatasetDetails['bySubject'],
  { condition, repeat }: { readonly condition: string; readonly repeat: number },
): ShownSplit | null {
  try {
    const split = splitOf(spec, source, condition, repeat);
    const { train, test } = split;
    const [trained, tested] = [new Set(train), new Set(test)];
    const role = (index: number): ShownSubject['faces'][number]['role'] => {
      if (trained.has(index)) return tested.has(index) ? 'training and test' : 'training';
      return tested.has(index) ? 'test' : 'unused';
    };
    const subjects = bySubject.slice(0, SUBJECTS).map(({ subject, images }) => ({
      subject,
      faces: images.slice(0, FACES).map(({ index, file }) => ({ index, file, role: role(index) })),
      more: Math.max(0, images.length - FACES),
    }));
    return { subjects, pairs: pairsOf(split, bySubject) };
  } catch (error) {
    // The check of the engine says what is wrong, at the field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pairsOf({ test, gallery, pairs }: Split, bySubject: DatasetDetails['bySubject']): ShownSplit['pairs'] {
  if (!pairs || !gallery) return null;
  const files = new Map(bySubject.flatMap(({ images }) => images.map(({ index, file }) => [index, file] as const)));
  const face = (index: number): ShownFace => ({ index, file: files.get(index) ?? '' });
  const { probes, references, genuine } = pairs.evaluation;
  const ofKind = (kind: 0 | 1) => {
    const places = Array.from(genuine.keys()).filter((place) => genuine[place] === kind);
    // From all over the list: neighbours in it are of one subject.
    const step = Math.max(1, Math.floor(places.length / PAIRS));
    return places
      .filter((_, n) => n % step === 0)
      .slice(0, PAIRS)
      .map((place) => [face(test[probes[place]]), face(gallery[references[place]])] as const);
  };
  return { genuine: ofKind(1), impostor: ofKind(0) };
}
