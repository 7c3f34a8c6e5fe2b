/** What a study comes to, in one or two sentences, with the numbers and in the words of its page. */
import type { PairFindings } from '../compare/pairFindings.ts';
import type { PairTestName } from '../compare/tests/registry.ts';
import { rankReport } from '../study/comparison/ranks.ts';
import { standingOrder } from '../study/table/standingOrder.ts';
import type { StudyTable } from '../study/table/table.ts';
import { plural } from '../text/words.ts';
import { numberText } from './numbers.ts';
import { pairVerdictParts } from './pairVerdict.ts';

type Selection = 'oracle' | 'validated';

/** Of a pair in the first condition, by its labels; `compare`: what the tests find about it. */
export type FirstPair = (first: string, second: string) => PairFindings;

/** The best over all conditions, and the best two of the first. Empty before there is anything to compare. */
export function studyVerdict(
  table: StudyTable,
  { selection, test }: { readonly selection: Selection; readonly test: PairTestName },
  compare: FirstPair,
): string[] {
  const overAll = rankSentence(table, selection);
  const [first, second] = standingOrder(table, 0, selection);
  if (second === undefined) return overAll;
  const { headline, answers } = pairVerdictParts(compare(first, second), {
    first,
    second,
    measure: table.measure,
    test,
  });
  const place = table.conditions.length > 1 ? [`${table.conditions[0].title}:`] : [];
  return [...overAll, [...place, headline, ...answers.slice(0, 1)].join(' ')];
}

/** "BPPCA has the best mean rank, 1.22 over 9 conditions, before PCA with 2.00." */
function rankSentence(table: StudyTable, selection: Selection): string[] {
  const { methods, blocks } = rankReport(table, { per: 'condition', selection, alpha: 0.05 });
  const ranked = methods
    .flatMap(({ label, averageRank: rank }) => (rank === null ? [] : [{ label, rank }]))
    .sort((a, b) => a.rank - b.rank);
  if (ranked.length < 2 || blocks.length < 2) return [];
  const [best, next] = ranked;
  const least = `${numberText(best.rank)} over ${plural(blocks.length, 'condition')}`;
  return [
    best.rank === next.rank
      ? `${best.label} and ${next.label} share the best mean rank, ${least}.`
      : `${best.label} has the best mean rank, ${least}, before ${next.label} with ${numberText(next.rank)}.`,
  ];
}
