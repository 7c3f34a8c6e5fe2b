/** Conditions of a study (the columns of its table) and their repeats, as protocol and perturbations list them. */
import type { SplitSource } from '../../dataset.ts';
import { listPerturbations, perturbationOfKind, SEPARATOR, type Perturbation } from '../../perturbations/registry.ts';
import type { Condition } from '../../protocols/split.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';
import { restrict } from '../../protocols/subset.ts';
import type { StudySpec } from './spec.ts';

/** Conditions in the order of the spec: those of the protocol, each at every level of the perturbations. */
export function conditionsOf(protocol: Protocol, perturbations?: StudySpec['perturbations']): Condition[] {
  const levels = listPerturbations(perturbations);
  return declarationOf(protocol)
    .conditions(protocol)
    .flatMap(({ key, title }) =>
      levels.map((level) => ({
        key: key + level.suffix,
        title: level.suffix === '' ? title : `${title}, ${level.title}`,
        ...(levels.length > 1 && { parts: { training: title, perturbation: level.title } }),
      })),
    );
}

/** How the images of a condition are perturbed; null: unperturbed. */
export function perturbationOf(perturbations: StudySpec['perturbations'], condition: string): Perturbation | null {
  const levels = listPerturbations(perturbations).filter(({ suffix }) => suffix !== '' && condition.endsWith(suffix));
  return levels[0]?.perturbation ?? null;
}

/** Whether the images of a condition differ between repeats. */
export function drawsCondition(perturbations: StudySpec['perturbations'] = [], condition: string): boolean {
  return perturbations.some(
    (group) => perturbationOf([group], condition) !== null && perturbationOfKind(group).drawn(group),
  );
}

/** Factors of a condition, by which records are sorted and filtered. */
export interface ConditionFactors {
  /** The number in which the protocol's conditions differ, training images per subject or a share; null without one. */
  readonly k: number | null;
  /** Kind of perturbation and the images that it is applied to, "gaussian-noise@test"; or "none". */
  readonly perturbation: string;
  /** Level of the perturbation, 0 for unperturbed images; null for a perturbation without one. */
  readonly level: number | null;
}

/** Throws RangeError if the protocol has no such condition. */
export function conditionFactors(
  { protocol, perturbations }: Pick<StudySpec, 'protocol' | 'perturbations'>,
  condition: string,
): ConditionFactors {
  const k = declarationOf(protocol).axis?.values(protocol)[conditionIndex(protocol, condition)] ?? null;
  const perturbation = perturbationOf(perturbations, condition);
  if (!perturbation) return { k, perturbation: 'none', level: 0 };
  const level = perturbationOfKind(perturbation).axis?.(perturbation)?.value ?? null;
  return { k, perturbation: `${perturbation.kind}@${perturbation.on}`, level };
}

/**
 * Index of a condition, perturbed or not, in the protocol's list. Throws RangeError if the protocol does not have it.
 */
export function conditionIndex(protocol: Protocol, condition: string): number {
  const index = declarationOf(protocol)
    .conditions(protocol)
    .findIndex(({ key }) => key === condition || condition.startsWith(key + SEPARATOR));
  if (index < 0) throw new RangeError(`The protocol has no condition "${condition}"`);
  return index;
}

/** Number of first repeats whose splits may differ; later draws of predefined splits repeat them. */
export function splitCount(spec: Pick<StudySpec, 'protocol' | 'subset'>, dataset?: SplitSource): number {
  return declarationOf(spec.protocol).differentSplits?.(spec.protocol) ?? repeatCount(spec, dataset);
}

/**
 * Number of repeats of every condition, numbered from 1. Some protocols derive it from the dataset; throws RangeError
 * if they need a dataset and none is given.
 */
export function repeatCount(
  { protocol, subset }: Pick<StudySpec, 'protocol' | 'subset'>,
  dataset?: SplitSource,
): number {
  return declarationOf(protocol).repeats(protocol, () => {
    if (!dataset) throw new RangeError(`The repeats of ${protocol.kind} depend on the dataset`);
    return restrict(dataset, subset);
  });
}

// Names of the repeats of a study: for predefined splits an index in the list and a draw, for others a number.

/** Names the random numbers of a repeat (noise, starts, inner splits). */
export function repeatName(protocol: Protocol, repeat: number): number | string {
  return declarationOf(protocol).repeatName?.(protocol, repeat) ?? repeat;
}

/** The part of a cell's key that names its repeat, for the repeats 1 … `count`. */
export function repeatKeys(protocol: Protocol, count: number): string[] {
  const keys = declarationOf(protocol).repeatKeys?.(protocol, count);
  return keys ?? Array.from({ length: count }, (_, index) => String(index + 1));
}

/** Whether a cell's key names its place among predefined splits; its number may then change as splits are added. */
export function namesItsRepeat(key: string): boolean {
  return /:[0-9a-f]{16}#\d+(\.\d+)?$/.test(key);
}
