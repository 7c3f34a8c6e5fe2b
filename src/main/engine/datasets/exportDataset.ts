/** Exports a stored dataset as a file. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { encodeDatasetArff } from '../../../core/formats/tables/arff.ts';
import { datasetFormats, type DatasetFormat } from '../../../core/formats/labelledImages.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import { encodeDatasetMat } from '../../../core/formats/matlab/datasetMat.ts';
import { encodeDatasetNpz } from '../../../core/formats/datasetNpz.ts';
import { encodeFeaMat } from '../../../core/formats/matlab/featureMatrixMat.ts';
import type { ImageStream } from '../../../core/formats/imageStream.ts';
import { encodeDatasetLibsvm } from '../../../core/formats/tables/libsvm.ts';
import { encodePngArchive, ExportError } from '../../export/pngFolder.ts';
import { isGrey8 } from '../../import/decode/stacked.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import type { Pixels } from '../../workspace/datasets/pixels.ts';
import { imageEntries } from './imageEntries.ts';

/** Maximum bytes of values, grey and colour, in one file. */
const MOST = 2 ** 31;

type Datasets = Pick<
  DatasetRepository,
  'bySubject' | 'requirePixels' | 'pixelType' | 'keys' | 'pixelsByKey' | 'colours'
>;

/** Throws ExportError if the format cannot hold the dataset. */
export async function exportDataset(datasets: Datasets, dataset: DatasetSummary, format: DatasetFormat): Promise<File> {
  const images = storedImages(datasets, dataset);
  const parts = format === 'png' ? [await encodePngArchive(images)] : [...datasetParts(images, format)];
  return fileNamed(exportName(dataset, format), parts);
}

export function exportName({ name }: DatasetSummary, format: DatasetFormat): string {
  return `${name}${datasetFormats.find(({ id }) => id === format)!.ending}`;
}

/** Formats that are written part by part, on demand. */
export type StreamedFormat = Exclude<DatasetFormat, 'png'>;

const ENCODERS: Readonly<Record<StreamedFormat, (images: ImageStream) => Iterable<Uint8Array<ArrayBuffer>>>> = {
  npz: encodeDatasetNpz,
  mat: encodeDatasetMat,
  fea: encodeFeaMat,
  arff: encodeDatasetArff,
  libsvm: encodeDatasetLibsvm,
};

/** The parts of a dataset's file in order. At most one part and one block of images are in memory. */
export function datasetParts(images: ImageStream, format: StreamedFormat): Iterable<Uint8Array<ArrayBuffer>> {
  return ENCODERS[format](images);
}

/**
 * All images of a dataset with their metadata, each read on demand. Throws ExportError above 2 GiB, and WorkspaceError
 * if stored images are damaged.
 */
export function storedImages(
  datasets: Datasets,
  { id, name, rows, cols, count, coloured }: DatasetSummary,
): ImageStream {
  const tooLarge = (width: number): boolean => count * rows * cols * (coloured ? 4 : 1) * width > MOST;
  const refusal = new ExportError(`"${name}" is too large for one file.`);
  if (tooLarge(1)) throw refusal;
  const type = datasets.pixelType(id);
  if (type === 'f64' && tooLarge(8)) throw refusal;
  datasets.requirePixels(id);
  // Keys identify images even if others are excluded meanwhile.
  const keys = datasets.keys(id);
  const pixelsOf = (n: number): Pixels => datasets.pixelsByKey(id, keys[n]);
  const grey8 = type === 'u8' || isWhole(count, pixelsOf);
  const entries = imageEntries(datasets, id);
  return {
    rows,
    cols,
    count,
    type: grey8 ? 'u8' : 'f64',
    pixelsOf: type === 'f64' && grey8 ? (n) => Uint8Array.from(pixelsOf(n)) : pixelsOf,
    subjects: entries.map(({ subject }) => subject),
    files: entries.map(({ file }) => file),
    attributes: entries.map(({ attributes }) => attributes),
    ...(coloured && { coloursOf: (n: number) => datasets.colours(id, n) }),
  };
}

/** Whether all pixels are whole grey values, whatever their storage type. */
function isWhole(count: number, pixelsOf: (n: number) => Pixels): boolean {
  for (let n = 0; n < count; n++) if (!isGrey8(pixelsOf(n))) return false;
  return true;
}
