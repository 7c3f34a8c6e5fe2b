/** A face as a condition of a study makes it. */
import { screenScale } from '../../core/images/pixelBlock.ts';
import { listPerturbations, perturbationOfKind } from '../../core/perturbations/registry.ts';
import type { PerturbationGroup, Perturbation } from '../../core/perturbations/registry.ts';
import { stream } from '../../core/random/stream.ts';
import type { GreyImage } from '../faces/greyImage.ts';

export interface ConditionFace {
  /** Such as "noise σ = 20 (test)"; empty for images as they are. */
  readonly title: string;
  readonly face: GreyImage;
}

/** The face at every level of a group; levels that its images cannot have are left out. `range`: stored pixels. */
export function conditionFaces(
  face: GreyImage,
  group: PerturbationGroup,
  [low, high]: readonly [number, number],
): ConditionFace[] {
  return listPerturbations([group]).flatMap(({ title, perturbation }) => {
    if (!perturbation) return [{ title, face }];
    const changed = perturbed(face, perturbation, { low, high });
    return changed ? [{ title, face: changed }] : [];
  });
}

/** By the perturbation itself, on the grey values that the dataset stores; null where it does not suit the image. */
function perturbed(
  { rows, cols, rgba }: GreyImage,
  level: Perturbation,
  range: { readonly low: number; readonly high: number },
): GreyImage | null {
  const declared = perturbationOfKind(level);
  if (declared.check?.(level, '', { rows, cols }).length) return null;
  const { from, stretch } = screenScale(range);
  if (stretch === 0) return null;
  const pixels = Float64Array.from({ length: rows * cols }, (_, n) => rgba[4 * n] / stretch + from);
  const random = stream('face of a condition', JSON.stringify(level));
  const values = declared.apply(level, { pixels, rows, cols, range, random, marked: false });
  const shown = new Uint8ClampedArray(rgba.length);
  values.forEach((value, n) => {
    shown.fill((value - from) * stretch, 4 * n, 4 * n + 3);
    shown[4 * n + 3] = 255;
  });
  return { rows, cols, rgba: shown };
}
