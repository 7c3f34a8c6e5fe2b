/** Whether attached vectors suit the other choices of a study. */
import type { Attachments } from '../../dataset.ts';
import { withVectors } from '../../features/registry.ts';
import { groupOf } from '../../measures/measures.ts';
import type { Problem } from '../../methods/problems.ts';
import { listPerturbations, losesPixels } from '../../perturbations/registry.ts';
import type { StudyMethod, StudySpec } from '../spec/spec.ts';

/**
 * Vectors of perturbed images are there where their network is kept, which needs a value of every pixel; and errors of
 * reconstructions are in the unit of the features.
 */
export function checkVectors(
  { features, perturbations, measures }: StudySpec,
  entry: StudyMethod,
  path: string,
  attachments: Attachments = {},
): Problem[] {
  const { vectors } = withVectors(entry.features ?? features);
  const field = entry.features ? `${path}.features` : 'features';
  const problems: Problem[] = [];
  if (vectors !== null && perturbations && Object.hasOwn(attachments, vectors)) {
    if (attachments[vectors].network) problems.push(...lostPixels(perturbations, vectors));
    else {
      const message =
        `${field}: "${vectors}" was computed from the images as they are: perturbations do not change it, ` +
        'only vectors that "eigenbench embed" computes here.';
      problems.push({ path: field, message });
    }
  }
  if (entry.features && measures?.some((request) => groupOf(request).needs === 'model')) {
    const message = `${field}: errors of reconstructions and likelihoods compare methods with the features of the study only.`;
    problems.push({ path: field, message });
  }
  return problems;
}

function lostPixels(perturbations: NonNullable<StudySpec['perturbations']>, vectors: string): Problem[] {
  return perturbations.flatMap((group, index) => {
    if (!listPerturbations([group]).some(({ perturbation }) => losesPixels(perturbation))) return [];
    const path = `perturbations[${index}]`;
    const message = `${path}: missing pixels have no value, and the network of "${vectors}" needs one of each.`;
    return [{ path, message }];
  });
}
