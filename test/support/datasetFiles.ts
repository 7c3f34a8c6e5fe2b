/** Datasets in memory as the files that an export writes. */
import { encodeDatasetMat } from '../../src/core/formats/matlab/datasetMat.ts';
import { encodeDatasetNpz } from '../../src/core/formats/datasetNpz.ts';
import { encodeFeaMat } from '../../src/core/formats/matlab/featureMatrixMat.ts';
import type { ImageStream } from '../../src/core/formats/imageStream.ts';
import type { LabelledImages } from '../../src/core/formats/labelledImages.ts';

export function imagesByOne({ pixels, colours, ...images }: LabelledImages): ImageStream {
  const size = images.rows * images.cols;
  return {
    ...images,
    type: pixels instanceof Uint8Array ? 'u8' : 'f64',
    pixelsOf: (n) => pixels.subarray(n * size, (n + 1) * size),
    ...(colours?.some((own) => own !== null) && { coloursOf: (n: number) => colours[n] }),
  };
}

export function matFile(dataset: LabelledImages): Buffer<ArrayBuffer> {
  return Buffer.concat([...encodeDatasetMat(imagesByOne(dataset))]);
}

export function feaFile(dataset: LabelledImages): Buffer<ArrayBuffer> {
  return Buffer.concat([...encodeFeaMat(imagesByOne(dataset))]);
}

export function npzFile(dataset: LabelledImages): Buffer<ArrayBuffer> {
  return Buffer.concat([...encodeDatasetNpz(imagesByOne(dataset))]);
}
