import { ranksOf } from '../../classify/scores.ts';
import {
  unavailableMeasures,
  PERCENT,
  SCORES,
  type MeasureDeclaration,
  type MeasureGroupDeclaration,
} from '../measureGroup.ts';

/** Ranks of identification that are measures; the curve has the others. */
const RANKS = [1, 5, 10, 20] as const;

/** Ranks of a cumulative match curve. */
const MAX_RANK = 50;

type RankId = `rank-${(typeof RANKS)[number]}`;

export const identification = {
  kind: 'identification',
  title: 'Rank-r identification and match curve',
  requested: 'by name',
  needs: 'scores',
  of: 'recognition',
  measures: RANKS.map((rank): MeasureDeclaration<RankId> => ({
    id: `rank-${rank}`,
    title: `Rank-${rank} identification`,
    prose: `the rank-${rank} identification rate`,
    ...PERCENT,
    better: 'higher',
    digits: 1,
    meaning:
      rank === 1
        ? `Share of the test images whose subject comes first by the ${SCORES}, equal scores in the order of the gallery.`
        : `Share of the test images whose subject is among the first ${rank} by the ${SCORES}, equal scores in the order of the gallery.`,
    isShareOfTests: true,
  })),
  measure({ scores: given, truth }) {
    const scores = given();
    if (!scores) {
      return unavailableMeasures(
        RANKS.map((rank) => `rank-${rank}`),
        'cmc',
      );
    }
    const subjects = new Set(Array.from(scores.subjects)).size;
    const hits = new Array<number>(subjects + 1).fill(0);
    for (const rank of ranksOf(scores, truth)) if (rank !== null) hits[rank]++;
    const within: number[] = [];
    for (let rank = 1, sum = 0; rank <= subjects; rank++) within.push((sum += hits[rank]));
    const rates = RANKS.map((rank) => [
      `rank-${rank}`,
      (100 * within[Math.min(rank, subjects) - 1]) / truth.length,
    ]) as [string, number][];
    return {
      values: Object.fromEntries(rates),
      curves: { cmc: { of: truth.length, counts: within.slice(0, MAX_RANK) } },
    };
  },
} as const satisfies MeasureGroupDeclaration;
