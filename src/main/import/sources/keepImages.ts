import type { ImportedDataset } from '../types.ts';

type Images = Pick<ImportedDataset, 'images' | 'subjects' | 'files' | 'attributes' | 'colours' | 'fileShapes'>;

/** The images of these numbers, in their order. */
export function keepImages(all: Images, kept: readonly number[]): Images {
  const { images, subjects, files, attributes, colours, fileShapes } = all;
  const size = images.rows * images.cols;
  const length = kept.length * size;
  const pixels = images.pixels instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length);
  kept.forEach((n, at) => pixels.set(images.pixels.subarray(n * size, (n + 1) * size), at * size));
  return {
    images: { ...images, count: kept.length, pixels },
    subjects: kept.map((n) => subjects[n]),
    files: kept.map((n) => files[n]),
    attributes: kept.map((n) => attributes[n]),
    ...(colours && { colours: kept.map((n) => colours[n]) }),
    ...(fileShapes && { fileShapes: kept.map((n) => fileShapes[n]) }),
  };
}
