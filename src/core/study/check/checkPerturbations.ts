/** Whether the perturbations of a study suit its images, and whether any draws random numbers. */
import type { Problem } from '../../methods/problems.ts';
import type { Shape } from '../../perturbations/perturbation.ts';
import { listPerturbations, perturbationOfKind } from '../../perturbations/registry.ts';
import type { StudySpec } from '../spec/spec.ts';

/** Levels that are listed twice, and what does not suit images of this shape. */
export function checkPerturbations({ perturbations }: Pick<StudySpec, 'perturbations'>, shape: Shape): Problem[] {
  const seen = new Set<string>();
  return (perturbations ?? []).flatMap((group, index) => {
    const path = `perturbations[${index}]`;
    return listPerturbations([group]).flatMap(({ suffix, title, perturbation }): Problem[] => {
      if (seen.has(suffix)) {
        return [{ path, message: `${path}: ${title === '' ? 'unperturbed images are' : `${title} is`} listed twice.` }];
      }
      seen.add(suffix);
      return perturbation ? (perturbationOfKind(perturbation).check?.(perturbation, path, shape) ?? []) : [];
    });
  });
}

/** Whether an image is another one in every repeat. */
export function drawsPixels({ perturbations = [] }: Pick<StudySpec, 'perturbations'>): boolean {
  return perturbations.some((group) => perturbationOfKind(group).drawn(group));
}
