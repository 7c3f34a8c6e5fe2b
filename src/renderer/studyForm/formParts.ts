/** The parts of the form in their order: the outline, the headings and the dots at problems follow from the list. */
import type { Problem } from '../api/client.ts';
import { problemsWithin } from '../api/problems.ts';

export const formParts = [
  { id: 'data', title: 'Data', fields: ['name', 'dataset', 'subset'] },
  { id: 'splits', title: 'Splits', fields: ['protocol', 'seed'] },
  { id: 'conditions', title: 'Conditions', fields: ['perturbations', 'features'] },
  { id: 'methods', title: 'Methods', fields: ['methods'] },
  { id: 'measures', title: 'Measures', fields: ['classifier', 'measures'] },
  { id: 'tests', title: 'Tests', fields: ['comparison', 'selection'] },
] as const;

export type FormPart = (typeof formParts)[number]['id'];

/** How many problems each part has. */
export function problemsByPart(problems: readonly Problem[]): ReadonlyMap<FormPart, number> {
  const count = (fields: readonly string[]): number =>
    fields.reduce((sum, field) => sum + problemsWithin(problems, field).length, 0);
  return new Map(formParts.map(({ id, fields }) => [id, count(fields)]));
}

/** Where a reader of the problems begins; null: no part has one. */
export function firstPartWithProblem(problems: readonly Problem[]): FormPart | null {
  const counts = problemsByPart(problems);
  return formParts.find(({ id }) => counts.get(id)! > 0)?.id ?? null;
}

/** The id of the element that holds a part. */
export function elementId(part: FormPart): string {
  return `part-${part}`;
}

/** The id of the list of problems that belong to no field. */
export const PROBLEMS = 'study-problems';
