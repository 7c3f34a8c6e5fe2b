/** Methods whose codes are the unwhitened projections U_cᵀ (X − W) U_r: parameters mean, and Uc, Ur or one of them. */
import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import { expand, transposeStack, type ImageBatch, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { areKept, codesByParts } from '../codesByParts.ts';
import { matrixOf } from '../fitArrays.ts';
import type { Fit, NestedSweep, SweepInput } from '../method.ts';
import { addMean } from './addMean.ts';
import { withCentred, withResident } from './residentImages.ts';

/** A basis that the method does not have stands for the identity. */
export interface Bases {
  /** d_c × q_c. */
  readonly uc: Matrix | null;
  /** d_r × q_r. */
  readonly ur: Matrix | null;
}

function basesOf(fit: Fit): Bases {
  const basis = (name: string) => (Object.hasOwn(fit.parameters, name) ? matrixOf(fit, name) : null);
  return { uc: basis('Uc'), ur: basis('Ur') };
}

/** U_cᵀ (X − W) U_r. */
export function projectOnBases(fit: Fit, images: ImageSet): MatrixStack {
  const { uc, ur } = basesOf(fit);
  return withCentred(fit, images, (batch) => batch.project(uc, ur));
}

/** W + U_c Z U_rᵀ. */
export function expandOnBases(fit: Fit, codes: MatrixStack): ImageSet {
  const { uc, ur } = basesOf(fit);
  return addMean(expand(codes, uc, ur), matrixOf(fit, 'mean'));
}

/**
 * Codes of a nested sweep, or their transposes: `learn` gives the largest bases from the centred training images,
 * loaded once for both.
 */
export function sweepBases(
  { images, train, test }: SweepInput,
  learn: (training: ImageBatch) => Bases,
  transposed = false,
): Pick<NestedSweep, 'gallery' | 'probes'> {
  const gallery = selectImages(images, train);
  const mean = meanImage(gallery);
  return withResident(mean, (resident) => {
    const { uc, ur } = learn(resident.of(gallery));
    const [rows, cols] = [uc?.cols ?? images.rows, ur?.cols ?? images.cols];
    const codes = (batch: ImageBatch): MatrixStack => {
      const found = batch.project(uc, ur);
      return transposed ? transposeStack(found) : found;
    };
    const shape = transposed ? ([cols, rows] as const) : ([rows, cols] as const);
    const project = (set: ImageSet): MatrixStack =>
      areKept(set, ...shape)
        ? codes(resident.of(set))
        : codesByParts(set, ...shape, (part) => withResident(mean, (own) => codes(own.of(part))));
    return { gallery: project(gallery), probes: project(selectImages(images, test)) };
  });
}
