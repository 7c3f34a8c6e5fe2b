/** Costs of finished cells of the workspace, for time estimates of new studies. */
import { costedCells, type MeasuredCost, type MachineSpeed } from '../../core/study/plan/cost.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { planStudy } from '../../core/study/study.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface OfStudy {
  readonly done: number;
  readonly costs: readonly MeasuredCost[];
}

const cache = new WeakMap<Workspace, { readonly speed: MachineSpeed; readonly studies: Map<number, OfStudy> }>();

/** Studies read per method, the newest first: older ones add little. */
const STUDIES = 8;

/**
 * The typical time of finished cells by study, method and condition. Uses the newest studies of each of these methods,
 * and as many others, which show how far the speed of the machine is off. A study is read again only if it has more
 * finished cells: for 10⁵ cells in 20 studies, one query per study.
 */
export function measuredCosts(
  workspace: Workspace,
  speed: MachineSpeed,
  methodIds: readonly string[],
): readonly MeasuredCost[] {
  const kept = cache.get(workspace);
  const before = kept?.speed === speed ? kept.studies : new Map<number, OfStudy>();
  cache.set(workspace, { speed, studies: before });
  const studiesLeft = new Map([...methodIds, ANY].map((id) => [id, STUDIES]));
  const costs: MeasuredCost[] = [];
  for (const { id, cells } of workspace.studies.list().reverse()) {
    if ([...studiesLeft.values()].every((left) => left <= 0)) break;
    if (cells.done === 0) continue;
    const previous = before.get(id);
    const current =
      previous?.done === cells.done ? previous : { done: cells.done, costs: costsOf(workspace, id, speed) };
    before.set(id, current);
    const used = new Set([ANY, ...current.costs.map(({ methodId }) => methodId)]);
    if (![...used].some((method) => (studiesLeft.get(method) ?? 0) > 0)) continue;
    for (const method of used) studiesLeft.set(method, (studiesLeft.get(method) ?? 0) - 1);
    costs.push(...current.costs);
  }
  return costs;
}

export function methodsOf({ methods }: Pick<StudySpec, 'methods'>): string[] {
  return [...new Set(methods.map(({ method }) => method))];
}

/** Counts studies of any method. */
const ANY = '';

function costsOf({ studies, datasets, cells }: Workspace, id: number, speed: MachineSpeed): MeasuredCost[] {
  const { spec, datasetId, datasetHash } = studies.get(id)!;
  const facts = datasets.facts(datasetId);
  // The sizes of the cells are unknown if the dataset has changed.
  return facts?.hash === datasetHash
    ? ofStudy(costedCells(planStudy(spec), facts, speed), cells.typicalSeconds(id))
    : [];
}

function ofStudy(
  planned: ReturnType<typeof costedCells>,
  typical: readonly { readonly methodKey: string; readonly condition: string; count: number; seconds: number }[],
): MeasuredCost[] {
  const finished = new Map(typical.map((entry) => [`${entry.methodKey} ${entry.condition}`, entry]));
  return planned.flatMap(({ methodId, methodKey, condition, work }) => {
    const measured = finished.get(`${methodKey} ${condition}`);
    return measured === undefined ? [] : [{ methodId, work, seconds: measured.seconds, count: measured.count }];
  });
}
