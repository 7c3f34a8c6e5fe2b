/** What finished cells of the workspace have cost, for estimates of the time of studies that are not computed yet. */
import { costedCells, type MeasuredCost, type MachineSpeed } from '../../core/study/plan/cost.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface OfStudy {
  readonly done: number;
  readonly costs: readonly MeasuredCost[];
}

const known = new WeakMap<Workspace, { readonly speed: MachineSpeed; readonly studies: Map<number, OfStudy> }>();

/** Studies of a method that are looked at, the newest first: older ones say little that these do not. */
const STUDIES = 8;

/**
 * The typical time of finished cells by study, method and condition: of the newest studies of each of these methods,
 * and of as many others, which tell how far the speed of the machine is off. What a study has is read again only when
 * it has more of them: of 10⁵ cells in 20 studies that is one query of a study.
 */
export function measuredCosts(
  workspace: Workspace,
  speed: MachineSpeed,
  methodIds: readonly string[],
): readonly MeasuredCost[] {
  const kept = known.get(workspace);
  const before = kept?.speed === speed ? kept.studies : new Map<number, OfStudy>();
  known.set(workspace, { speed, studies: before });
  const wanted = new Map([...methodIds, ANY].map((id) => [id, STUDIES]));
  const found: MeasuredCost[] = [];
  for (const { id, cells } of workspace.studies.list().reverse()) {
    if ([...wanted.values()].every((left) => left <= 0)) break;
    if (cells.done === 0) continue;
    const known = before.get(id);
    const own = known?.done === cells.done ? known : { done: cells.done, costs: costsOf(workspace, id, speed) };
    before.set(id, own);
    const used = new Set([ANY, ...own.costs.map(({ methodId }) => methodId)]);
    if (![...used].some((method) => (wanted.get(method) ?? 0) > 0)) continue;
    for (const method of used) wanted.set(method, (wanted.get(method) ?? 0) - 1);
    found.push(...own.costs);
  }
  return found;
}

export function methodsOf({ methods }: Pick<StudySpec, 'methods'>): string[] {
  return [...new Set(methods.map(({ method }) => method))];
}

/** Counts studies of whatever method. */
const ANY = '';

function costsOf({ studies, datasets, cells }: Workspace, id: number, speed: MachineSpeed): MeasuredCost[] {
  const { spec, datasetId, datasetHash } = studies.get(id)!;
  const facts = datasets.facts(datasetId);
  // Of another state of the dataset the sizes of the cells are not known.
  return facts?.hash === datasetHash ? ofStudy(costedCells(spec, facts, speed), cells.typicalSeconds(id)) : [];
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
