/** What preprocessing makes of some images, for the screen. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { StepsPreview } from '../../../core/contract/imports.ts';
import type { Original } from '../../../core/images/preprocess/apply.ts';
import type { Point, Step } from '../../../core/images/preprocess/steps.ts';
import type { Samples } from '../../import/sampleImages.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { datasetEyes, type EyeSource } from './faces/datasetEyes.ts';
import { imageEntries } from './imageEntries.ts';
import { onOwnScale } from '../pixelBlock.ts';
import { requireColours, tryPreprocess } from './preprocessDataset.ts';

export interface PreviewOptions {
  readonly steps: readonly Step[];
  /** Where eye positions come from, if anywhere. */
  readonly eyeSource: EyeSource | null;
  /** Greatest number of pixels a side. */
  readonly maxSide: number;
}

/** Images of a stored dataset before and after the steps. Throws ImportError. */
export async function previewOfDataset(
  datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels' | 'colours'>,
  dataset: DatasetSummary,
  index: readonly number[],
  options: PreviewOptions,
): Promise<StepsPreview> {
  const { id, rows, cols } = dataset;
  requireColours(dataset, options.steps);
  const files = imageEntries(datasets, id).map(({ file }) => file);
  const images = index.map((n) => {
    const pixels = new Float64Array(rows * cols);
    datasets.readPixels(id, pixels, [n]);
    return { index: n, rows, cols, pixels, colours: datasets.colours(id, n) };
  });
  return previewOf({ images, files }, options);
}

/** Some images of a source before and after the steps; without any the two are equal. Throws ImportError. */
export async function previewOf(
  { images, files }: Samples,
  { steps, eyeSource, maxSide }: PreviewOptions,
): Promise<StepsPreview> {
  const eyes = eyeSource === null ? null : await datasetEyes(eyeSource, files, images[0]);
  return {
    images: images.map((image) => {
      const own = eyes?.[image.index] ?? null;
      const after = tryPreprocess(image, steps, own);
      const { rows, cols } = typeof after === 'string' ? image : after;
      return {
        file: files[image.index],
        before: onOwnScale(image, maxSide),
        after: typeof after === 'string' ? null : onOwnScale(after, maxSide),
        reason: typeof after === 'string' ? after : null,
        eyes: own && ([share(own.eyes.left, image), share(own.eyes.right, image)] as const),
        rows,
        cols,
      };
    }),
  };
}

/** A place as shares of width and height; whole numbers are the centres of pixels. */
function share({ x, y }: Point, { rows, cols }: Original): Point {
  return { x: (x + 0.5) / cols, y: (y + 0.5) / rows };
}
