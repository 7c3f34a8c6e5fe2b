/** Scores or distances of one split as a matrix: test images down, gallery images or subjects across. */
import type { Scores } from '../classify/scores.ts';
import type { Split } from '../protocols/split.ts';
import { galleryOf, type ImportTarget } from './outsideStudy.ts';
import type { ProblemCollector } from './findings.ts';

export interface ScoreMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Row-major. */
  readonly data: ArrayLike<number>;
}

/**
 * The scores of a matrix, larger ones more alike. Columns are the gallery (else training) images in the order of the
 * split, or, where there are as many as subjects of the dataset, these in their order. What does not fit is added to
 * `found`; null then.
 */
export function matrixScores(
  matrix: ScoreMatrix,
  kind: 'scores' | 'distances',
  name: string,
  split: Split,
  { facts }: Pick<ImportTarget, 'facts'>,
  found: ProblemCollector,
): Scores | null {
  const gallery = galleryOf(split);
  const { rows, cols, data } = matrix;
  const subjects = facts.subjects.length;
  const ofSubjects = cols !== gallery.length && cols === subjects;
  if (rows !== split.test.length || (cols !== gallery.length && !ofSubjects)) {
    found.add(
      `${name}: expected ${split.test.length} test images × ${gallery.length} gallery images or ${subjects} subjects, found ${rows} × ${cols}.`,
    );
    return null;
  }
  for (let i = 0; i < rows * cols; i++) {
    if (Number.isFinite(data[i])) continue;
    found.add(`${name}: expected finite numbers, found ${data[i]} in row ${Math.floor(i / cols)}, column ${i % cols}.`);
    return null;
  }
  const first = firstPositions(gallery, facts.labels);
  const there = Array.from({ length: cols }, (_, c) => c).filter((c) => !ofSubjects || first.has(c));
  const sign = kind === 'distances' ? -1 : 1;
  return {
    probes: rows,
    subjects: there.map((c) => (ofSubjects ? c : facts.labels[gallery[c]])),
    positions: there.map((c) => (ofSubjects ? first.get(c)! : c)),
    voters: 1,
    of: (probe) => Float64Array.from(there, (c) => sign * data[probe * cols + c]),
  };
}

export function firstPositions(gallery: Int32Array, labels: ArrayLike<number>): Map<number, number> {
  const first = new Map<number, number>();
  gallery.forEach((image, place) => {
    if (!first.has(labels[image])) first.set(labels[image], place);
  });
  return first;
}
