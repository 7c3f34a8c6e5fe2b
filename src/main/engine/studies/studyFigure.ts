import { characteristicChart, type Characteristic } from '../../../core/figures/characteristic.ts';
import { confusionMatrix } from '../../../core/figures/confusionMatrix.ts';
import { conditionCharts } from '../../../core/figures/conditionCharts.ts';
import { errorCurves } from '../../../core/figures/errorCurves.ts';
import {
  characteristicKinds,
  countedCurve,
  figureKinds,
  type FigureFormat,
} from '../../../core/figures/figureKinds.ts';
import type { CharacteristicSpec, FigureSpec } from '../../../core/figures/figureSpec.ts';
import type { Drawing } from '../../../core/figures/drawing/drawing.ts';
import { heatMap } from '../../../core/figures/heatMap.ts';
import { overview } from '../../../core/figures/overview.ts';
import { powerChart } from '../../../core/figures/powerChart.ts';
import { defaultFigurePage, type FigurePage } from '../../../core/figures/page/figurePage.ts';
import { sheetOf, type Sheet } from '../../../core/figures/page/sheet.ts';
import { practicalBars } from '../../../core/figures/practicalBars.ts';
import { rankDiagram } from '../../../core/figures/rankDiagram.ts';
import { repeatStrips } from '../../../core/figures/repeatStrips.ts';
import { drawConfusionMatrix } from '../../../core/figures/painters/confusionMatrix.ts';
import { drawHeatMap } from '../../../core/figures/painters/heatMap.ts';
import { drawLineCharts, drawLineChart } from '../../../core/figures/painters/lineChart.ts';
import { drawOverview } from '../../../core/figures/painters/overview.ts';
import { drawPracticalBars } from '../../../core/figures/painters/practicalBars.ts';
import { drawRankDiagram } from '../../../core/figures/painters/rankDiagram.ts';
import { drawRepeatStrips } from '../../../core/figures/painters/repeatStrips.ts';
import type { FigureTheme } from '../../../core/figures/painters/theme.ts';
import { timeChart } from '../../../core/figures/timeChart.ts';
import { hasValueAxis, ranged } from '../../../core/figures/yRange.ts';
import { appearancesOf } from '../../../core/methods/appearance.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import type { Condition } from '../../../core/protocols/condition.ts';
import { declarationOf } from '../../../core/protocols/registry.ts';
import { slug } from '../../../core/report/fileName.ts';
import { methodRows, plannedMethods } from '../../../core/study/plan/plan.ts';
import { conditionAxes, type ConditionAxis } from '../../../core/study/spec/conditionAxes.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { defaultTableOptions, type TableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { comparePair } from './comparePair.ts';
import { confusionOf } from './confusionOf.ts';
import { characteristics } from './characteristics.ts';
import { conflict, invalid } from '../errors.ts';
import { drawnFile } from '../drawnFile.ts';
import { methodTimes } from './methodTimes.ts';
import { rankStudies } from './rankStudies.ts';
import { studyResults, type ComputedResults } from './studyResults.ts';
import { orNearest } from '../../../core/text/names.ts';

/**
 * A figure of a study, of several for ranks only. Throws INVALID for a method or condition that the study does not have
 * or has not measured so, CONFLICT where nothing has finished.
 */
export async function studyFigure(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  figure: FigureSpec,
  format: FigureFormat,
  theme: Exclude<FigureTheme, 'reader'>,
  page: FigurePage = defaultFigurePage,
): Promise<File> {
  if (!ofSeveral(figure) && studies.length > 1) {
    throw invalid([
      { path: 'ids', message: 'ids: only ranks and practical differences are drawn of several studies; name one.' },
    ]);
  }
  const look = { theme, sheet: sheetOf(page), yRange: page.yRange };
  if (page.yRange && !hasValueAxis(figure)) {
    throw invalid([
      { path: 'page.yRange', message: 'page.yRange: expected none, the figure has no such vertical axis.' },
    ]);
  }
  const drawing = ofSeveral(figure)
    ? ranks(workspace, studies, figure, look)
    : drawn(workspace, studies[0], figure, look);
  const name = `${slug(studies.map((study) => study.name).join(' '))}-${figure.kind}`;
  return drawnFile(drawing, name, format, page);
}

type KindOfSeveral = Extract<(typeof figureKinds)[number], { studies: 'several' }>['id'];
type FigureOfSeveral = Extract<FigureSpec, { kind: KindOfSeveral }>;

