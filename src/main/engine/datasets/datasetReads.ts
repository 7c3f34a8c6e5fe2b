/** Read-only calls on datasets. */
import type { contract } from '../../../core/contract/contract.ts';
import {
  type DatasetSummary,
  type MeanFaces,
  COMPONENTS,
  COMPONENT_STEPS,
  type ComponentFaces,
  type EigenSpectrum,
} from '../../../core/contract/datasets.ts';
import { runSteps, type Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { invalid, notFound } from '../errors.ts';
import type { ReadServices } from '../reader/readService.ts';
import { pixelBlock, reduce, shapeOnScreen } from '../pixelBlock.ts';
import { exportDataset } from './exportDataset.ts';
import type { PixelBlock } from '../../../core/images/pixelBlock.ts';
import type { Raster } from '../../../core/images/resample.ts';
import { eigenfaces, eigenSpectrum } from '../../../core/images/eigenSpectrum.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { matrixStack } from '../../../core/linalg/index.ts';

type Datasets = Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>;

/** Limits of interactive eigenvalues: the number of images, and of values in total (256 MiB). */
const MOST_IMAGES = 600;
const MOST_NUMBERS = 2 ** 25;

/** Eigenvalues of a dataset; of evenly spaced images if the dataset exceeds the interactive limits. */
function spectrum(datasets: Datasets, id: number): EigenSpectrum {
  const images = spacedImages(datasets, id);
  const { values, total } = eigenSpectrum(images);
  return { values: [...values], total, images: images.count };
}

/** The mean image and steps along the leading components, for the images that `spectrum` uses. */
function componentFaces(datasets: Datasets, id: number, maxSide: number): ComponentFaces {
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

/** Images with these indices, scaled for the screen. */
export function thumbnails(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>,
  id: number,
  index: readonly number[],
  maxSide: number,
): PixelBlock {
  const { rows, cols, ...range } = datasets.pixelFacts(id)!;
  const pixels = new Float64Array(rows * cols);
  const images = function* (): Generator<Raster> {
    for (const position of index) {
      datasets.readPixels(id, pixels, [position]);
      yield { rows, cols, pixels };
    }
  };
  return pixelBlock(images(), range, maxSide);
}

/** Throws NOT_FOUND if there is no such dataset. */
export function findDataset({ datasets }: Workspace, id: number): DatasetSummary {
  const dataset = datasets.get(id);
  if (!dataset) throw notFound('There is no such dataset.');
  return dataset;
}

/** Throws INVALID if an index is out of range. */
export function requireImages(index: readonly number[], { count }: DatasetSummary): void {
  const beyond = index.find((n) => n >= count);
  if (beyond === undefined) return;
  throw invalid([{ path: 'index', message: `index: there is no image ${beyond}; the dataset has ${count}.` }]);
}

export const datasetReads: ReadServices<(typeof contract)['datasets']> = {
  get: (workspace, { id }) => ({
    ...findDataset(workspace, id),
    bySubject: workspace.datasets.bySubject(id),
    excludedImages: workspace.datasets.excluded(id),
  }),
  thumbnails(workspace, { id, index, maxSide }) {
    requireImages(index, findDataset(workspace, id));
    return thumbnails(workspace.datasets, id, index, maxSide);
  },
  means: (workspace, { id, maxSide }) =>
    runSteps(meanFaces(workspace.datasets, findDataset(workspace, id).id, maxSide)),
  componentFaces: (workspace, { id, maxSide }) =>
    componentFaces(workspace.datasets, findDataset(workspace, id).id, maxSide),
  spectrum: (workspace, { id }) => spectrum(workspace.datasets, findDataset(workspace, id).id),
  export: (workspace, { id, format }) => exportDataset(workspace.datasets, findDataset(workspace, id), format),
};

/**
 * The mean image of a dataset and of each subject, one image per step. Images are reduced first: area averages of means
 * are means of area averages.
 */
function* meanFaces(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'factsOf' | 'readPixels'>,
  id: number,
  maxSide: number,
): Steps<MeanFaces> {
  const { rows, cols, count, ...range } = datasets.pixelFacts(id)!;
  const { labels, subjects } = datasets.factsOf(id);
  const shape = shapeOnScreen({ rows, cols }, maxSide);
  const size = shape.rows * shape.cols;
  const whole = new Float64Array(size);
  const sums = subjects.map(() => new Float64Array(size));
  const counts = new Float64Array(subjects.length);
  const pixels = new Float64Array(rows * cols);
  for (let n = 0; n < count; n++) {
    datasets.readPixels(id, pixels, [n]);
    const image = reduce({ rows, cols, pixels }, shape);
    const subjectSum = sums[labels[n]];
    counts[labels[n]]++;
    for (let i = 0; i < size; i++) {
      whole[i] += image[i];
      subjectSum[i] += image[i];
    }
    yield;
  }
  const mean = (sum: Float64Array, of: number) => ({ ...shape, pixels: sum.map((value) => value / of) });
  return {
    whole: pixelBlock([mean(whole, count)], range, maxSide),
    subjects: pixelBlock(
      sums.map((sum, k) => mean(sum, counts[k])),
      range,
      maxSide,
    ),
    names: subjects,
  };
}
