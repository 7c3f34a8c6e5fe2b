/** A study on one page: verdict, table, figures, errors, methods, and what is needed to repeat it. */
import { characteristicChart, type Characteristic, type CharacteristicId } from '../figures/charts/characteristic.ts';
import { errorCurves } from '../figures/charts/errorCurves.ts';
import { characteristicKinds } from '../figures/kinds/characteristics.ts';
import { heatMap } from '../figures/charts/heatMap.ts';
import { rankDiagram } from '../figures/rankDiagram.ts';
import type { Drawing } from '../figures/drawing/drawing.ts';
import { overview } from '../figures/charts/overview.ts';
import { SCREEN } from '../figures/drawingArea.ts';
import { drawOverview } from '../figures/painters/overview.ts';
import { figureOf, type FigureSpecInput } from '../figures/registry.ts';
import { FigureRefusal, type FigureSource } from '../figures/figureSource.ts';
import { figureSvg } from '../figures/drawing/svg.ts';
import { drawHeatMap } from '../figures/painters/heatMap.ts';
import { drawLineChart } from '../figures/painters/lineChart.ts';
import { drawRankDiagram } from '../figures/painters/rankDiagram.ts';
import { appearancesOf } from '../methods/appearance.ts';
import type { Manifest } from '../study/plan/manifest.ts';
import { differenceUnit } from '../measures/practicalMargin.ts';
import { pairReport } from '../compare/pairReport.ts';
import type { PairTestDeclaration } from '../compare/pairTest.ts';
import { pairTests } from '../compare/tests/registry.ts';
import { rankReport } from '../study/comparison/ranks.ts';
import type { Condition } from '../protocols/split.ts';
import { declarationOf, protocolSummary } from '../protocols/registry.ts';
import type { Curve, StudyTable } from '../study/table/table.ts';
import { isUnavailable } from '../stats/tests/testResult.ts';
import { uncapitalised } from '../text/phrases.ts';
import { htmlPage, htmlRows, htmlText, PAPER } from './html.ts';
import { htmlResults } from './htmlTable.ts';
import { htmlMethodsParagraph } from './prose/methodsParagraph.ts';
import type { ProseStudy } from './prose/proseStudy.ts';
import { studyBibtex, type Cited } from './references/references.ts';
import { rankSentences } from './prose/rankSentences.ts';
import { pairTitles, provenanceTitles as words, viewTitles } from './prose/panelTitles.ts';
import { estimateText, intervalText, numberText, pText } from './numbers.ts';
import { parseNote, type NoteInline } from '../text/note.ts';
import type { StudyVerdict } from '../study/verdict/verdict.ts';

/** A note as HTML, with headings below the level of section headings. */
export function noteHtml(note: string): string {
  return parseNote(note)
    .map((block) => {
      if (block.kind === 'code') return `<pre>${htmlText(block.text)}</pre>`;
      if (block.kind === 'heading') return `<h3>${inline(block.of)}</h3>`;
      if (block.kind === 'paragraph') return `<p>${inline(block.of)}</p>`;
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
    })
    .join('\n');
}

function inline(parts: readonly NoteInline[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return htmlText(part.text);
        case 'code':
          return `<code>${htmlText(part.text)}</code>`;
        case 'break':
          return '<br>';
        case 'link':
          return `<a href="${htmlText(part.to)}" rel="noreferrer">${inline(part.of)}</a>`;
        case 'strong':
          return `<strong>${inline(part.of)}</strong>`;
        case 'emphasis':
          return `<em>${inline(part.of)}</em>`;
      }
    })
    .join('');
}

export interface ReportParts {
  readonly table: StudyTable;
  /** The user's Markdown; empty if there is none. */
  readonly note: string;
  readonly cited: Cited;
  readonly studies: readonly ProseStudy[];
  readonly curves: readonly Curve[];
  readonly manifest: Manifest;
  readonly verdict: () => StudyVerdict;
  readonly figures: () => FigureSource;
  /** n_test/n_train of some repeats of a condition, by key. */
  readonly testToTrain: (condition: string, repeats: readonly number[]) => number;
  /** Characteristic curves of a condition, at the shapes of the table; empty if the study did not measure them. */
  readonly characteristics: (curve: CharacteristicId, condition: string) => readonly Characteristic[];
}

