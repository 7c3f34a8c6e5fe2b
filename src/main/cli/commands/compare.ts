import type { PairReport } from '../../../core/study/pairReport.ts';
import { columns } from '../columns.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

interface CompareOptions extends WorkspaceOptions {
  readonly condition?: string;
  readonly rope: number;
  readonly json?: boolean;
}

/** eigenbench compare: what every test says about two methods of a study. */
export async function compareCommand(
  name: string,
  first: string,
  second: string,
  options: CompareOptions,
): Promise<void> {
  const found = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    const { condition, rope } = options;
    return engine.client.studies.compare({ id, first, second, rope, ...(condition !== undefined && { condition }) });
  });
  if (options.json) {
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  const blocks = found.map(({ title, report }) => `${title}\n${lines(first, second, report)}`);
  process.stdout.write(blocks.join('\n'));
}

function lines(first: string, second: string, report: PairReport): string {
  const points = (value: number): string => value.toFixed(2);
  const range = (at: PairReport['interval']): string => (at ? `${points(at.low)} to ${points(at.high)}` : '–');
  const rows = report.tests.map(({ title, p, statistic, df }) => [
    title,
    statistic === null ? '–' : statistic.toFixed(3),
    df === null ? '–' : String(Number(df.toFixed(2))),
    p === null ? '–' : p < 1e-4 ? p.toExponential(1) : p.toFixed(4),
  ]);
  const facts = [
    `${first} − ${second}: ${report.difference === null ? '–' : points(report.difference)} percentage points over ${report.repeats} common repeats`,
    `95 % interval ${range(report.interval)}; with the variance of Nadeau and Bengio ${range(report.correctedInterval)}`,
    `Cohen's d ${report.cohenD?.toFixed(2) ?? '–'}, of the differences ${report.cohenDz?.toFixed(2) ?? '–'}; Cliff's delta ${report.cliffDelta?.toFixed(2) ?? '–'}`,
  ];
  if (report.rope) {
    const { less, equivalent, greater, halfWidth } = report.rope;
    facts.push(
      `Probability that ${first} is better ${less.toFixed(3)}, practically equal (within ${halfWidth}) ${equivalent.toFixed(3)}, worse ${greater.toFixed(3)}`,
    );
  }
  return `${columns(['two-sided test', '>statistic', '>df', '>p'], rows)}${facts.join('\n')}\n`;
}
