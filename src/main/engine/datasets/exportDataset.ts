/** A stored dataset as a file. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { datasetFormats, type DatasetFormat } from '../../../core/formats/datasetFormats.ts';
import { encodeDatasetMat } from '../../../core/formats/datasetMat.ts';
import { encodeDatasetNpz } from '../../../core/formats/datasetNpz.ts';
import type { LabelledImages } from '../../../core/formats/labelledImages.ts';
import { encodePngArchive, ExportError } from '../../export/pngFolder.ts';
import { isGrey8 } from '../../import/decode/stacked.ts';
import type { DatasetRepository } from '../../workspace/datasets.ts';
import { imageEntries } from './imageEntries.ts';

/** Longest pixel array that is written to one file. */
const MOST = 2 ** 31;

/** Throws ExportError where the format cannot hold the dataset. */
export async function exportDataset(
  datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels' | 'colours'>,
  dataset: DatasetSummary,
  format: DatasetFormat,
): Promise<File> {
  const bytes = await encode(storedImages(datasets, dataset), format);
  const { ending } = datasetFormats.find(({ id }) => id === format)!;
  return new File([bytes as Uint8Array<ArrayBuffer>], `${dataset.name}${ending}`);
}

async function encode(images: LabelledImages, format: DatasetFormat): Promise<Uint8Array> {
  if (format === 'npz') return encodeDatasetNpz(images);
  return format === 'mat' ? encodeDatasetMat(images) : encodePngArchive(images);
}

/** The images of a dataset with all that is known of them. Throws ExportError for more than 2 GiB. */
export function storedImages(
  datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels' | 'colours'>,
  { id, name, rows, cols, count, coloured }: DatasetSummary,
): LabelledImages {
  if (count * rows * cols * (coloured ? 32 : 8) > MOST) throw new ExportError(`"${name}" is too large for one file.`);
  const data = new Float64Array(count * rows * cols);
  datasets.readPixels(id, data);
  const entries = imageEntries(datasets, id);
  return {
    rows,
    cols,
    count,
    pixels: isGrey8(data) ? Uint8Array.from(data) : data,
    subjects: entries.map(({ subject }) => subject),
    files: entries.map(({ file }) => file),
    attributes: entries.map(({ attributes }) => attributes),
    ...(coloured && { colours: entries.map((_, n) => datasets.colours(id, n)) }),
  };
}
