/** Perturbed conditions as the form holds them: a row each. */
import { perturbationOfKind, type PerturbationGroup } from '../../../core/perturbations/registry.ts';
import { fieldsOf, textsOf, type FieldTexts } from '../../parameters/fieldTexts.ts';
import type { Reading } from '../../parameters/formReader.ts';

/** Keys that keep the rows of the form apart while they are added and removed; no part of a spec. */
let last = 0;

/** A key that no row of this page has. */
export function nextKey(): number {
  return ++last;
}

export type PerturbationKind = PerturbationGroup['kind'];

export interface PerturbationDraft {
  /** Keeps the rows apart; not part of the spec. */
  readonly key: number;
  kind: PerturbationKind;
  texts: FieldTexts;
}

/** A row with levels to start from. */
export function newPerturbation(kind: PerturbationKind): PerturbationDraft {
  return { key: nextKey(), kind, texts: textsOf(perturbationOfKind({ kind }).parameters, {}) };
}

/** Adds a first condition. Perturbed images are compared with plain ones unless the user removes that row. */
export function addConditions(rows: PerturbationDraft[]): void {
  if (rows.length === 0) rows.push(newPerturbation('none'), newPerturbation('gaussian-noise'));
}

export function perturbationDraft(group: PerturbationGroup): PerturbationDraft {
  return { ...newPerturbation(group.kind), texts: textsOf(perturbationOfKind(group).parameters, group) };
}

/** The group that a row says; its problems are at the fields of the group below `path`. */
export function perturbationOf({ kind, texts }: PerturbationDraft, path: string, reading: Reading): PerturbationGroup {
  // The schema is what the engine parses by; the fields are those of its declaration.
  return { kind, ...fieldsOf(perturbationOfKind({ kind }).parameters, texts, path, reading) } as PerturbationGroup;
}
