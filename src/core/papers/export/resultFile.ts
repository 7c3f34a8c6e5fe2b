/** Results of experiments as text files. */
import { markdownTable as aligned } from 'markdown-table';
import { drawLineCharts } from '../../figures/painters/lineChart.ts';
import type { FigureTheme } from '../../figures/painters/theme.ts';
import { figureSvg } from '../../figures/drawing/svg.ts';
import { csv, type Value } from '../../report/csv.ts';
import { latexText } from '../../report/latex/text.ts';
import { markdownText } from '../../report/markdown.ts';
import { chartOf } from '../charts.ts';
import type { Experiment } from '../experiment.ts';
import { PAPERS } from '../papers.ts';
import type { ExperimentRecord } from '../record.ts';
import type { ExperimentResult, ResultCell, ResultTable } from '../result.ts';
import { VERDICTS, verdictOf } from '../verdict.ts';
import { cellText, publishedCellText } from './formats.ts';
import { drawSheet } from './imageSheet.ts';

/** The charts, stacked vertically, or the first sheet; null for a result with only tables. */
export function resultSvg({ charts, sheets }: ExperimentResult, theme: FigureTheme): string | null {
  if (charts.length > 0) return figureSvg(drawLineCharts(charts.map(chartOf), theme));
  return sheets.length > 0 ? figureSvg(drawSheet(sheets[0], theme)) : null;
}

/** One record per point and per cell, in full precision. */
export function resultCsv({ charts, tables }: ExperimentResult): string {
  const points = charts.flatMap((chart): Value[][] =>
    chart.series.flatMap(({ label, points: all }) =>
      all.map(({ x, y, spread }) => [
        chart.title,
        label,
        chart.x.title,
        x,
        chart.y.title,
        y,
        spread ?? null,
        null,
        null,
      ]),
    ),
  );
  const cells = tables.flatMap((table): Value[][] =>
    table.rows.flatMap(({ title, cells: line }) =>
      line.map((cell, c) => [
        ...[table.title, title, table.head[c + 1], cell.note ?? null, ''],
        ...[cell.value, cell.deviation ?? null, cell.published ?? null, cell.publishedDeviation ?? null],
      ]),
    ),
  );
  const header = ['of', 'row', 'column', 'at', 'quantity', 'value', 'deviation', 'published', 'published_deviation'];
  return csv(header, [...points, ...cells]);
}

/** Tables with booktabs, with published numbers in italics below each row. */
export function resultLatex(experiment: Experiment, { tables }: ExperimentResult): string {
  const { authors, year } = PAPERS[experiment.paper];
  return tables
    .map((table) => {
      const lines = tableLines(table).map(({ title, cells, published }) => {
        const texts = [title, ...cells].map(latexText);
        return `    ${(published ? texts.map((one) => (one === '' ? '' : `\\textit{${one}}`)) : texts).join(' & ')} \\\\`;
      });
      return [
        '% Needs booktabs.',
        '\\begin{table}',
        '  \\centering',
        `  \\caption{${latexText(`${table.title} (${authors} ${year}, ${experiment.item}).`)}}`,
        '  \\small',
        `  \\begin{tabular}{l${'r'.repeat(table.head.length - 1)}}`,
        '    \\toprule',
        `    ${table.head.map(latexText).join(' & ')} \\\\`,
        '    \\midrule',
        ...lines,
        '    \\bottomrule',
        '  \\end{tabular}',
        '\\end{table}',
        '',
      ].join('\n');
    })
    .join('\n');
}

/** Statements of the paper with the observed results, then the tables. */
export function resultMarkdown({ result, data }: ExperimentRecord): string {
  const verdict = VERDICTS[verdictOf(result.checks, data?.standIn ?? false)];
  const checks = result.checks.map(({ claim, published, found, holds, kind }) => [
    markdownText(claim),
    markdownText(published),
    markdownText(found),
    holds ? 'yes' : kind === 'value' && data?.standIn ? 'not asked' : 'no',
  ]);
  return [
    `**${verdict}.**`,
    '',
    align([['Statement', 'Paper', 'Here', 'Holds'], ...checks]),
    '',
    ...result.tables.flatMap((table) => [
      `${markdownText(table.title)}:`,
      '',
      align([
        table.head.map(markdownText),
        ...tableLines(table).map(({ title, cells, published }) =>
          [title, ...cells].map((text) => (published && text !== '' ? `*${markdownText(text)}*` : markdownText(text))),
        ),
      ]),
      '',
    ]),
    ...result.notes.map((note) => `${note}\n`),
  ].join('\n');
}

const align = (rows: string[][]): string => aligned(rows, { stringLength: (text) => [...text].length });

interface TableLine {
  readonly title: string;
  readonly cells: readonly string[];
  /** Whether the line holds published numbers. */
  readonly published: boolean;
}

/** The rows of a table as text, each followed by the published numbers of its cells if there are any. */
export function tableLines(table: ResultTable): TableLine[] {
  return table.rows.flatMap(({ title, cells }) => {
    const published = cells.map((cell: ResultCell) => publishedCellText(cell, table));
    const computed = { title, cells: cells.map((cell: ResultCell) => cellText(cell, table)), published: false };
    if (published.every((text) => text === null)) return [computed];
    return [computed, { title: 'paper', cells: published.map((text) => text ?? ''), published: true }];
  });
}
