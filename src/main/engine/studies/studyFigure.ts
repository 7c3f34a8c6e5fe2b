import { characteristicChart, type Characteristic } from '../../../core/figures/characteristic.ts';
import { conditionCharts } from '../../../core/figures/conditionCharts.ts';
import { errorCurves } from '../../../core/figures/errorCurves.ts';
import { countedCurve, type FigureFormat } from '../../../core/figures/figureKinds.ts';
import type { CharacteristicSpec, FigureSpec } from '../../../core/figures/figureSpec.ts';
import { heatMap } from '../../../core/figures/heatMap.ts';
import { overview } from '../../../core/figures/overview.ts';
import { powerChart } from '../../../core/figures/powerChart.ts';
import { rankDiagram } from '../../../core/figures/rankDiagram.ts';
import { repeatStrips } from '../../../core/figures/repeatStrips.ts';
import { heatMapSvg } from '../../../core/figures/svg/heatMapSvg.ts';
import { lineChartsSvg, lineChartSvg } from '../../../core/figures/svg/lineChartSvg.ts';
import { overviewSvg } from '../../../core/figures/svg/overviewSvg.ts';
import { rankDiagramSvg } from '../../../core/figures/svg/rankDiagramSvg.ts';
import { repeatStripsSvg } from '../../../core/figures/svg/repeatStripsSvg.ts';
import type { FigureTheme } from '../../../core/figures/svg/theme.ts';
import { timeChart } from '../../../core/figures/timeChart.ts';
import { appearancesOf } from '../../../core/methods/appearance.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import type { Condition } from '../../../core/protocols/condition.ts';
import { declarationOf } from '../../../core/protocols/registry.ts';
import { slug } from '../../../core/report/fileName.ts';
import { methodRows, plannedMethods } from '../../../core/study/plan/plan.ts';
import { conditionAxes, type ConditionAxis } from '../../../core/study/spec/conditionAxes.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { defaultTableOptions, type TableOptions } from '../../../core/study/table/tableOptions.ts';
import { pngOf } from '../../export/png.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { comparePair } from './comparePair.ts';
import { characteristics } from './characteristics.ts';
import { conflict, invalid } from '../errors.ts';
import { methodTimes } from './methodTimes.ts';
import { rankStudies } from './rankStudies.ts';
import { file } from './studyFiles.ts';
import { studyResults, type ComputedResults } from './studyResults.ts';

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
): Promise<File> {
  if (figure.kind !== 'ranks' && studies.length > 1) {
    throw invalid([{ path: 'ids', message: 'ids: only ranks are drawn of several studies; name one.' }]);
  }
  const svg =
    figure.kind === 'ranks' ? ranks(workspace, studies, figure, theme) : drawn(workspace, studies[0], figure, theme);
  const name = `${slug(studies.map((study) => study.name).join(' '))}-${figure.kind}.${format}`;
  return format === 'svg' ? file(name, 'image/svg+xml', svg) : file(name, 'image/png', await pngOf(svg));
}

function ranks(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  options: Extract<FigureSpec, { kind: 'ranks' }>,
  theme: FigureTheme,
): string {
  const report = rankStudies(workspace, studies, options);
  if (report.blocks.length === 0) throw conflict('There is no condition yet that every method has finished.');
  // In the order of the studies, not of the ranks: a method looks as in its tables.
  const entries = new Map(
    studies.flatMap(({ spec }) => methodRows(plannedMethods(spec))).map((method) => [method.label, method]),
  );
  const known = [...entries.values()].filter(({ methodId }) => findMethod(methodId) !== undefined);
  return rankDiagramSvg(rankDiagram(report, appearancesOf(known)), theme);
}

function drawn(
  workspace: Workspace,
  study: StoredStudy,
  figure: Exclude<FigureSpec, { kind: 'ranks' }>,
  theme: FigureTheme,
): string {
  if (figure.kind === 'characteristic') {
    const { curves, subject } = studyCharacteristics(workspace, study, figure);
    return lineChartSvg(characteristicChart(figure.curve, curves, subject, figure.band), theme);
  }
  if ('selection' in figure && figure.selection === 'validated' && !study.spec.selection) {
    throw invalid([
      { path: 'figure.selection', message: 'The study chose no shapes inside the training images; expected "oracle".' },
    ]);
  }
  const { table, curves } = finishedResults(workspace, study, { measure: figure.measure, selection: 'both' });
  if (figure.kind === 'overview') return overviewSvg(overview(table, figure), appearancesOf(table.rows), theme);
  const condition = conditionOf(table, figure.condition).key;
  switch (figure.kind) {
    case 'curves': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const chart = errorCurves(table, curves(), { ...figure, condition }, appearancesOf(table.rows));
      return lineChartSvg(chart, theme);
    }
    case 'conditions': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const axis = axisOf(study, figure.axis);
      return lineChartsSvg(conditionCharts(table, axis, { ...figure, condition }, appearancesOf(table.rows)), theme);
    }
    case 'repeats': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      return repeatStripsSvg(repeatStrips(table, { ...figure, condition }, appearancesOf(table.rows)), theme);
    }
    case 'power': {
      const [first, second] = figure.labels;
      const asked = { first, second, condition, measure: figure.measure, selection: figure.selection, rope: 0 };
      const [{ title, report }] = comparePair(workspace, study, { ...asked, alpha: figure.alpha });
      const where = `${title}, ${table.dataset}`;
      const subject = { first, second, where, measure: table.measure, wanted: figure.wanted };
      const chart = powerChart(report.samples.differences, report, subject);
      if (chart) return lineChartSvg(chart, theme);
      throw conflict(
        `${first} and ${second} have fewer than two common repeats, or differ by the same in all of them.`,
      );
    }
    case 'time': {
      for (const label of figure.labels ?? []) requireLabel(table, label);
      const times = methodTimes(workspace, study, condition, figure.selection);
      return lineChartSvg(timeChart(table, times, { ...figure, condition }, appearancesOf(table.rows)), theme);
    }
    case 'heat-map': {
      requireLabel(table, figure.label);
      const curve = curves().find((candidate) => candidate.label === figure.label && candidate.condition === condition);
      if (curve?.latentNames.length === 2) return heatMapSvg(heatMap(table, curve, figure.range), theme);
      throw invalid([
        {
          path: 'figure.label',
          message: `"${figure.label}" has no results over two latent dimensions in this condition.`,
        },
      ]);
    }
  }
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
  throw invalid([
    { path: 'figure.curve', message: `The study has not measured "${curve}"; a spec asks for it by "measures".` },
  ]);
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
  const known = rows.map((row) => `"${row.label}"`).join(', ');
  throw invalid([
    { path: 'figure.label', message: `There is no method labelled "${label}"; the labels are ${known}.` },
  ]);
}
