import type { EigenSpectrum } from '../../../core/contract/datasets.ts';
import { eigenSpectrum } from '../../../core/images/eigenSpectrum.ts';
import { matrixStack } from '../../../core/linalg/index.ts';
import type { DatasetRepository } from '../../workspace/datasets.ts';

/** Images whose eigenvalues a user waits for, and numbers that they may have together (256 MiB). */
const MOST_IMAGES = 600;
const MOST_NUMBERS = 2 ** 25;

/** The eigenvalues of a dataset; of fewer, evenly spaced images where it has more than can be waited for. */
export function spectrum(datasets: Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>, id: number): EigenSpectrum {
  const { rows, cols, count } = datasets.pixelFacts(id)!;
  const images = Math.min(count, MOST_IMAGES, Math.max(2, Math.floor(MOST_NUMBERS / (rows * cols))));
  const stack = matrixStack(images, rows, cols);
  datasets.readPixels(
    id,
    stack.data,
    Array.from({ length: images }, (_, n) => Math.floor((n * count) / images)),
  );
  const { values, total } = eigenSpectrum(stack);
  return { values: [...values], total, images };
}
