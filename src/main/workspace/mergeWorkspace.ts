/** Joins the studies of one workspace to those of another: shards of a study that were computed apart. */
import { cellIdentity } from '../../core/study/plan/extend.ts';
import { canonicalJson } from '../../core/identity.ts';
import { plural } from '../../core/text/words.ts';
import { copyDataset } from './copyDataset.ts';
import { WorkspaceError } from './faults.ts';
import type { StoredStudy } from './studies.ts';
import type { Workspace } from './workspace.ts';

export interface MergedStudy {
  readonly name: string;
  /** Cells that the target did not have. */
  readonly added: number;
  /** Cells of the target that are still open. */
  readonly open: number;
}

/**
 * Takes over the finished and failed cells of every study of `source`, bit for bit; datasets and studies that `target`
 * does not have are made. All or nothing. Throws `WorkspaceError` where a study of the same name has another spec or
 * other images or was computed with another build of the kernels, or where both have a cell and its predictions differ.
 */
export function mergeWorkspace(source: Workspace, target: Workspace): MergedStudy[] {
  return target.transaction(() =>
    source.studies.list().map(({ id }) => {
      const study = source.studies.get(id)!;
      const own = sameStudy(source, study, target);
      const added = mergeCells(source, study, target, own);
      if (added > 0) target.notebook.record({ kind: 'study', id: own }, 'merged', plural(added, 'cell'));
      return { name: study.name, added, open: target.cells.withStatus(own, 'pending').length };
    }),
  );
}

/** Id of the target's study with the name, spec and images of a study, made where there is none. */
function sameStudy(source: Workspace, study: StoredStudy, target: Workspace): number {
  const dataset = copyDataset(source, source.datasets.get(study.datasetId)!, target);
  const spec = { ...study.spec, dataset: dataset.name };
  const own = target.studies.findByName(study.name);
  if (!own) {
    const id = target.studies.add(spec, dataset);
    target.cells.addPlan(id, source.cells.all(study.id));
    const { note, tags, starred, archived } = study;
    target.notebook.change({ kind: 'study', id }, { note, tags: [...tags], starred, archived });
    target.published.put(id, source.published.list(study.id));
    return id;
  }
  if (own.datasetHash !== study.datasetHash || canonicalJson(own.spec) !== canonicalJson(spec)) {
    throw new WorkspaceError(`"${source.path}" and "${target.path}" have different studies named "${study.name}".`);
  }
  return own.id;
}

function mergeCells(source: Workspace, study: StoredStudy, target: Workspace, own: number): number {
  const cells = new Map(target.cells.all(own).map((cell) => [cellIdentity(cell), cell]));
  const [theirs, ours] = [source.cells.kernels(study.id), target.cells.kernels(own)];
  if (theirs.length > 0 && ours.length > 0 && theirs.join() !== ours.join()) {
    throw new WorkspaceError(
      `${study.name} was computed with ${theirs.join(' and ')} in "${source.path}" and with ${ours.join(' and ')} in ` +
        `"${target.path}"; their results differ in the last bits. Set EIGENBENCH_KERNEL to one of them for every part.`,
    );
  }
  let added = 0;
  for (const cell of source.cells.all(study.id)) {
    const { position, status, reason, label, condition, repeat } = cell;
    const mine = cells.get(cellIdentity(cell));
    const place = `${study.name}: ${label}, ${condition}, repeat ${repeat}`;
    if (!mine) throw new WorkspaceError(`${place} is not a cell of the study in "${target.path}".`);
    if (status === 'failed' && mine.status === 'pending') {
      target.cells.fail(own, mine.position, reason!);
      added++;
    }
    if (status !== 'done') continue;
    const result = source.cells.result(study.id, position)!;
    if (mine.status !== 'done') {
      target.cells.complete(own, mine.position, result);
      added++;
    } else if (target.cells.details(own, mine.position)!.predictionHash !== result.predictionHash) {
      throw new WorkspaceError(`${place} predicts other labels in "${source.path}" than in "${target.path}".`);
    }
  }
  return added;
}
