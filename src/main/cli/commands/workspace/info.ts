import type { StudyState, StudySummary } from '../../../../core/contract/studies.ts';
import type { FailedCell } from '../../../../core/contract/studyResults.ts';
import { changedRows, changedSentence, type ChangedRow } from '../../../../core/study/plan/changedRows.ts';
import { importedLabels } from '../../../../core/study/spec/spec.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { allCells } from '../../../engine/studies/cells/allCells.ts';
import { loadRegistered } from '../../../external/loadRegistered.ts';
import { failedLines } from '../../runStudy.ts';
import { print, printJson } from '../../terminal.ts';
import { duration } from '../../progress.ts';
import { storedStudy, withStoredWorkspace } from '../../storedWorkspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareInfo } from '../../declarations/studyCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { planStudy } from '../../../../core/study/study.ts';

interface StudyInfo {
  readonly name: string;
  readonly state: StudyState;
  /** Why the last run ended early, as the end of a sentence; null if it did not. */
  readonly fault: string | null;
  readonly dataset: { readonly name: string; readonly images: number; readonly subjects: number };
  readonly createdAt: string;
  readonly cells: StudySummary['cells'];
  /** Seconds of computing so far, over all workers. */
  readonly seconds: number;
  /** Estimated seconds of the pending cells, run one after another; null if a method has no finished cell. */
  readonly secondsOpen: number | null;
  readonly methods: readonly {
    readonly label: string;
    readonly cells: { readonly total: number; readonly done: number; readonly failed: number };
    /** Mean seconds per finished cell; null without any. */
    readonly secondsPerCell: number | null;
  }[];
  readonly failed: readonly FailedCell[];
  /** Rows whose method has changed since their results. */
  readonly changed: readonly ChangedRow[];
}

/** eigenbench info: shows the state of a study, its cells and times by method, and why cells failed. */
export async function infoCommand(name: string, { json, ...options }: OptionsOf<typeof declareInfo>): Promise<void> {
  loadRegistered();
  const info = await withStoredWorkspace(options, (workspace): StudyInfo => {
    const study = storedStudy(workspace, name);
    const { name: dataset, count, subjects } = workspace.datasets.get(study.datasetId)!;
    const cells = allCells(workspace, study);
    const times = new Map(
      workspace.cells.meanSeconds(study.id).map((mean) => [`${mean.methodKey} ${mean.condition}`, mean.seconds]),
    );
    const timeOf = (cell: (typeof cells)[number]): number | undefined =>
      times.get(`${cell.methodKey} ${cell.condition}`);
    const methods = [...new Set(cells.map(({ label }) => label))].map((label) => {
      const methodCells = cells.filter((cell) => cell.label === label);
      const done = methodCells.filter(({ status }) => status === 'done');
      return {
        label,
        cells: {
          total: methodCells.length,
          done: done.length,
          failed: methodCells.filter(({ status }) => status === 'failed').length,
        },
        secondsPerCell: done.length === 0 ? null : sum(done.map((cell) => timeOf(cell)!)) / done.length,
      };
    });
    const mean = new Map(methods.map(({ label, secondsPerCell }) => [label, secondsPerCell]));
    const outside = importedLabels(study.spec);
    const open = cells
      .filter(({ label, status }) => (status === 'pending' || status === 'running') && !outside.includes(label))
      .map((cell) => timeOf(cell) ?? mean.get(cell.label) ?? null);
    return {
      name: study.name,
      state: study.state,
      fault: study.fault,
      dataset: { name: dataset, images: count, subjects },
      createdAt: study.createdAt,
      cells: study.cells,
      seconds: study.seconds,
      secondsOpen: open.some((seconds) => seconds === null) ? null : sum(open as number[]),
      methods,
      failed: cells
        .filter(({ status }) => status === 'failed')
        .map(({ label, condition, repeat, reason }) => ({ label, condition, repeat, reason: reason ?? '' })),
      changed: changedRows(planStudy(study.spec), cells),
    };
  });
  if (json) printJson(info);
  else print(infoText(info));
}

function infoText(info: StudyInfo): string {
  const { name, state, fault, dataset, createdAt, cells, seconds, secondsOpen, methods, failed, changed } = info;
  const { awaited = 0 } = cells;
  const open = cells.total - cells.done - cells.failed - awaited;
  const lines = [
    `${name}: ${state}${fault === null ? '' : ` (${fault})`}`,
    `Dataset: ${dataset.name} (${plural(dataset.images, 'image')} of ${plural(dataset.subjects, 'subject')})`,
    `Created: ${createdAt}`,
    `Cells: ${cells.done} of ${cells.total} finished, ${cells.failed} failed, ${open} open${awaited > 0 ? `, ${awaited} without imported results (eigenbench results add)` : ''}`,
    `Computing: ${duration(seconds)} so far, over all workers`,
  ];
  if (open > 0) {
    const left = secondsOpen === null ? 'unknown: a method has no finished cell' : `about ${duration(secondsOpen)}`;
    lines.push(`Left: ${left} on one worker`);
  }
  const rows = methods.map(({ label, cells: counts, secondsPerCell }) => [
    label,
    `${counts.done} of ${counts.total}`,
    String(counts.failed),
    secondsPerCell === null ? '–' : secondsPerCell.toPrecision(2),
  ]);
  lines.push('', columns(['method', '>cells', '>failed', '>s per cell'], rows).trimEnd());
  if (changed.length > 0) lines.push('', `${changedSentence(name, changed)}.`);
  if (failed.length > 0) lines.push('', `${plural(failed.length, 'failed cell')}:`, ...failedLines(failed));
  return `${lines.join('\n')}\n`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
