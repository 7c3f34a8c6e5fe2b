import {
  COMPONENTS,
  COMPONENT_STEPS,
  type ComponentFaces,
  type EigenSpectrum,
} from '../../../core/contract/datasets.ts';
import { eigenfaces, eigenSpectrum } from '../../../core/images/eigenSpectrum.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { matrixStack } from '../../../core/linalg/index.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { pixelBlock } from '../pixelBlock.ts';

type Datasets = Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>;

/** Images whose eigenvalues a user waits for, and numbers that they may have together (256 MiB). */
const MOST_IMAGES = 600;
const MOST_NUMBERS = 2 ** 25;

/** The eigenvalues of a dataset; of fewer, evenly spaced images where it has more than can be waited for. */
export function spectrum(datasets: Datasets, id: number): EigenSpectrum {
  const images = spacedImages(datasets, id);
  const { values, total } = eigenSpectrum(images);
  return { values: [...values], total, images: images.count };
}

/** The mean image and steps from it along the leading components, of the images that `spectrum` is of. */
export function componentFaces(datasets: Datasets, id: number, maxSide: number): ComponentFaces {
  const { rows, cols, ...range } = datasets.pixelFacts(id)!;
  const images = spacedImages(datasets, id);
  const { mean, components } = eigenfaces(images, COMPONENTS);
  const faces = components.flatMap(({ deviation, axis }) =>
    COMPONENT_STEPS.map((step) => {
      const pixels = mean.data.map((value, i) => value + step * deviation * axis[i]);
      return { rows, cols, pixels };
    }),
  );
  return {
    shares: components.map(({ share }) => share),
    images: images.count,
    faces: pixelBlock(faces, range, maxSide),
  };
}

function spacedImages(datasets: Datasets, id: number): ImageSet {
  const { rows, cols, count } = datasets.pixelFacts(id)!;
  const images = Math.min(count, MOST_IMAGES, Math.max(2, Math.floor(MOST_NUMBERS / (rows * cols))));
  const stack = matrixStack(images, rows, cols);
  datasets.readPixels(
    id,
    stack.data,
    Array.from({ length: images }, (_, n) => Math.floor((n * count) / images)),
  );
  return stack;
}
