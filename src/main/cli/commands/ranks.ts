import { numberText, pText } from '../../../core/report/numbers.ts';
import type { RankReport } from '../../../core/study/comparison/ranks.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { columns } from '../columns.ts';
import { findStudies, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, printJson } from '../terminal.ts';

interface RanksOptions extends WorkspaceOptions {
  readonly per?: 'condition' | 'dataset';
  readonly measure?: MeasureId;
  readonly selection?: 'oracle' | 'validated';
  readonly alpha?: number;
  readonly json?: boolean;
}

/** eigenbench ranks: average ranks over the conditions of a study, or over the datasets of several, and their tests. */
export async function ranksCommand(names: readonly string[], options: RanksOptions): Promise<void> {
  const { measure, selection, alpha, per = names.length > 1 ? 'dataset' : 'condition' } = options;
  const report = await withEngine(options, async (engine) => {
    const ids = await findStudies(engine, names);
    return engine.client.studies.ranks({ ids, per, measure, selection, alpha });
  });
  if (options.json) printJson(report);
  else print(ranksText(report));
}

function ranksText({
  methods,
  blocks,
  friedman,
  imanDavenport,
  nemenyi,
  wilcoxon,
  alpha,
  remarks,
  measure,
}: RankReport): string {
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
  const tests = [
    friedman && `Friedman: chi-squared ${numberText(friedman.statistic)}, df ${friedman.df}, ${pText(friedman.p)}`,
    imanDavenport &&
      `Iman and Davenport: F ${numberText(imanDavenport.statistic)}, df ${imanDavenport.df.join(' and ')}, ${pText(imanDavenport.p)}`,
    nemenyi && `Nemenyi: critical difference ${numberText(nemenyi.criticalDifference)} at alpha = ${alpha}`,
    ...remarks,
  ].filter((line) => line !== null);
  const compared =
    methods.length < 2 ? '' : `\n${columns(['pair', '>ranks apart', '>Nemenyi', '>Wilcoxon, Holm'], pairs)}`;
  return `${ranked}\n${tests.join('\n')}\n${compared}`;
}