function ofSeveral(figure: FigureSpec): figure is FigureOfSeveral {
  return figureKinds.some(({ id, studies }) => id === figure.kind && studies === 'several');
}

/** What painters are told besides what to draw. */
interface Look {
  readonly theme: FigureTheme;
  readonly sheet: Sheet;
  readonly yRange: FigurePage['yRange'];
}

function ranks(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  figure: FigureOfSeveral,
  { theme, sheet }: Look,
): Drawing {
  const against = figure.kind === 'practical' ? figure.against : undefined;
  const rope = figure.kind === 'practical' ? (figure.rope ?? 'default') : undefined;
  const report = rankStudies(workspace, studies, { ...figure, rope, practicalAgainst: against });
  if (report.blocks.length === 0) throw conflict('There is no condition yet that every method has finished.');
  // In the order of the studies, not of the ranks: a method looks as in its tables.
  const entries = new Map(
    studies.flatMap(({ spec }) => methodRows(plannedMethods(spec))).map((method) => [method.label, method]),
  );
  const known = [...entries.values()].filter(({ methodId }) => findMethod(methodId) !== undefined);
  const appearances = appearancesOf(known);
  if (figure.kind === 'ranks') return drawRankDiagram(rankDiagram(report, appearances), theme, true, sheet);
  if (against !== undefined && !report.methods.some(({ label }) => label === against)) {
    throw invalid([{ path: 'figure.against', message: `figure.against: no method "${against}" is ranked.` }]);
  }
  const bars = practicalBars(report, appearances);
  if (!bars) throw conflict('Practical differences need two methods in two finished conditions or datasets.');
  return drawPracticalBars(bars, theme, true, sheet);
}

function drawn(
  workspace: Workspace,
  study: StoredStudy,
  figure: Exclude<FigureSpec, FigureOfSeveral>,
  { theme, sheet, yRange }: Look,
): Drawing {
  if (figure.kind === 'characteristic') {
    const { curves, subject } = studyCharacteristics(workspace, study, figure);
    const chart = characteristicChart(figure.curve, curves, subject, figure.band);
    return drawLineChart(ranged(chart, yRange), theme, sheet);
  }
  if ('selection' in figure && figure.selection === 'validated' && !study.spec.selection) {
    throw invalid([
      { path: 'figure.selection', message: 'The study chose no shapes inside the training images; expected "oracle".' },
    ]);
  }
  if (figure.kind === 'confusion') return confusions(workspace, study, figure, { theme, sheet, yRange });
  const { table, curves } = finishedResults(workspace, study, { measure: figure.measure, selection: 'both' });
  if (figure.kind === 'overview') return drawOverview(overview(table, figure), appearancesOf(table.rows), theme, sheet);
  const condition = conditionOf(table, figure.condition).key;
  switch (figure.kind) {
    case 'curves': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const chart = errorCurves(table, curves(), { ...figure, condition }, appearancesOf(table.rows));
      return drawLineChart(ranged(chart, yRange), theme, sheet);
    }
    case 'conditions': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const axis = axisOf(study, figure.axis);
      const charts = conditionCharts(table, axis, { ...figure, condition }, appearancesOf(table.rows));
      return drawLineCharts(
        charts.map((chart) => ranged(chart, yRange)),
        theme,
        sheet,
      );
    }
    case 'repeats': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      return drawRepeatStrips(
        repeatStrips(table, { ...figure, condition }, appearancesOf(table.rows)),
        theme,
        true,
        sheet,
      );
    }
    case 'power': {
      const [first, second] = figure.labels;
      const asked = { first, second, condition, measure: figure.measure, selection: figure.selection };
      const [{ title, report }] = comparePair(workspace, study, { ...asked, alpha: figure.alpha });
      const where = `${title}, ${table.dataset}`;
      const subject = { first, second, where, measure: table.measure, wanted: figure.wanted };
      const chart = powerChart(report.samples.differences, report, subject);
      if (chart) return drawLineChart(ranged(chart, yRange), theme, sheet);
      throw conflict(
        `${first} and ${second} have fewer than two common repeats, or differ by the same in all of them.`,
      );
    }
    case 'time': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const times = methodTimes(workspace, study, condition, figure.selection);
      const chart = timeChart(table, times, { ...figure, condition }, appearancesOf(table.rows));
      return drawLineChart(ranged(chart, yRange), theme, sheet);
    }
    case 'heat-map': {
      requireLabel(table, figure.label);
      const curve = curves().find((candidate) => candidate.label === figure.label && candidate.condition === condition);
      if (curve?.latentNames.length === 2) return drawHeatMap(heatMap(table, curve, figure.range), theme, sheet);
      throw invalid([
        {
          path: 'figure.label',
          message: `"${figure.label}" has no results over two latent dimensions in this condition.`,
        },
      ]);
    }
  }
}

