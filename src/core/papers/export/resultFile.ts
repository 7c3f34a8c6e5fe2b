/** Results of experiments as text files. */
import { markdownTable as aligned } from 'markdown-table';
import { drawLineCharts } from '../../figures/painters/lineChart.ts';
import { type FigureTheme, ground, figureColours } from '../../figures/painters/theme.ts';
import { figureSvg } from '../../figures/drawing/svg.ts';
import { csv, type Value } from '../../report/csv.ts';
import { latexText } from '../../report/latex/text.ts';
import { markdownText } from '../../report/markdown.ts';
import { chartOf } from '../charts.ts';
import type { Experiment } from '../experiment.ts';
import { PAPERS } from '../papers.ts';
import type { ExperimentRecord } from '../record.ts';
import type { ExperimentResult, ResultCell, ResultTable, ResultSheet } from '../result.ts';
import { VERDICTS, verdictOf } from '../verdict.ts';
import { cellText, publishedCellText } from './formats.ts';
import { image, picture, text, type Drawing, type Shape } from '../../figures/drawing/drawing.ts';
import { textWidth } from '../../figures/painters/textWidth.ts';
import { base64Of, bytesOf } from '../../formats/base64.ts';

// Image sheets: a row per method, a column per image.

/** Height of an image in pixels. */
const HEIGHT = 96;
const GAP = 4;
const MARGIN = 10;

export function drawSheet(sheet: ResultSheet, theme: FigureTheme): Drawing {
  const { title, rows, cols, strips } = sheet;
  const colours = figureColours(theme);
  const width = (HEIGHT * cols) / rows;
  const left = MARGIN + Math.max(...strips.map((strip) => textWidth(strip.title, 12))) + 10;
  const images = strips.map(({ pixels }) => {
    const bytes = bytesOf(pixels);
    return Array.from({ length: bytes.length / (rows * cols) }, (_, n) =>
      bytes.subarray(n * rows * cols, (n + 1) * rows * cols),
    );
  });
  const across = Math.max(...images.map((line) => line.length));
  const full = { width: left + across * (width + GAP) + MARGIN, height: strips.length * (HEIGHT + GAP) + 2 * MARGIN };
  const body = strips.flatMap((strip, s): Shape[] => {
    const y = MARGIN + s * (HEIGHT + GAP);
    return [
      text(MARGIN, y + HEIGHT / 2 + 4, strip.title, { fill: colours.text }),
      ...images[s].map((bytes, n) => {
        const place = { x: left + n * (width + GAP), y, width, height: HEIGHT };
        return image(place, { rows, cols, pixels: base64Of(bytes), crisp: false });
      }),
    ];
  });
  return picture(full.width, full.height, title, [ground(full.width, full.height, colours), ...body]);
}

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
