import type { StudySpec } from './spec.ts';

/** The labels of the rows whose results come from another program. */
export function importedLabels({ methods }: Pick<StudySpec, 'methods'>): string[] {
  return methods.flatMap(({ label, elsewhere }) => (elsewhere && label !== undefined ? [label] : []));
}