/**
 * One self-contained HTML file without scripts; figures follow the reader's light or dark theme. Answers come first;
 * details are collapsed, and printed only if expanded.
 */
export function studyReport(parts: ReportParts): string {
  const { table, manifest, cited } = parts;
  const { dataset } = manifest;
  const about =
    `${dataset.images} images of ${dataset.subjects} subjects, ${dataset.rows} × ${dataset.cols} pixels. ` +
    `${table.done} of ${table.total} cells finished.`;
  const finished = table.done > 0;
  const sections = [
    `<h1>${htmlText(table.study)}</h1>\n<p>${htmlText(about)}</p>`,
    finished ? atAGlance(parts) : '',
    parts.note.trim() === '' ? '' : `<h2>Note</h2>\n${noteHtml(parts.note)}`,
    `<h2>${viewTitles.table}</h2>\n${htmlResults(table)}`,
    finished ? curveFigures(parts) : '',
    finished ? rankSection(table) : '',
    finished ? againstTheBest(parts) : '',
    finished ? declared(viewTitles.inspect, parts, { kind: 'hardest' }) : '',
    `<h2>Methods</h2>\n<p>${htmlMethodsParagraph(table, cited, parts.studies)}</p>`,
    declared(words.protocol, parts, { kind: 'split' }, protocolLine(manifest)),
    folded('References', `<pre>${htmlText(studyBibtex(table, cited))}</pre>`),
    provenance(manifest),
  ];
  return htmlPage(table.study, sections.filter((section) => section !== '').join('\n'));
}

/** Selection of the figures and sentences: that of the table, by default the oracle. */
function sideOf({ options }: StudyTable): 'oracle' | 'validated' {
  return options.selection === 'validated' ? 'validated' : 'oracle';
}

/** The verdict and the overview of all methods in all conditions. */
function atAGlance({ table, verdict }: ReportParts): string {
  const drawing = drawOverview(
    overview(table, { selection: sideOf(table), shading: 'condition' }),
    appearancesOf(table.rows),
    'reader',
    SHEET,
  );
  return [
    `<p class="verdict">${htmlText(verdict().sentences.join(' '))}</p>`,
    `<h2>${viewTitles.overview}</h2>`,
    `<figure>\n${figureSvg(drawing)}</figure>`,
  ].join('\n');
}

/** Width of an A4 line in pixels of figures, and half of it for two in a row. */
const SHEET = { ...SCREEN, width: Math.floor((PAPER.line * 96) / 72) };
const HALF = { ...SCREEN, width: 350, values: 'hidden' } as const;

/** A section with a declared figure; empty if the study has no data for it. */
function declared(title: string, { figures }: ReportParts, figure: FigureSpecInput, line = ''): string {
  const { schema, read, draw } = figureOf(figure.kind);
  try {
    const drawing = draw(read(schema.parse(figure), figures()), { theme: 'reader', sheet: SHEET });
    return `<h2>${title}</h2>\n${line}<figure>\n${figureSvg(drawing)}</figure>`;
  } catch (error) {
    if (error instanceof FigureRefusal) return '';
    throw error;
  }
}

function protocolLine({ spec }: Manifest): string {
  return `<p>${htmlText(`${protocolSummary(spec.protocol)}; seed ${spec.seed}.`)}</p>\n`;
}

const CURVES = {
  labels: undefined,
  axis: 'latent',
  scale: 'log',
  range: 'auto',
  shapes: 'best',
  spread: 'band',
} as const;

/** A collapsed section. */
function folded(title: string, body: string, level: 2 | 3 = 2): string {
  return `<details>\n<summary><h${level}>${htmlText(title)}</h${level}></summary>\n${body}\n</details>`;
}

/** Number of conditions whose figures are not collapsed. */
const LEADING = 6;

function grid(list: readonly string[]): string {
  return `<div class="figures">\n${list.join('\n')}\n</div>`;
}

