import { cellIdentity } from '../../../core/study/plan/extend.ts';
import type { Workspace } from '../workspace.ts';

/**
 * How many finished and failed cells of a source are not in the target: those that merging would add, and those whose
 * study the target has not or whose predictions differ there. Both may be read-only.
 */
export function unmergedCells(source: Workspace, target: Workspace): number {
  let unmerged = 0;
  for (const { id, name } of source.studies.list()) {
    const settled = source.cells.all(id).filter(({ status }) => status === 'done' || status === 'failed');
    const own = target.studies.findByName(name);
    if (!own || own.datasetHash !== source.studies.get(id)!.datasetHash) {
      unmerged += settled.length;
      continue;
    }
    const there = new Map(target.cells.all(own.id).map((cell) => [cellIdentity(cell), cell]));
    const hash = ({ cells }: Workspace, study: number, position: number) =>
      cells.details(study, position)?.predictionHash;
    unmerged += settled.filter((cell) => {
      const mine = there.get(cellIdentity(cell));
      if (cell.status === 'failed') return mine?.status !== 'failed' && mine?.status !== 'done';
      return mine?.status !== 'done' || hash(source, id, cell.position) !== hash(target, own.id, mine.position);
    }).length;
  }
  return unmerged;
}
