import { blockTest } from '../../../../core/compare/blockTests.ts';
import { differenceUnit } from '../../../../core/measures/practicalMargin.ts';
import { numberText, pText } from '../../../../core/report/numbers.ts';
import { rankSentences } from '../../../../core/report/prose/rankSentences.ts';
import type { PracticalPairs } from '../../../../core/study/comparison/practicalPairs.ts';
import type { RankReport } from '../../../../core/study/comparison/ranks.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRanks } from '../../declarations/tableCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { print, printJson } from '../../terminal.ts';
import { findStudies, withEngine } from '../../workspace.ts';

/** eigenbench ranks: average ranks over the conditions of a study, or over the datasets of several, with tests. */
export async function ranksCommand(names: readonly string[], options: OptionsOf<typeof declareRanks>): Promise<void> {
  const { measure, selection, alpha, rope: requestedRope, bayes: practicalTest, per, json, ...where } = options;
  const rope = requestedRope === true ? 'default' : requestedRope;
  const report = await withEngine(where, async (engine) => {
    const ids = await findStudies(engine, names);
    const blocks = per ?? (ids.length > 1 ? 'dataset' : 'condition');
    return engine.client.studies.ranks({ ids, per: blocks, measure, selection, alpha, rope, practicalTest });
  });
  if (json) printJson(report);
  else print(ranksText(report));
}

function ranksText(report: RankReport): string {
  const { methods, blocks, nemenyi, wilcoxon, practical, measure } = report;
  const digits = measure.digits + 1;
  const ranked = columns(
    ['method', '>rank', ...blocks.map(({ title }) => `>${title}`)],
    methods.map(({ label, averageRank }, m) => [
      label,
      numberText(averageRank),
      ...blocks.map(({ values, ranks }) => `${values[m].toFixed(digits)} (${ranks[m]})`),
    ]),
  );
  const pairs = methods.flatMap((first, a) =>
    methods.slice(a + 1).map((second, i) => {
      const b = a + 1 + i;
      return [
        `${first.label} – ${second.label}`,
        numberText((second.averageRank ?? 0) - (first.averageRank ?? 0)),
        nemenyi ? pText(nemenyi.p[a][b]) : '–',
        pText(wilcoxon[a][b]),
      ];
    }),
  );
  const compared =
    methods.length < 2 ? '' : `\n${columns(['pair', '>ranks apart', '>Nemenyi', '>Wilcoxon, Holm'], pairs)}`;
  return `${ranked}\n${rankSentences(report).join('\n')}\n${compared}${practical ? `\n${practicalText(practical, methods, measure)}` : ''}`;
}

function practicalText(
  { test, halfWidth, draws, pairs }: PracticalPairs,
  methods: RankReport['methods'],
  measure: RankReport['measure'],
): string {
  const within = `±${`${halfWidth} ${differenceUnit(measure)}`.trim()}`;
  const rows = pairs.map(({ first, second, firstBetter, equivalent, secondBetter }) => [
    `${methods[first].label} – ${methods[second].label}`,
    ...[firstBetter, equivalent, secondBetter].map((share) => share.toFixed(3)),
  ]);
  const head = `${blockTest(test).phrase}, practically equal within ${within}, ${draws} draws of the posterior:`;
  return `${head}\n${columns(['pair', '>first better', '>equal', '>second better'], rows)}`;
}
