/** Methods that change under a study: rows are computed again as a whole, and the files of each version are kept. */
import { IMPORTED } from '../../../core/methods/importedMethod.ts';
import { changedRows, changedSentence, type ChangedRow } from '../../../core/study/plan/changedRows.ts';
import { extensionProblems, planCells } from '../../../core/study/plan/plan.ts';
import { planStudy } from '../../../core/study/study.ts';
import { entryName, resolveSpecSettings } from '../../../core/study/spec/resolvedSpec.ts';
import type { StudyMethod, StudySpec } from '../../../core/study/spec/spec.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import { listed } from '../../../core/text/phrases.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { registeredFiles } from '../../external/loadRegistered.ts';
import { conflict, invalid } from '../errors.ts';

/** The rows of a stored study whose method has changed since their results. */
export function changedRowsOf(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  planned = planStudy(study.spec),
): readonly ChangedRow[] {
  return changedRows(planned, cells.methodKeys(study.id));
}

/** Throws CONFLICT that names the rows whose method has changed, except those of `again`. */
export function requireUnchanged(
  workspace: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  again: readonly string[] = [],
): void {
  const rows = changedRowsOf(workspace, study).filter(({ label }) => !again.includes(label));
  if (rows.length === 0) return;
  const what = rows.length === 1 ? 'the row' : 'these rows';
  throw conflict(`${changedSentence(study.name, rows)}: compute ${what} again first, or create another study.`);
}

/**
 * The spec under which rows (labels) are computed again: their methods as they are registered now. `given`: a spec of
 * the study with these rows; by default the stored spec, whose settings stay unless they were defaults. Throws INVALID
 * for an unknown label, CONFLICT for imported results.
 */
export function specOfAgain(study: StoredStudy, labels: readonly string[], given?: StudySpec): StudySpec {
  const rows = planStudy(study.spec).rows.map(({ label }) => label);
  const unknown = labels.find((label) => !rows.includes(label));
  if (unknown !== undefined) {
    const quoted = rows.map((label) => `"${label}"`);
    const message = `labels: "${study.name}" has no row "${unknown}"; it has ${listed(quoted)}.`;
    throw invalid([{ path: 'labels', message }]);
  }
  const { methods } = study.spec;
  const isAgain = (_entry: StudyMethod, i: number): boolean => labels.includes(rows[i]);
  const imported = methods.findIndex((entry, i) => isAgain(entry, i) && entry.method === IMPORTED);
  if (imported >= 0) {
    throw conflict(`"${rows[imported]}" was computed elsewhere: replace its results instead.`);
  }
  const left = methods.findIndex(
    (entry, i) => isAgain(entry, i) && given?.methods.every((other) => entryName(other) !== entryName(entry)),
  );
  if (left >= 0) {
    throw invalid([{ path: 'methods', message: `methods: the spec has no row "${rows[left]}" to compute again.` }]);
  }
  const spec = given ?? {
    ...study.spec,
    methods: methods.map((entry, i) => (isAgain(entry, i) ? restated(entry) : entry)),
  };
  return resolveSpecSettings(spec, { ...study.spec, methods: methods.filter((entry, i) => !isAgain(entry, i)) });
}

/** An entry without the version of its program, and without the settings that were that program's defaults. */
function restated({ program, settings, ...entry }: StudyMethod): StudyMethod {
  const defaults = new Map(program?.declaration.parameters.map((parameter) => [parameter.name, parameter.default]));
  const stated = Object.entries(settings).filter(
    ([name, value]) => !defaults.has(name) || JSON.stringify(value) !== JSON.stringify(defaults.get(name)),
  );
  return { ...entry, settings: Object.fromEntries(stated) };
}

/**
 * Drops the results of rows (labels), which become pending under a checked spec of `specOfAgain`. Throws INVALID if the
 * spec would lose other cells; CONFLICT for a part of a study, and if other rows have changed.
 */
export function computeAgain(
  workspace: Workspace,
  study: StoredStudy,
  labels: readonly string[],
  spec: StudySpec,
  facts: DatasetFacts,
): void {
  if (study.partial) throw conflict(`"${study.name}" is a part of a study: compute the row again after merging it.`);
  requireUnchanged(workspace, study, labels);
  const { cells, studies, notebook, transaction } = workspace;
  transaction(() => {
    const before = planStudy(study.spec);
    const again = new Set(
      before.rows.flatMap(({ label, methods }) =>
        labels.includes(label) ? methods.map((method) => method.label) : [],
      ),
    );
    const stored = cells.all(study.id);
    const plan = planCells(planStudy(spec), facts);
    const problems = extensionProblems(
      stored.filter(({ label }) => !again.has(label)),
      plan,
    );
    if (problems.length > 0) throw invalid(problems);
    const dropped = new Set(stored.flatMap(({ label, methodKey }) => (again.has(label) ? [methodKey] : [])));
    for (const key of dropped) cells.removeMethod(study.id, key);
    studies.setSpec(study.id, spec);
    cells.extendPlan(study.id, plan.cells);
    const changes = changedRows(before, stored).filter(({ label }) => labels.includes(label));
    const detail = labels.map((label) => {
      const change = changes.find((row) => row.label === label)?.change;
      return change === undefined ? label : `${label} (${change})`;
    });
    notebook.record({ kind: 'study', id: study.id }, 'again', listed(detail));
  });
}

/** Stores the files of the external methods of a study that is about to be computed, unless they are too large. */
export function keepMethodFiles({ methodFiles }: Workspace, { id, spec }: StoredStudy): void {
  for (const { method, program } of spec.methods) {
    if (!program || methodFiles.keep(id, program.version)) continue;
    const files = registeredFiles(method, program.version);
    if (files) methodFiles.put(id, program.version, files);
  }
}
