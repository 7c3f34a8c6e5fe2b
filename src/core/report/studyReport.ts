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
import { protocolSummary } from '../protocols/registry.ts';
import type { Curve, StudyTable } from '../study/table/table.ts';
import { isUnavailable } from '../stats/tests/testResult.ts';
import { uncapitalised, withWholeEquations } from '../text/phrases.ts';
import { blocksHtml, paragraph, sectionsHtml, type Block, type FigureBlock, type Section } from './blocks.ts';
import { htmlPage, htmlText, PAPER } from './html.ts';
import { htmlResults } from './htmlTable.ts';
import { htmlMethodsParagraph } from './prose/methodsParagraph.ts';
import type { StudyOnDataset } from '../study/study.ts';
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
  readonly studies: readonly StudyOnDataset[];
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
  const note: Section = { title: 'Note', blocks: [{ kind: 'markup', html: noteHtml(parts.note) }] };
  const results = { title: viewTitles.table, blocks: [{ kind: 'markup' as const, html: htmlResults(table) }] };
  const methods = `<p>${htmlMethodsParagraph(table, cited, parts.studies)}</p>`;
  const references = studyBibtex(table, cited);
  const sections: Section[] = [
    ...(finished ? [overviewSection(table)] : []),
    ...(parts.note.trim() === '' ? [] : [note]),
    results,
    ...(finished ? [...curveSections(parts), ...rankSection(table), ...againstTheBest(parts)] : []),
    ...(finished ? figureSection(viewTitles.inspect, parts, { kind: 'hardest' }) : []),
    { title: 'Methods', blocks: [{ kind: 'markup', html: methods }] },
    ...figureSection(words.protocol, parts, { kind: 'split' }, protocolLine(manifest)),
    { title: 'References', blocks: [{ kind: 'text', text: references }], folded: true },
    provenance(manifest),
  ];
  const start: Block[] = [paragraph([about]), ...(finished ? [verdictBlock(parts)] : [])];
  const body = [`<h1>${htmlText(table.study)}</h1>`, blocksHtml(start), sectionsHtml(sections)];
  return htmlPage(table.study, body.join('\n'));
}

/** Selection of the figures and sentences: that of the table, by default the oracle. */
function sideOf({ options }: StudyTable): 'oracle' | 'validated' {
  return options.selection === 'validated' ? 'validated' : 'oracle';
}

function verdictBlock({ verdict }: ReportParts): Block {
  return { kind: 'paragraph', prose: [withWholeEquations(verdict().sentences.join(' '))], verdict: true };
}

/** All methods in all conditions. */
function overviewSection(table: StudyTable): Section {
  const data = overview(table, { selection: sideOf(table), shading: 'condition' });
  const drawing = drawOverview(data, appearancesOf(table.rows), 'reader', SHEET);
  return { title: viewTitles.overview, blocks: [{ kind: 'figure', svg: figureSvg(drawing) }] };
}

/** Width of an A4 line in pixels of figures, and half of it for two in a row. */
const SHEET = { ...SCREEN, width: Math.floor((PAPER.line * 96) / 72) };
const HALF = { ...SCREEN, width: 350, values: 'hidden' } as const;

/** A section with a declared figure below some blocks; none if the study has no data for it. */
function figureSection(
  title: string,
  { figures }: ReportParts,
  figure: FigureSpecInput,
  blocks: readonly Block[] = [],
): Section[] {
  const { schema, read, draw } = figureOf(figure.kind);
  try {
    const drawing = draw(read(schema.parse(figure), figures()), { theme: 'reader', sheet: SHEET });
    return [{ title, blocks: [...blocks, { kind: 'figure', svg: figureSvg(drawing) }] }];
  } catch (error) {
    if (error instanceof FigureRefusal) return [];
    throw error;
  }
}

function protocolLine({ spec }: Manifest): Block[] {
  return [paragraph([`${protocolSummary(spec.protocol)}; seed ${spec.seed}.`])];
}

const CURVES = {
  labels: undefined,
  axis: 'latent',
  scale: 'log',
  range: 'near',
  shapes: 'best',
  spread: 'band',
} as const;

/** Number of conditions whose figures are not collapsed. */
const LEADING = 6;

/** Small curves side by side; maps, characteristics and the curves of further conditions are collapsed. */
function curveSections(parts: ReportParts): Section[] {
  const studyFigures = figuresOf(parts);
  const leading = studyFigures.slice(0, LEADING).flatMap(({ first }) => first);
  const others = [
    ...studyFigures.flatMap(({ others }) => others),
    ...studyFigures.slice(LEADING).flatMap(({ first }) => first),
  ];
  const more = `More ${uncapitalised(viewTitles.curves)}`;
  const sections: Section[] = [
    { title: viewTitles.curves, blocks: [{ kind: 'figures', figures: leading }] },
    { title: more, blocks: [{ kind: 'figures', figures: others }], folded: true },
  ];
  return sections.filter((_, at) => (at === 0 ? leading : others).length > 0);
}

