/** Six subspaces and the vectors of a network, as rows of one study. */
import type { MethodInfo } from '../../../core/contract/methods.ts';
import { methodDraft, type MethodDraft } from './draft.ts';
import { featureDraft } from './recognitionDraft.ts';
import { deepPreset as words } from '../words.ts';

/** The name that the vectors have unless the user says another. */
export const DEEP = 'deep';

/** Eigenfaces and Fisherfaces, their counterparts on matrices, and one of the probabilistic models. */
const SUBSPACES = ['pca', 'lda', '2dpca', '2dlda', 'glram', 'bppca'];
/** The nearest neighbour among the vectors themselves. */
const AS_THEY_ARE = 'none';

/** The rows that are lacking, with the attached vectors of this name. */
export function deepRows(
  present: readonly MethodDraft[],
  infos: ReadonlyMap<string, MethodInfo>,
  vectors: string,
): MethodDraft[] {
  const known = new Set(present.filter(({ features }) => features === undefined).map(({ method }) => method));
  const subspaces = SUBSPACES.filter((id) => !known.has(id) && infos.has(id)).map((id) => methodDraft(infos.get(id)!));
  const taken = present.some(
    ({ method, features = [] }) => method === AS_THEY_ARE && features[0]?.texts['name'] === vectors,
  );
  if (taken) return subspaces;
  const label = words.label(vectors === DEEP ? null : vectors);
  return [...subspaces, { ...methodDraft(infos.get(AS_THEY_ARE)!), label, features: [featureDraft(vectors)] }];
}
