import { setImmediate } from 'node:timers/promises';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { Verification } from '../../../core/contract/studies.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import {
  planCells,
  type Shard,
  cellIdentity,
  extensionProblems,
  type PlannedCell,
} from '../../../core/study/plan/plan.ts';
import { planStudy } from '../../../core/study/study.ts';
import { type StudySpec, studySpecSchema } from '../../../core/study/spec/spec.ts';
import { faultReason } from '../../workspace/workspaceErrors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Method } from '../../../core/methods/method.ts';
import { methods } from '../../../core/methods/registry.ts';
import type { LatentGrid } from '../../../core/methods/latent/latentGridSchema.ts';
import { conflict, notFound, invalid } from '../errors.ts';
import { listed, plural } from '../../../core/text/phrases.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';

// Restoring deleted studies.

/** Throws CONFLICT if another study has the name. */
export function requireFreeStudyName({ studies }: Pick<Workspace, 'studies'>, name: string, except?: number): void {
  const other = studies.findByName(name);
  if (other && other.id !== except) throw conflict(`There is a study "${name}" already; choose another name.`);
}

/**
 * Restores a deleted study under its name. Throws NOT_FOUND if there is none; CONFLICT if the name is taken, or the
 * dataset was deleted or its images have changed since, because the cells would refer to missing images.
 */
export function restoreStudy(workspace: Pick<Workspace, 'studies' | 'datasets'>, id: number): void {
  const { studies, datasets } = workspace;
  const hidden = studies.hidden(id);
  if (hidden === null) throw notFound('There is no such deleted study.');
  const { name, datasetId, datasetHash } = hidden;
  requireFreeStudyName(workspace, name);
  const dataset = datasets.get(datasetId);
  if (!dataset) throw conflict(`"${name}" cannot be restored: its dataset was deleted. Restore that first.`);
  if (dataset.hash !== datasetHash) {
    const other = `images of "${dataset.name}" were excluded or included since`;
    throw conflict(`"${name}" cannot be restored: ${other}. Take that back first.`);
  }
  studies.unhide(id);
}

/** Cells stored per transaction, some 10 ms; other calls are answered between two transactions. */
const SLICE = 2000;

/**
 * Stores a checked spec with its cells, or only those of a shard, and returns its id; hidden until complete. Throws
 * CONFLICT if the name is taken.
 */
export async function createStudy(
  workspace: Workspace,
  spec: StudySpec,
  dataset: DatasetSummary,
  facts: DatasetFacts,
  { shard, verification }: { readonly shard?: Shard; readonly verification?: Verification } = {},
): Promise<number> {
  const { studies, cells, requirePresent } = workspace;
  requireFreeStudyName(workspace, spec.name);
  /** On a full disk, removal may fail as well: the remainder is hidden and removed later. */
  const tryToRemove = (id: number): void => {
    try {
      studies.remove(id);
    } catch (error) {
      if (faultReason(error) === null) throw error;
    }
  };
  const { cells: plan, size } = planCells(planStudy(spec), facts, shard);
  const id = studies.add(spec, dataset, {
    hidden: true,
    ...(shard && { planSize: size }),
    ...(verification && { verification }),
  });
  try {
    for (let from = 0; from < plan.length; from += SLICE) {
      if (from > 0) await setImmediate();
      cells.addSlice(id, plan.slice(from, from + SLICE));
    }
    requirePresent();
    requireFreeStudyName(workspace, spec.name);
    studies.show(id);
    return id;
  } catch (error) {
    tryToRemove(id);
    throw error;
  }
}

// The study of the demo.

/** q_c and q_r of methods that need one fit per shape: 9 shapes instead of the 81 of their own grid. */
const MATRIX_GRID = [3, 8, 14];
/** q of methods that need one fit per shape; a range ends at the largest q that the method allows. */
const VECTOR_GRID = { from: 10, to: 30, step: 20 };

/** The methods of the demo: with and without labels, on vectors and on matrices, probabilistic or not. */
const DEMO_METHODS = ['pca', 'ppca', '2dpca', 'glram', 'bppca', 'lda', 'rlda'];

/**
 * Compares a few methods over ten random splits at each of two sizes, which takes seconds; `all`: every method except
 * the demanding ones.
 */
export function demoStudy(name: string, dataset: string, all = false): StudySpec {
  return studySpecSchema.parse({
    name,
    dataset,
    protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 10 },
    methods: methods
      .filter(({ id, demanding }) => (all ? !demanding : DEMO_METHODS.includes(id)))
      .map((method) => ({ method: method.id, latent: shortGrid(method) })),
  });
}

/**
 * The default grid for nested methods, which give every shape in one fit, and for methods with a single shape; a short
 * grid for the others.
 */
function shortGrid(method: Method): LatentGrid {
  if (method.sweep || method.latentNames.length === 0) return 'default';
  return method.latentNames.length === 2 ? { qc: MATRIX_GRID, qr: MATRIX_GRID } : VECTOR_GRID;
}

interface CheckedDataset {
  readonly facts: DatasetFacts;
}

/** Extends a stored study by a checked spec; finished cells keep their results. Throws as extendedPlan does. */
export function extendStudy(workspace: Workspace, study: StoredStudy, spec: StudySpec, dataset: CheckedDataset): void {
  const { studies, cells, notebook, transaction } = workspace;
  transaction(() => {
    const plan = extendedPlan(workspace, study, spec, dataset);
    studies.setSpec(study.id, spec);
    // Other cells of a part are stored when it runs.
    const stored = study.partial ? new Set(cells.all(study.id).map(cellIdentity)) : null;
    if (stored) {
      cells.extendPlan(
        study.id,
        plan.filter((cell) => stored.has(cellIdentity(cell))),
        plan.length,
      );
    } else cells.extendPlan(study.id, plan);
    notebook.record({ kind: 'study', id: study.id }, 'extended', whatIsNew(study, spec, plan.length));
  });
}

/** "PPCA and LDA, 60 more cells". */
function whatIsNew({ spec, cells }: StoredStudy, next: StudySpec, total: number): string {
  const before = new Set(planStudy(spec).methods.map(({ label }) => label));
  const labels = planStudy(next).methods.map(({ label }) => label);
  const added = labels.filter((label) => !before.has(label));
  const more = plural(total - cells.total, 'more cell');
  return added.length > 0 ? `${listed(added)}, ${more}` : more;
}

/**
 * All cells of a study extended by a checked spec. Throws INVALID if the spec has another name or dataset, or would
 * lose cells.
 */
export function extendedPlan(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  spec: StudySpec,
  { facts }: CheckedDataset,
): readonly PlannedCell[] {
  if (spec.name !== study.name) {
    throw invalid([{ path: 'name', message: `name: an extension of "${study.name}" must keep that name.` }]);
  }
  if (facts.hash !== study.datasetHash) {
    throw invalid([{ path: 'dataset', message: 'dataset: an extension must keep the dataset of the study.' }]);
  }
  const plan = planCells(planStudy(spec), facts);
  const problems = extensionProblems(cells.all(study.id), plan);
  if (problems.length > 0) throw invalid(problems);
  return plan.cells;
}