/** Small curves side by side; maps, characteristics and the curves of further conditions are collapsed. */
function curveFigures(parts: ReportParts): string {
  const studyFigures = figuresOf(parts);
  const leading = studyFigures.slice(0, LEADING).flatMap(({ first }) => first);
  const others = [
    ...studyFigures.flatMap(({ others }) => others),
    ...studyFigures.slice(LEADING).flatMap(({ first }) => first),
  ];
  return [
    leading.length > 0 ? `<h2>${viewTitles.curves}</h2>\n${grid(leading)}` : '',
    others.length > 0 ? folded(`More ${uncapitalised(viewTitles.curves)}`, grid(others)) : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

interface ConditionFigures {
  readonly first: readonly string[];
  readonly others: readonly string[];
}

/** Figures of each condition that has any; verification starts with the ROC curve. */
function figuresOf({ table, curves, characteristics, manifest }: ReportParts): ConditionFigures[] {
  const appearances = appearancesOf(table.rows);
  const { protocol } = manifest.spec;
  const verifies = declarationOf(protocol).comparesPairs?.(protocol) ?? false;
  return table.conditions.flatMap(({ key, title }) => {
    const here = curves.filter(({ condition, points }) => condition === key && points.length > 0);
    if (here.length === 0) return [];
    const matrices = here.filter(({ latentNames }) => latentNames.length === 2);
    const curve = figure(
      `${table.measure.title} against the latent dimension, ${title}`,
      drawLineChart(errorCurves(table, curves, { ...CURVES, condition: key }, appearances), 'reader', HALF),
    );
    const measured = characteristicKinds.flatMap(({ kind: id }) => {
      const curvesOfKind = characteristics(id, key);
      const subject = `${title}, ${table.dataset}`;
      if (curvesOfKind.length === 0) return [];
      const drawn = figure(subject, drawLineChart(characteristicChart(id, curvesOfKind, subject), 'reader', HALF));
      return [{ leads: verifies && id === 'roc', drawn }];
    });
    const maps = matrices.map((curve) =>
      figure(
        `${curve.label} over its latent dimensions, ${title}`,
        drawHeatMap(heatMap(table, curve, 'near'), 'reader', HALF),
      ),
    );
    const of = (leads: boolean) => measured.filter((one) => one.leads === leads).map(({ drawn }) => drawn);
    return [{ first: [curve, ...of(true)], others: [...maps, ...of(false)] }];
  });
}

const ALPHA = 0.05;

/** Empty if there is only one method or one condition. */
function rankSection(table: StudyTable): string {
  const ranks = rankReport(table, { per: 'condition', selection: 'oracle', alpha: ALPHA });
  if (ranks.methods.length < 2 || ranks.blocks.length < 2) return '';
  const diagram = drawRankDiagram(rankDiagram(ranks, appearancesOf(table.rows)), 'reader', true, SHEET);
  const sentences = rankSentences(ranks).map((sentence) => `<p>${htmlText(sentence)}</p>`);
  return [
    `<h2>${viewTitles.ranks}</h2>`,
    figure('Average ranks over the conditions', diagram),
    `<div class="notes">\n${sentences.join('\n')}\n</div>`,
  ].join('\n');
}

function figure(caption: string, drawing: Drawing): string {
  return `<figure>\n${figureSvg(drawing)}<figcaption>${htmlText(caption)}</figcaption>\n</figure>`;
}

/** Empty if there is only one method. */
function againstTheBest({ table, testToTrain }: ReportParts): string {
  const conditions = table.conditions
    .map((condition, column) => againstBest(table, condition, column, testToTrain))
    .filter((part) => part !== '');
  return conditions.length === 0 ? '' : folded(viewTitles.pair, conditions.join('\n'));
}

/** Tests with a column of their own. */
const TESTS = pairTests.filter((test: PairTestDeclaration) => test.column !== undefined) as PairTestDeclaration[];

const AGAINST = [
  'Method',
  'Difference',
  `${pairTitles.interval} (${pairTitles.correctedInterval})`,
  ...TESTS.map(({ column }) => column!),
  `${pairTitles.cohensD} of the differences`,
];

/** All other methods of a condition against the best: difference, interval, two-sided p, effect, equivalence. */
function againstBest(
  { rows, measure, options }: StudyTable,
  { key, title }: Condition,
  column: number,
  testToTrain: ReportParts['testToTrain'],
): string {
  const best = rows.find(({ entries }) => entries[column].standing === 'best');
  if (!best || rows.length < 2) return '';
  const digits = (options.digits ?? measure.digits) + 1;
  const lines = rows
    .filter((row) => row !== best && row.entries[column].mean !== null)
    .map((row) => {
      const report = pairReport(row.entries[column], best.entries[column], {
        testToTrain: (repeats) => testToTrain(key, repeats),
        halfWidth: measure.margin,
        alpha: 0.05,
      });
      const pOf = ({ kind }: PairTestDeclaration): string => {
        const { p, lack } = report.tests.find((test) => test.name === kind)!;
        return lack ?? pText(p);
      };
      const { correctedInterval: range, difference, cohenDz, rope } = report;
      const cells = [
        numberText(difference, digits),
        intervalText(range, digits),
        ...TESTS.map(pOf),
        estimateText(cohenDz),
        ...(measure.margin === null ? [] : [isUnavailable(rope) ? rope : numberText(rope.equivalent, 3)]),
      ];
      return `<tr><th scope="row">${htmlText(row.label)}</th>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join('')}</tr>`;
    });
  if (lines.length === 0) return '';
  const mean = numberText(best.entries[column].compared?.mean ?? null, digits - 1);
  const margin =
    measure.margin === null
      ? ''
      : ` ${pairTitles.practicallyEqualWithin(`${measure.margin} ${differenceUnit(measure)}`.trim())}.`;
  const note =
    `${best.label} (${mean}) has the best mean over the compared repeats. Differences are method − ${best.label} over the repeats that both have finished; p is two-sided and not ` +
    `corrected for the number of methods.${margin}`;
  const head = measure.margin === null ? AGAINST : [...AGAINST, `P(${uncapitalised(pairTitles.practicallyEqual)})`];
  return `<h3>${htmlText(title)}: against the best</h3>\n${htmlRows(head, [lines])}\n<div class="notes"><p>${htmlText(note)}</p></div>`;
}

function provenance({ engine, dataset, spec, methods, splits, cells }: Manifest): string {
  const kinds = dataset.preprocessing ? JSON.stringify(dataset.preprocessing) : 'as imported';
  const facts: readonly (readonly [string, string])[] = [
    [words.program, `${words.eigenbench(engine.appVersion)}${engine.commit ? `, commit ${engine.commit}` : ''}`],
    [words.kernels, engine.kernel],
    [words.seed, `${spec.seed}; random numbers: ${engine.random}`],
    [words.dataset, `${dataset.name}, hash ${dataset.hash}`],
    ['Preprocessing', kinds],
    [
      viewTitles.splits,
      `${splits.length}; the first has ${splits[0]?.train ?? 0} training and ${splits[0]?.test ?? 0} test images`,
    ],
    ['Fits', String(cells.reduce((sum, { fits }) => sum + fits, 0))],
    ['Not converged', `${cells.reduce((sum, { notConverged }) => sum + notConverged.length, 0)} fits or shapes`],
  ];
  const list = facts.map(([name, value]) => `<dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd>`).join('\n');
  const rows = methods.map(({ label, method, settings, latent }) => {
    const texts = [method, JSON.stringify(settings), JSON.stringify(latent)];
    return `<tr><th scope="row">${htmlText(label)}</th>${texts.map((text) => `<td class="long">${htmlText(text)}</td>`).join('')}</tr>`;
  });
  return [
    `<h2>${words.whereItComesFrom}</h2>\n<dl>\n${list}\n</dl>`,
    folded('Settings', htmlRows(['Label', words.method, words.settings, 'Latent shapes'], [rows]), 3),
    folded('Study spec', `<pre>${htmlText(JSON.stringify(spec, null, 2))}</pre>`, 3),
  ].join('\n');
}
