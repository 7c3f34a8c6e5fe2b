/** How like probes are to what they are compared with, and what follows: the answer, and the rank of the truth. */
import { subjectPositions } from '../stats/subjectPositions.ts';

export interface Scores {
  readonly probes: number;
  /** Subject of every candidate: of every gallery image, or every subject once. */
  readonly subjects: ArrayLike<number>;
  /** Position in the gallery of the image that stands for a candidate. */
  readonly positions: ArrayLike<number>;
  /** Best candidates that vote; 1: the best decides. */
  readonly voters: number;
  /** One score a candidate, the larger the liker. */
  readonly of: (probe: number) => ArrayLike<number>;
  /** One entry of `of`, where it can be had without the others. */
  readonly pair?: (probe: number, candidate: number) => number;
}

/** Scores that a rule gives to its training images: `values` are probes × images, `subjects` those of the images. */
export function scoresOfRule(values: Float64Array, subjects: ArrayLike<number>): Scores {
  const images = subjects.length;
  return {
    probes: values.length / images,
    subjects,
    positions: Array.from({ length: images }, (_, image) => image),
    voters: 1,
    of: (probe) => values.subarray(probe * images, (probe + 1) * images),
  };
}

/**
 * For every probe the gallery position of the candidate it is classified as. Equal scores go to the first candidate; of
 * subjects with equally many votes the one with the best candidate wins.
 */
export function decide(scores: Scores): Uint32Array {
  return Uint32Array.from({ length: scores.probes }, (_, probe) => decideFor(scores, probe));
}

/** The same for one probe. */
export function decideFor({ of, subjects, positions, voters }: Scores, probe: number): number {
  const values = of(probe);
  return positions[voters === 1 ? best(values) : elected(ranked(values).slice(0, voters), subjects)];
}

/** Of the candidates that vote, best first, the best one of the subject with most votes. */
export function elected(voters: readonly number[], subjects: ArrayLike<number>): number {
  const votes = votesOf(voters, subjects);
  const most = Math.max(...votes.values());
  return voters.find((candidate) => votes.get(subjects[candidate]) === most)!;
}

/**
 * Rank of every probe's own subject, from 1, in the order that `decide` takes the first of: by votes where several
 * candidates vote, then by the best score, then by the first candidate. null where no candidate is of the subject.
 */
export function ranksOf(scores: Scores, truth: ArrayLike<number>): (number | null)[] {
  const { of, voters } = scores;
  // Subjects by position: with a map of them per probe, this took two thirds of a study of identification.
  const positions = new Map<number, number>();
  const subjects = Int32Array.from(scores.subjects, (subject) => {
    if (!positions.has(subject)) positions.set(subject, positions.size);
    return positions.get(subject)!;
  });
  /** First of the best candidates of every subject. */
  const bests = new Int32Array(positions.size);
  const votes = new Int32Array(positions.size);
  return Array.from({ length: scores.probes }, (_, probe) => {
    const subject = positions.get(truth[probe]);
    if (subject === undefined) return null;
    const values = of(probe);
    bests.fill(-1);
    for (let candidate = 0; candidate < values.length; candidate++) {
      const known = bests[subjects[candidate]];
      if (known < 0 || values[candidate] > values[known]) bests[subjects[candidate]] = candidate;
    }
    votes.fill(0);
    if (voters > 1) for (const candidate of ranked(values).slice(0, voters)) votes[subjects[candidate]]++;
    const own = bests[subject];
    let rank = 1;
    for (let other = 0; other < bests.length; other++) {
      const at = bests[other];
      if ((votes[other] - votes[subject] || values[at] - values[own] || own - at) > 0) rank++;
    }
    return rank;
  });
}

/** Best score of each of two subjects, the second's less the first's; null where either has no candidate. */
export function margin(scores: Scores, probe: number, [first, second]: readonly [number, number]): number | null {
  const values = scores.of(probe);
  let [a, b] = [-Infinity, -Infinity];
  for (let candidate = 0; candidate < values.length; candidate++) {
    const subject = scores.subjects[candidate];
    if (subject === first) a = Math.max(a, values[candidate]);
    if (subject === second) b = Math.max(b, values[candidate]);
  }
  return a === -Infinity || b === -Infinity ? null : b - a;
}

function best(values: ArrayLike<number>): number {
  let at = 0;
  for (let candidate = 1; candidate < values.length; candidate++) if (values[candidate] > values[at]) at = candidate;
  return at;
}

/** Candidates, best first. */
function ranked(values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length }, (_, candidate) => candidate).sort(
    (a, b) => values[b] - values[a] || a - b,
  );
}

function votesOf(voters: readonly number[], subjects: ArrayLike<number>): Map<number, number> {
  const votes = new Map<number, number>();
  for (const candidate of voters) votes.set(subjects[candidate], (votes.get(subjects[candidate]) ?? 0) + 1);
  return votes;
}

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
