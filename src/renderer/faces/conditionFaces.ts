/** A face under the condition of a study. */
import { screenScale } from '../../core/images/pixelBlock.ts';
import { listPerturbations, perturbationOfKind } from '../../core/perturbations/registry.ts';
import type { PerturbationGroup, Perturbation } from '../../core/perturbations/registry.ts';
import { stream } from '../../core/random/stream.ts';
import type { GreyImage } from './greyImage.ts';

export interface ConditionFace {
  /** Such as "noise σ = 20 (test)"; empty for unperturbed images. */
  readonly title: string;
  readonly face: GreyImage;
}

/**
 * The face at every level of a group; levels that are not applicable to its images are left out. `range`: stored
 * pixels.
 */
export function conditionFaces(
  face: GreyImage,
  group: PerturbationGroup,
  range: readonly [number, number],
): ConditionFace[] {
  return listPerturbations([group]).flatMap(({ title, perturbation }) => {
    if (!perturbation) return [{ title, face }];
    const changed = perturbedFace(perturbation, range)(face);
    return changed ? [{ title, face: changed }] : [];
  });
}

/**
 * Perturbs a face at a level with the perturbation itself, on the grey values that the dataset stores (`range`); null
 * if it is not applicable to the image.
 */
export function perturbedFace(
  level: Perturbation,
  [low, high]: readonly [number, number],
): (face: GreyImage) => GreyImage | null {
  const declared = perturbationOfKind(level);
  const range = { low, high };
  const { from, stretch } = screenScale(range);
  return ({ rows, cols, rgba }) => {
    if (stretch === 0 || declared.check?.(level, '', { rows, cols }).length) return null;
    const pixels = Float64Array.from({ length: rows * cols }, (_, n) => rgba[4 * n] / stretch + from);
    const random = stream('face of a condition', JSON.stringify(level));
    const values = declared.apply(level, { pixels, rows, cols, range, random, marked: false });
    const output = new Uint8ClampedArray(rgba.length);
    values.forEach((value, n) => {
      output.fill((value - from) * stretch, 4 * n, 4 * n + 3);
      output[4 * n + 3] = 255;
    });
    return { rows, cols, rgba: output };
  };
}
