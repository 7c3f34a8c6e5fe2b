import { selectImported } from '../decode/imagePixels.ts';
import type { ImportedDataset } from '../types.ts';
import type { ArraySource } from '../source.ts';

type Images = Pick<ImportedDataset, 'images' | 'subjects' | 'files' | 'attributes' | 'colours' | 'fileShapes'>;

export function keepImages(all: Images, kept: readonly number[]): Images {
  const { images, subjects, files, attributes, colours, fileShapes } = all;
  return {
    images: selectImported(images, kept),
    subjects: kept.map((n) => subjects[n]),
    files: kept.map((n) => files[n]),
    attributes: kept.map((n) => attributes[n]),
    ...(colours && { colours: kept.map((n) => colours[n]) }),
    ...(fileShapes && { fileShapes: kept.map((n) => fileShapes[n]) }),
  };
}

/** The source without images that contain NaN or infinity; each of them becomes a problem. */
export function withoutNonFinite(source: ArraySource): ArraySource {
  const { images, files, problems } = source;
  if (images.pixels instanceof Uint8Array) return source;
  const size = images.rows * images.cols;
  const kept: number[] = [];
  const bad: number[] = [];
  for (let n = 0; n < images.count; n++) {
    const finite = images.pixels.subarray(n * size, (n + 1) * size).every(Number.isFinite);
    (finite ? kept : bad).push(n);
  }
  if (bad.length === 0) return source;
  return {
    ...source,
    ...keepImages(source, kept),
    problems: [...problems, ...bad.map((n) => ({ file: files[n], reason: 'it holds values that are not finite' }))],
  };
}
