/** Similarity scores of probes, and what follows from them: the decision, and the rank of the true subject. */
import { subjectPositions } from '../stats/subjectPositions.ts';

export interface Scores {
  readonly probes: number;
  /** Subject of each candidate. Candidates are gallery images, or one per subject. */
  readonly subjects: ArrayLike<number>;
  /** Position in the gallery of the image that represents a candidate. */
  readonly positions: ArrayLike<number>;
  /** Number of best candidates that vote; with 1 the best decides. */
  readonly voters: number;
  /** One score per candidate; larger is more similar. */
  readonly of: (probe: number) => ArrayLike<number>;
  /** One entry of `of`, if it can be computed without the others. */
  readonly pair?: (probe: number, candidate: number) => number;
}

/** Scores of training images by a method's rule: `values` are probes × images, `subjects` those of the images. */
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
 * Gallery position of the candidate that each probe is classified as. Ties between candidates go to the first; ties
 * between votes go to the subject with the best candidate.
 */
export function decide(scores: Scores): Uint32Array {
  return Uint32Array.from({ length: scores.probes }, (_, probe) => decideFor(scores, probe));
}

/** The same for one probe. */
export function decideFor({ of, subjects, positions, voters }: Scores, probe: number): number {
  const values = of(probe);
  return positions[voters === 1 ? best(values) : elected(ranked(values).slice(0, voters), subjects)];
}

/** Of the voting candidates, best first, the best one of the subject with the most votes. */
export function elected(voters: readonly number[], subjects: ArrayLike<number>): number {
  const votes = votesOf(voters, subjects);
  const most = Math.max(...votes.values());
  return voters.find((candidate) => votes.get(subjects[candidate]) === most)!;
}

/**
 * Rank of each probe's true subject, from 1, in the order that `decide` takes the first of: by votes if several
 * candidates vote, then by the best score, then by the first candidate. null if no candidate is of the subject.
 */
export function ranksOf(scores: Scores, truth: ArrayLike<number>): (number | null)[] {
  const { of, voters } = scores;
  // Subjects by position: a map per probe took two thirds of the time of an identification study.
  const positions = new Map<number, number>();
  const subjects = Int32Array.from(scores.subjects, (subject) => {
    if (!positions.has(subject)) positions.set(subject, positions.size);
    return positions.get(subject)!;
  });
  /** Best candidate of each subject, the first of several. */
  const bests = new Int32Array(positions.size);
  const votes = new Int32Array(positions.size);
  return Array.from({ length: scores.probes }, (_, probe) => {
    const subject = positions.get(truth[probe]);
    if (subject === undefined) return null;
    const values = of(probe);
    bests.fill(-1);
    for (let candidate = 0; candidate < values.length; candidate++) {
      const best = bests[subjects[candidate]];
      if (best < 0 || values[candidate] > values[best]) bests[subjects[candidate]] = candidate;
    }
    votes.fill(0);
    if (voters > 1) for (const candidate of ranked(values).slice(0, voters)) votes[subjects[candidate]]++;
    const target = bests[subject];
    let rank = 1;
    for (let other = 0; other < bests.length; other++) {
      const best = bests[other];
      if ((votes[other] - votes[subject] || values[best] - values[target] || target - best) > 0) rank++;
    }
    return rank;
  });
}

/** Difference of the best scores of two subjects, second minus first; null if either has no candidate. */
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
  let best = 0;
  for (let candidate = 1; candidate < values.length; candidate++)
    if (values[candidate] > values[best]) best = candidate;
  return best;
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

/** Gallery images grouped by subject, and scores per subject. */
export interface SubjectsOfGallery extends Pick<Scores, 'positions'> {
  readonly subjects: readonly number[];
  /** Positions of each subject's images; subjects in the order of their first images. */
  readonly groups: readonly (readonly number[])[];
  /** Scores with one candidate per subject, represented by its first image. `of`: one score per subject. */
  readonly scores: (probes: number, of: Scores['of']) => Scores;
}

/** Shared by classifiers that score subjects, not images. */
export function subjectsOfGallery(labels: ArrayLike<number>): SubjectsOfGallery {
  const groups = subjectPositions(labels);
  const positions = groups.map(([first]) => first);
  const subjects = positions.map((position) => labels[position]);
  return { groups, subjects, positions, scores: (probes, of) => ({ probes, subjects, positions, voters: 1, of }) };
}
