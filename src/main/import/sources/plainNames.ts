import { hasHidden, HIDDEN_PROBLEM } from '../../../core/text/hidden.ts';
import type { ReadImages } from '../source.ts';
import { ImportError } from '../types.ts';

/** Throws ImportError where a subject, file name or attribute would act on what shows it. */
export function requirePlainNames({ subjects, files, attributes }: ReadImages): void {
  const refuse = (what: string, n: number): never => {
    throw new ImportError(`The ${what} of image ${n + 1} ${HIDDEN_PROBLEM}.`);
  };
  subjects.forEach((subject, n) => {
    if (hasHidden(subject)) refuse('subject', n);
    if (hasHidden(files[n] ?? '')) refuse('file name', n);
    if (Object.entries(attributes[n] ?? {}).some((pair) => pair.some(hasHidden))) refuse('attributes', n);
  });
}
