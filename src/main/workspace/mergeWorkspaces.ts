/** Merges the studies of other workspaces into one: shards of a study that were computed separately. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import { identitiesOf } from '../../core/dataset.ts';
import { declarationOf } from '../../core/protocols/registry.ts';
import { cellIdentity, planCells } from '../../core/study/plan/plan.ts';
import { planStudy } from '../../core/study/study.ts';
import { canonicalJson } from '../../core/hash.ts';
import { plural } from '../../core/text/phrases.ts';
import type { StoredCell } from './studies/cells.ts';
import { copyDataset } from './datasets/copyDataset.ts';
import { WorkspaceError } from './workspaceErrors.ts';
import type { StoredStudy } from './studies/studies.ts';
import type { Workspace } from './workspace.ts';

export interface MergedStudy {
  readonly name: string;
  /** Cells that the target did not have. */
  readonly added: number;
  /** Pending cells of the target. */
  readonly open: number;
}

/** A study of the target, cached because reading its whole plan for every source is slow. */
interface Target {
  readonly id: number;
  readonly datasetHash: string;
  readonly spec: string;
  /** Builds of the kernels that computed its finished cells, in order of their names. */
  readonly kernels: readonly string[];
  readonly open: number;
  /** The stored cell with the identity of a cell of a source. */
  readonly find: (cell: StoredCell) => StoredCell | null;
}

/**
 * Returns a function that copies the finished and failed cells of every study of a source, bit for bit, and creates
 * datasets and studies that `target` lacks. Each source is merged completely or not at all. It throws `WorkspaceError`
 * if a study of the same name has another spec or other images, or images of other names, or was computed with another
 * build of the kernels, if a cell is not in the plan of the study, or if both have a cell and its predictions differ. A
 * source takes time proportional to its own cells: the studies of the target, which no other process may change
 * meanwhile, are read once.
 */
export function mergeInto(target: Workspace): (source: Workspace) => MergedStudy[] {
  const targets = new Map<string, Target>();
  return (source) => {
    const merged = new Map<string, Target>();
    const outcome = target.transaction(() =>
      source.studies.list().map(({ id }): MergedStudy => {
        const study = source.studies.get(id)!;
        const targetStudy = sameStudy(source, study, target, targets.get(study.name));
        const { added, settled, kernels } = mergeCells(source, study, target, targetStudy);
        for (const version of source.methodFiles.versions(id)) {
          if (!target.methodFiles.keep(targetStudy.id, version))
            target.methodFiles.put(targetStudy.id, version, source.methodFiles.get(version)!);
        }
        if (added > 0) target.notebook.record({ kind: 'study', id: targetStudy.id }, 'merged', plural(added, 'cell'));
        const open = targetStudy.open - settled;
        merged.set(study.name, { ...targetStudy, open, kernels });
        return { name: study.name, added, open };
      }),
    );
    for (const [name, study] of merged) targets.set(name, study);
    return outcome;
  };
}

/** The target's study with the name, spec and images of a study; created if missing. */
function sameStudy(source: Workspace, study: StoredStudy, target: Workspace, cached: Target | undefined): Target {
  const dataset = copyDataset(source, source.datasets.get(study.datasetId)!, target);
  requireSameNames(source, study, target, dataset);
  const spec = { ...study.spec, dataset: dataset.name };
  const targetStudy = cached ?? targetOf(target, target.studies.findByName(study.name)?.id ?? null);
  if (!targetStudy) {
    const id = target.studies.add(spec, dataset);
    target.cells.addPlan(id, study.partial ? wholePlan(target, target.studies.get(id)!) : source.cells.all(study.id));
    const { note, tags, starred } = study;
    target.notebook.change({ kind: 'study', id }, { note, tags: [...tags], starred });
    target.published.put(id, source.published.list(study.id));
    return targetOf(target, id)!;
  }
  if (targetStudy.datasetHash !== study.datasetHash || targetStudy.spec !== canonicalJson(spec)) {
    throw new WorkspaceError(`"${source.path}" and "${target.path}" have different studies named "${study.name}".`);
  }
  return targetStudy;
}

/** Splits that are drawn follow the names of the images, which may differ where the pixels are the same. */
function requireSameNames(
  source: Workspace,
  { name, spec, datasetId }: StoredStudy,
  target: Workspace,
  dataset: DatasetSummary,
) {
  if (spec.draws === 'pixels' || !declarationOf(spec.protocol).drawsImages) return;
  const [theirs, ours] = [source.datasets.factsOf(datasetId), target.datasets.factsOf(dataset.id)];
  if (identitiesOf(theirs).listing === identitiesOf(ours).listing) return;
  throw new WorkspaceError(
    `The splits of "${name}" are drawn by the names of the images, which differ in "${source.path}" and "${target.path}" ` +
      `("${dataset.name}"): delete that dataset, or merge into a new workspace.`,
  );
}

