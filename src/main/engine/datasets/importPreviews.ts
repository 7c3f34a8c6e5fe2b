/** Previews of preprocessed images, scaled for the screen. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { StepsPreview, SubjectPreview } from '../../../core/contract/imports.ts';
import type { Original } from '../../../core/images/preprocess/preprocess.ts';
import type { Point, Step } from '../../../core/images/preprocess/steps.ts';
import type { Samples } from '../../import/sampleImages.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { datasetEyes, type EyeSource } from './eyeHandlers.ts';
import { imageEntries } from './imageEntries.ts';
import { onOwnScale } from '../pixelBlock.ts';
import { requireColours, tryPreprocess } from './preprocessDataset.ts';
import type { SampleSize, SampleSubject } from '../../import/sampleSubjects.ts';

export interface PreviewOptions {
  readonly steps: readonly Step[];
  /** Source of eye positions; null if none. */
  readonly eyeSource: EyeSource | null;
  /** Maximum pixels per side. */
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

/** Some images of a source before and after the steps; the same twice without steps. Throws ImportError. */
export async function previewOf(
  { images, files }: Samples,
  { steps, eyeSource, maxSide }: PreviewOptions,
): Promise<StepsPreview> {
  const eyes = eyeSource === null ? null : await datasetEyes(eyeSource, files, images[0]);
  return {
    images: images.map((image) => {
      const imageEyes = eyes?.[image.index] ?? null;
      const after = tryPreprocess(image, steps, imageEyes);
      const { rows, cols } = typeof after === 'string' ? image : after;
      return {
        file: files[image.index],
        before: onOwnScale(image, maxSide),
        after: typeof after === 'string' ? null : onOwnScale(after, maxSide),
        reason: typeof after === 'string' ? after : null,
        eyes: imageEyes && ([share(imageEyes.eyes.left, image), share(imageEyes.eyes.right, image)] as const),
        rows,
        cols,
      };
    }),
  };
}

/** A point as fractions of width and height; integer coordinates are pixel centres. */
function share({ x, y }: Point, { rows, cols }: Original): Point {
  return { x: (x + 0.5) / cols, y: (y + 0.5) / rows };
}

// Sample images per subject of a source before its import.

/** 3 rows of 6 images fit the height of a laptop and are enough to recognise a wrong pattern. */
export const SHOWN_SUBJECTS: SampleSize = { subjects: 3, images: 6 };

/** The samples with at most `maxSide` pixels per side, each image on its own grey scale. */
export function previewSubjects(samples: readonly SampleSubject[], maxSide: number): readonly SubjectPreview[] {
  return samples.map(({ subject, count, images }) => ({
    subject,
    count,
    images: images.map(({ file, image }) =>
      typeof image === 'string'
        ? { file, picture: null, reason: image }
        : { file, picture: onOwnScale(image, maxSide), reason: null },
    ),
  }));
}
