/** What finished cells of the workspace have cost, for estimates of the time of studies that are not computed yet. */
import { costedCells, type MeasuredCost } from '../../../core/study/plan/cost.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Studies that are looked at, the newest first: older ones say little that these do not. */
const STUDIES = 12;

/** The mean time of finished cells by study, method and condition; kept until a study has more of them. */
export function measuredCosts({ studies, cells, datasets }: Workspace): () => readonly MeasuredCost[] {
  const known = new Map<number, { readonly done: number; readonly costs: readonly MeasuredCost[] }>();
  return () =>
    studies
      .list()
      .filter((study) => study.cells.done > 0)
      .slice(-STUDIES)
      .flatMap((study) => {
        const before = known.get(study.id);
        if (before?.done === study.cells.done) return before.costs;
        const { spec, datasetId, datasetHash } = studies.get(study.id)!;
        const facts = datasets.facts(datasetId);
        // Of another state of the dataset the sizes of the cells are not known.
        const costs = facts?.hash === datasetHash ? ofStudy(costedCells(spec, facts), cells.meanSeconds(study.id)) : [];
        known.set(study.id, { done: study.cells.done, costs });
        return costs;
      });
}

function ofStudy(
  planned: ReturnType<typeof costedCells>,
  means: readonly { readonly methodKey: string; readonly condition: string; readonly seconds: number }[],
): MeasuredCost[] {
  const seconds = new Map(means.map((mean) => [`${mean.methodKey} ${mean.condition}`, mean.seconds]));
  return planned.flatMap(({ methodId, methodKey, condition, work }) => {
    const found = seconds.get(`${methodKey} ${condition}`);
    return found === undefined ? [] : [{ methodId, work, seconds: found }];
  });
}