function confusions(
  workspace: Workspace,
  study: StoredStudy,
  { label, condition: wanted }: Extract<FigureSpec, { kind: 'confusion' }>,
  { theme, sheet }: Look,
): Drawing {
  const { table } = finishedResults(workspace, study, { measure: 'error-rate', selection: 'oracle' });
  const { key, title } = conditionOf(table, wanted);
  requireLabel(table, label);
  const found = confusionOf(workspace, study, label, key);
  if (found.pairs.length === 0) throw conflict(`${label} misclassifies no subject in ${title}.`);
  return drawConfusionMatrix(confusionMatrix(found, `${label}, ${title}, ${table.dataset}`), theme, sheet);
}

/**
 * The curves of a characteristic that a study has measured, and what they are of. Throws INVALID and CONFLICT as
 * `studyFigure`.
 */
export function studyCharacteristics(
  workspace: Workspace,
  study: StoredStudy,
  { curve, condition: wanted, labels, selection, band }: CharacteristicSpec,
): { readonly curves: readonly Characteristic[]; readonly subject: string } {
  if (band === 'subjects' && (countedCurve(curve) !== 'roc' || !declarationOf(study.spec.protocol).comparesPairs)) {
    const message =
      'figure.band: only ROC and DET curves of pairs are drawn over subjects; expected "deviation", "interval" or "none".';
    throw invalid([{ path: 'figure.band', message }]);
  }
  const { table } = finishedResults(workspace, study, { measure: 'error-rate', selection });
  const { key, title } = conditionOf(table, wanted);
  for (const label of labels ?? []) requireLabel(table, label);
  const measured = characteristics(workspace, study, table, curve, key, selection, band);
  const curves = measured.filter(({ label }) => labels === undefined || labels.includes(label));
  if (curves.length > 0) return { curves, subject: `${title}, ${table.dataset}` };
  const { group } = characteristicKinds.find(({ id }) => id === curve)!;
  const message = study.spec.measures?.includes(group)
    ? `No method has a curve "${curve}" in ${title}.`
    : `The study has not measured "${curve}"; a spec asks for it by "${group}" in "measures".`;
  throw invalid([{ path: 'figure.curve', message }]);
}

/** Results of a study that has finished cells. Throws CONFLICT where there is none. */
function finishedResults(
  workspace: Workspace,
  study: StoredStudy,
  options: Pick<TableOptions, 'measure' | 'selection'>,
): ComputedResults {
  const results = studyResults(workspace, study, { ...defaultTableOptions, ...options });
  if (results.table.done > 0) return results;
  throw conflict(`"${study.name}" has no finished cells yet: run it first.`);
}

function conditionOf({ conditions }: StudyTable, wanted: string | undefined): Condition {
  const found = wanted === undefined ? conditions[0] : conditions.find(({ key }) => key === wanted);
  if (found) return found;
  const known = conditions.map(({ key }) => `"${key}"`).join(', ');
  throw invalid([
    { path: 'figure.condition', message: `There is no condition "${wanted}"; the conditions are ${known}.` },
  ]);
}

function axisOf({ name, spec }: StoredStudy, wanted: string | undefined): ConditionAxis {
  const axes = conditionAxes(spec);
  const found = wanted === undefined ? axes[0] : axes.find(({ id }) => id === wanted);
  if (found) return found;
  const message =
    axes.length === 0
      ? `The conditions of "${name}" do not differ in a number: there is no axis.`
      : `There is no axis "${wanted}"; the axes are ${axes.map(({ id }) => `"${id}"`).join(', ')}.`;
  throw invalid([{ path: 'figure.axis', message }]);
}

function requireLabel({ rows }: StudyTable, label: string): void {
  if (rows.some((row) => row.label === label)) return;
  const labels = rows.map((row) => row.label);
  const near = orNearest(label, labels, `the labels are ${labels.map((each) => `"${each}"`).join(', ')}`);
  throw invalid([{ path: 'figure.label', message: `There is no method labelled "${label}"${near}` }]);
}
