/** What finished cells of the workspace have cost, for estimates of the time of studies that are not computed yet. */
import { costedCells, type MeasuredCost } from '../../core/study/plan/cost.ts';
import type { MachineSpeed } from '../../core/study/plan/machine.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface OfStudy {
  readonly done: number;
  readonly costs: readonly MeasuredCost[];
}

const known = new WeakMap<Workspace, { readonly speed: MachineSpeed; readonly studies: Map<number, OfStudy> }>();

/**
 * The typical time of the finished cells of all studies, by study, method and condition. What a study has is read again
 * only when it has more of them: of 10⁵ cells in 20 studies that is one query of a study.
 */
export function measuredCosts(workspace: Workspace, speed: MachineSpeed): readonly MeasuredCost[] {
  const { studies, cells, datasets } = workspace;
  const kept = known.get(workspace);
  const before = kept?.speed === speed ? kept.studies : new Map<number, OfStudy>();
  known.set(workspace, { speed, studies: before });
  return studies
    .list()
    .filter((study) => study.cells.done > 0)
    .flatMap((study) => {
      const own = before.get(study.id);
      if (own?.done === study.cells.done) return own.costs;
      const { spec, datasetId, datasetHash } = studies.get(study.id)!;
      const facts = datasets.facts(datasetId);
      // Of another state of the dataset the sizes of the cells are not known.
      const costs =
        facts?.hash === datasetHash ? ofStudy(costedCells(spec, facts, speed), cells.typicalSeconds(study.id)) : [];
      before.set(study.id, { done: study.cells.done, costs });
      return costs;
    });
}

function ofStudy(
  planned: ReturnType<typeof costedCells>,
  typical: readonly { readonly methodKey: string; readonly condition: string; count: number; seconds: number }[],
): MeasuredCost[] {
  const finished = new Map(typical.map((entry) => [`${entry.methodKey} ${entry.condition}`, entry]));
  return planned.flatMap(({ methodId, methodKey, condition, work }) => {
    const found = finished.get(`${methodKey} ${condition}`);
    return found === undefined ? [] : [{ methodId, work, seconds: found.seconds, count: found.count }];
  });
}
