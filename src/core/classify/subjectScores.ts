import { subjectPositions } from '../stats/subjectPositions.ts';
import type { Scores } from './scores.ts';

/** The images of every subject of a gallery, and how scores of subjects are given. */
export interface SubjectsOfGallery extends Pick<Scores, 'positions'> {
  readonly subjects: readonly number[];
  /** Positions of every subject's images, subjects in the order of their first images. */
  readonly groups: readonly (readonly number[])[];
  /** Scores with a candidate per subject, for which its first image stands. `of`: one score per subject. */
  readonly scores: (probes: number, of: Scores['of']) => Scores;
}

/** What classifiers that score subjects, not images, share. */
export function subjectsOfGallery(labels: ArrayLike<number>): SubjectsOfGallery {
  const groups = subjectPositions(labels);
  const positions = groups.map(([first]) => first);
  const subjects = positions.map((position) => labels[position]);
  return { groups, subjects, positions, scores: (probes, of) => ({ probes, subjects, positions, voters: 1, of }) };
}
