import type { Method } from './method.ts';

/** Whether `fit` and `encode` of a method take missing pixels (NaN). */
export function acceptsMissing({ impute, takesMissing }: Pick<Method, 'impute' | 'takesMissing'>): boolean {
  return takesMissing === true || impute !== undefined;
}
