/** Bootstrap resampling of comparisons by claimed identity. */
import type { Random } from '../random/stream.ts';
import { subjectPositions } from './subjectPositions.ts';

/** The comparisons of one split. */
export interface ClaimedComparisons {
  /** 1: genuine; 0: impostor. */
  readonly genuine: ArrayLike<number>;
  /** The claimed identity: the subject of the reference. */
  readonly subjects: ArrayLike<number>;
}

export interface SubjectResampler {
  /** Multiplicity of every comparison of every split in the current draw; all 1 before the first draw. */
  readonly weights: readonly Float64Array[];
  readonly draw: (random: Random) => void;
  /** False if a split has fewer than two subjects: resampling them gives no information. */
  readonly enough: boolean;
}

/** The comparisons that claim one subject in one split. */
interface Claims {
  readonly split: number;
  /** Positions of genuine comparisons, then of impostors; empty for a missing kind. */
  readonly kinds: readonly (readonly number[])[];
}

/**
 * The joint user-specific and sample bootstrap of Poh, Martin and Bengio (2007): draws as many claimed subjects as
 * exist, with replacement, then for each drawn subject as many genuine and as many impostor scores as it has. A subject
 * of several splits is drawn for all of them at once, since the splits are not independent evidence. Splits that share
 * no subject, as folds do, are drawn independently.
 */
export function subjectResampler(splits: readonly ClaimedComparisons[]): SubjectResampler {
  const claims = splits.map(({ genuine, subjects }, split) =>
    subjectPositions(subjects).map((places) => ({
      subject: subjects[places[0]],
      split,
      kinds: [1, 0].map((kind) => places.filter((place) => genuine[place] === kind)),
    })),
  );
  const weights = splits.map(({ genuine }) => new Float64Array(genuine.length).fill(1));
  const blocks = blocksOf(claims.map((splitClaims) => splitClaims.map(({ subject }) => subject))).map((members) => {
    const bySubject = new Map<number, Claims[]>();
    for (const { subject, split, kinds } of members.flatMap((split) => claims[split])) {
      const group = bySubject.get(subject);
      if (group) group.push({ split, kinds });
      else bySubject.set(subject, [{ split, kinds }]);
    }
    return [...bySubject.values()];
  });
  return {
    weights,
    enough: claims.every(({ length }) => length >= 2),
    draw(random) {
      for (const splitWeights of weights) splitWeights.fill(0);
      for (const block of blocks) {
        for (let turn = 0; turn < block.length; turn++) {
          for (const { split, kinds } of block[random.integer(block.length)]) {
            for (const places of kinds) {
              for (let i = 0; i < places.length; i++) weights[split][places[random.integer(places.length)]]++;
            }
          }
        }
      }
    },
  };
}

/** Groups splits that share subjects, directly or through other splits, in the order of their first split. */
function blocksOf(subjects: readonly (readonly number[])[]): number[][] {
  const block = subjects.map((_, split) => split);
  const firstSplit = new Map<number, number>();
  subjects.forEach((splitSubjects, split) => {
    for (const subject of splitSubjects) {
      const other = firstSplit.get(subject);
      if (other === undefined) {
        firstSplit.set(subject, split);
        continue;
      }
      const [kept, merged] = [block[other], block[split]].sort((a, b) => a - b);
      if (kept !== merged) block.forEach((of, at) => of === merged && (block[at] = kept));
    }
  });
  const splits = block.map((_, split) => split);
  return splits.filter((split) => block[split] === split).map((first) => splits.filter((s) => block[s] === first));
}
