/** Methods whose codes are the unwhitened projections U_cᵀ (X − W) U_r: parameters mean, and Uc, Ur or one of them. */
import { meanImage, selectImages, type ImageSet, addMean } from '../../images/imageSet.ts';
import { expand, transposeStack, type ImageBatch, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { fitsInMemory, chunkedCodes } from '../chunkedCodes.ts';
import type { NestedSweep, SweepInput } from '../method.ts';
import { withCentred, withLoadedImages } from './residentImages.ts';

/** A missing basis is the identity. */
export interface Bases {
  /** d_c × q_c. */
  readonly uc: Matrix | null;
  /** d_r × q_r. */
  readonly ur: Matrix | null;
}

interface OnBases {
  readonly arrays: { readonly mean: Matrix; readonly Uc?: Matrix; readonly Ur?: Matrix };
}

/** U_cᵀ (X − W) U_r. */
export function projectOnBases({ arrays: { mean, Uc, Ur } }: OnBases, images: ImageSet): MatrixStack {
  return withCentred(mean, images, (batch) => batch.project(Uc ?? null, Ur ?? null));
}

/** W + U_c Z U_rᵀ. */
export function expandOnBases({ arrays: { mean, Uc, Ur } }: OnBases, codes: MatrixStack): ImageSet {
  return addMean(expand(codes, Uc ?? null, Ur ?? null), mean);
}

/**
 * Codes of a nested sweep, or their transposes: `learn` returns the largest bases from the centred training images,
 * loaded once for both.
 */
export function sweepBases(
  { images, train, test }: SweepInput<unknown>,
  learn: (training: ImageBatch) => Bases,
  transposed = false,
): Pick<NestedSweep, 'gallery' | 'probes'> {
  const gallery = selectImages(images, train);
  const mean = meanImage(gallery);
  return withLoadedImages(mean, (resident) => {
    const { uc, ur } = learn(resident.of(gallery));
    const [rows, cols] = [uc?.cols ?? images.rows, ur?.cols ?? images.cols];
    const codes = (batch: ImageBatch): MatrixStack => {
      const projected = batch.project(uc, ur);
      return transposed ? transposeStack(projected) : projected;
    };
    const shape = transposed ? ([cols, rows] as const) : ([rows, cols] as const);
    const project = (set: ImageSet): MatrixStack =>
      fitsInMemory(set, ...shape)
        ? codes(resident.of(set))
        : chunkedCodes(set, ...shape, (part) => withLoadedImages(mean, (loaded) => codes(loaded.of(part))));
    return { gallery: project(gallery), probes: project(selectImages(images, test)) };
  });
}
