/** Provenance of a number of the table, with the command that recomputes it. */
import type { NumberProvenance } from '../../../core/contract/studyResults.ts';
import { IMPORTED } from '../../../core/methods/importedMethod.ts';
import { splitHash, splitOf } from '../../../core/study/plan/splits.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import { invalid } from '../errors.ts';
import { rowSettings } from '../../../core/study/study.ts';
import { plannedStudy } from './studyResults.ts';

/** Throws INVALID for a method or condition that the study does not have. */
export function numberProvenance(
  { cells, datasets }: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  label: string,
  condition: string,
): NumberProvenance {
  const stored = cells.all(study.id);
  const plan = plannedStudy(study, stored);
  const row = plan.rows.find((candidate) => candidate.label === label);
  const method = row?.methods[0];
  if (!method) throw invalid([{ path: 'label', message: `The study has no method "${label}".` }]);
  if (!plan.conditions.some(({ key }) => key === condition)) {
    throw invalid([{ path: 'condition', message: `The study has no condition "${condition}".` }]);
  }
  const facts = datasets.factsOf(study.datasetId);
  const labels = new Set(row!.methods.map((planned) => planned.label));
  const done = stored.filter(
    (cell) => labels.has(cell.label) && cell.condition === condition && cell.status === 'done',
  );
  return {
    datasetHash: study.datasetHash,
    seed: study.spec.seed,
    method: method.methodId,
    settings: rowSettings(row!),
    cells: done.map(({ repeat, key, label: name }) => ({
      repeat,
      ...(name !== label && { label: name }),
      key,
      split: splitHash(splitOf(study.spec, facts, condition, repeat)),
    })),
    kernels: cells.kernels(study.id),
    version: packageFile.version,
    command:
      method.methodId === IMPORTED
        ? null
        : `eigenbench recompute ${quoted(study.name)} --method ${quoted(label)} --condition ${quoted(condition)}`,
  };
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return /^[\w=.,@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