/** A study of the target with all cells of its plan, which are added if it was a part; null without one. */
function targetOf(target: Workspace, id: number | null): Target | null {
  const study = id === null ? null : target.studies.get(id);
  if (!study) return null;
  const { cells } = target;
  if (study.partial) cells.fill(study.id, wholePlan(target, study));
  else cells.requirePlan(study.id);
  let byIdentity: Map<string, StoredCell['position']> | null = null;
  return {
    id: study.id,
    datasetHash: study.datasetHash,
    spec: canonicalJson(study.spec),
    kernels: cells.kernels(study.id),
    open: study.cells.total - study.cells.done - study.cells.failed,
    find(cell) {
      const identity = cellIdentity(cell);
      const stored = cells.at(study.id, cell.position);
      if (stored && cellIdentity(stored) === identity) return stored;
      // Studies that gained imported rows may store the same plan in another order.
      byIdentity ??= new Map(cells.all(study.id).map((each) => [cellIdentity(each), each.position]));
      const position = byIdentity.get(identity);
      return position === undefined ? null : cells.at(study.id, position);
    },
  };
}

function wholePlan({ datasets }: Workspace, { spec, datasetId }: StoredStudy) {
  const facts = datasets.factsOf(datasetId);
  return planCells(planStudy(spec), facts).cells;
}

/** `settled`: number of cells of the target that were pending before; `kernels`: builds of its finished cells now. */
function mergeCells(
  source: Workspace,
  study: StoredStudy,
  target: Workspace,
  targetStudy: Target,
): { added: number; settled: number; kernels: readonly string[] } {
  const [theirs, ours] = [source.cells.kernels(study.id), targetStudy.kernels];
  if (theirs.length > 0 && ours.length > 0 && theirs.join() !== ours.join()) {
    throw new WorkspaceError(
      `${study.name} was computed with ${theirs.join(' and ')} in "${source.path}" and with ${ours.join(' and ')} in ` +
        `"${target.path}"; their results differ in the last bits. Set EIGENBENCH_KERNEL to one of them for every part.`,
    );
  }
  let [added, settled] = [0, 0];
  for (const cell of source.cells.all(study.id)) {
    const { position, status, reason, label, condition, repeat } = cell;
    const mine = targetStudy.find(cell);
    const place = `${study.name}: ${label}, ${condition}, repeat ${repeat}`;
    if (!mine) throw new WorkspaceError(`${place} is not a cell of the study in "${target.path}".`);
    if (status === 'failed' && mine.status === 'pending') {
      target.cells.fail(targetStudy.id, mine.position, reason!);
      added++;
      settled++;
    }
    if (status !== 'done') continue;
    const result = source.cells.result(study.id, position)!;
    if (mine.status !== 'done') {
      target.cells.complete(targetStudy.id, mine.position, result);
      added++;
      if (mine.status !== 'failed') settled++;
    } else if (target.cells.details(targetStudy.id, mine.position)!.predictionHash !== result.predictionHash) {
      throw new WorkspaceError(`${place} predicts other labels in "${source.path}" than in "${target.path}".`);
    }
  }
  return { added, settled, kernels: ours.length > 0 ? ours : theirs };
}

/**
 * Number of finished and failed cells of a source that the target lacks: those that merging would add, and those whose
 * study is missing or whose predictions differ there. Both may be read-only.
 */
export function unmergedCells(source: Workspace, target: Workspace): number {
  let unmerged = 0;
  for (const { id, name } of source.studies.list()) {
    const settled = source.cells.all(id).filter(({ status }) => status === 'done' || status === 'failed');
    const targetStudy = target.studies.findByName(name);
    if (!targetStudy || targetStudy.datasetHash !== source.studies.get(id)!.datasetHash) {
      unmerged += settled.length;
      continue;
    }
    const targetCells = new Map(target.cells.all(targetStudy.id).map((cell) => [cellIdentity(cell), cell]));
    const hash = ({ cells }: Workspace, study: number, position: number) =>
      cells.details(study, position)?.predictionHash;
    unmerged += settled.filter((cell) => {
      const mine = targetCells.get(cellIdentity(cell));
      if (cell.status === 'failed') return mine?.status !== 'failed' && mine?.status !== 'done';
      return mine?.status !== 'done' || hash(source, id, cell.position) !== hash(target, targetStudy.id, mine.position);
    }).length;
  }
  return unmerged;
}