interface ConditionFigures {
  readonly first: readonly FigureBlock[];
  readonly others: readonly FigureBlock[];
}

/** Figures of each condition that has any; verification starts with the ROC curve. */
function figuresOf({ table, curves, characteristics, studies: [study] }: ReportParts): ConditionFigures[] {
  const appearances = appearancesOf(table.rows);
  const verifies = study.protocol.compares !== null;
  return table.conditions.flatMap(({ key, title }) => {
    const conditionCurves = curves.filter(({ condition, points }) => condition === key && points.length > 0);
    if (conditionCurves.length === 0) return [];
    const matrices = conditionCurves.filter(({ latentNames }) => latentNames.length === 2);
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
    const figuresLeading = (leads: boolean) => measured.filter((one) => one.leads === leads).map(({ drawn }) => drawn);
    return [{ first: [curve, ...figuresLeading(true)], others: [...maps, ...figuresLeading(false)] }];
  });
}

const ALPHA = 0.05;

/** Ranks over the conditions of one database, untested. None if there is only one method or one condition. */
function rankSection(table: StudyTable): Section[] {
  const ranks = rankReport(table, { per: 'condition', selection: 'oracle', alpha: ALPHA, tested: false });
  if (ranks.methods.length < 2 || ranks.blocks.length < 2) return [];
  const diagram = drawRankDiagram(rankDiagram(ranks, appearancesOf(table.rows)), 'reader', true, SHEET);
  const caption = 'Average ranks over the conditions';
  return [
    { title: viewTitles.ranks, blocks: [figure(caption, diagram), { kind: 'notes', sentences: rankSentences(ranks) }] },
  ];
}

function figure(caption: string, drawing: Drawing): FigureBlock {
  return { kind: 'figure', svg: figureSvg(drawing), caption: [caption] };
}

/** None if there is only one method. */
function againstTheBest({ table, testToTrain }: ReportParts): Section[] {
  const blocks = table.conditions.flatMap((condition, column) => againstBest(table, condition, column, testToTrain));
  return blocks.length === 0 ? [] : [{ title: viewTitles.pair, blocks, folded: true }];
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
): Block[] {
  const best = rows.find(({ entries }) => entries[column].standing === 'best');
  if (!best || rows.length < 2) return [];
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
      return [
        row.label,
        numberText(difference, digits),
        intervalText(range, digits),
        ...TESTS.map(pOf),
        estimateText(cohenDz),
        ...(measure.margin === null ? [] : [isUnavailable(rope) ? rope : numberText(rope.equivalent, 3)]),
      ];
    });
  if (lines.length === 0) return [];
  const mean = numberText(best.entries[column].compared?.mean ?? null, digits - 1);
  const margin =
    measure.margin === null
      ? ''
      : ` ${pairTitles.practicallyEqualWithin(`${measure.margin} ${differenceUnit(measure)}`.trim())}.`;
  const note =
    `${best.label} (${mean}) has the best mean over the compared repeats. Differences are method − ${best.label} over the repeats that both have finished; p is two-sided and not ` +
    `corrected for the number of methods.${margin}`;
  const head = measure.margin === null ? AGAINST : [...AGAINST, `P(${uncapitalised(pairTitles.practicallyEqual)})`];
  return [
    { kind: 'heading', title: `${title}: against the best` },
    textTable(head, lines),
    { kind: 'notes', sentences: [note] },
  ];
}

function textTable(head: readonly string[], rows: readonly (readonly string[])[]): Extract<Block, { kind: 'table' }> {
  return { kind: 'table', head: head.map((text) => [text]), rows: rows.map((row) => row.map((text) => [text])) };
}

function provenance({ engine, dataset, spec, methods, splits, cells }: Manifest): Section {
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
  const rows = methods.map(({ label, method, settings, latent }) => [
    ...[label, method, JSON.stringify(settings), JSON.stringify(latent)],
  ]);
  const table = textTable(['Label', words.method, words.settings, 'Latent shapes'], rows);
  return {
    title: words.provenance,
    blocks: [
      { kind: 'facts', facts },
      { kind: 'folded', title: 'Settings', blocks: [{ ...table, long: true }] },
      { kind: 'folded', title: 'Study spec', blocks: [{ kind: 'text', text: JSON.stringify(spec, null, 2) }] },
    ],
  };
}
