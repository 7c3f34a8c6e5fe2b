/** A stored dataset as a file. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { datasetFormats, type DatasetFormat } from '../../../core/formats/datasetFormats.ts';
import { encodeDatasetMat } from '../../../core/formats/datasetMat.ts';
import { encodeDatasetNpz } from '../../../core/formats/datasetNpz.ts';
import type { ImagesByOne } from '../../../core/formats/imagesByOne.ts';
import { placeOf } from '../../../core/images/storedImages.ts';
import { encodePngArchive, ExportError } from '../../export/pngFolder.ts';
import { isGrey8 } from '../../import/decode/stacked.ts';
import type { DatasetRepository } from '../../workspace/datasets.ts';
import { imageEntries } from './imageEntries.ts';

/** Most bytes of values, grey and coloured, that are written to one file. */
const MOST = 2 ** 31;

type Datasets = Pick<DatasetRepository, 'bySubject' | 'loadPixels' | 'colours'>;

/** Throws ExportError where the format cannot hold the dataset. */
export async function exportDataset(datasets: Datasets, dataset: DatasetSummary, format: DatasetFormat): Promise<File> {
  const parts = await encode(storedImages(datasets, dataset), format);
  const { ending } = datasetFormats.find(({ id }) => id === format)!;
  return new File(parts, `${dataset.name}${ending}`);
}

async function encode(images: ImagesByOne, format: DatasetFormat): Promise<Uint8Array<ArrayBuffer>[]> {
  if (format === 'npz') return encodeDatasetNpz(images);
  return format === 'mat' ? encodeDatasetMat(images) : [await encodePngArchive(images)];
}

/**
 * The images of a dataset with all that is known of them, held as they are stored. Throws ExportError for more than
 * 2 GiB.
 */
export function storedImages(
  datasets: Datasets,
  { id, name, rows, cols, count, coloured }: DatasetSummary,
): ImagesByOne {
  const tooLarge = (width: number): boolean => count * rows * cols * (coloured ? 4 : 1) * width > MOST;
  const refusal = new ExportError(`"${name}" is too large for one file.`);
  if (tooLarge(1)) throw refusal;
  const stored = datasets.loadPixels(id);
  const placed = placeOf(stored);
  if (stored.type === 'f64' && tooLarge(8)) throw refusal;
  const grey8 = stored.type === 'u8' || isWhole(count, placed);
  const entries = imageEntries(datasets, id);
  return {
    rows,
    cols,
    count,
    type: grey8 ? 'u8' : 'f64',
    pixelsOf: stored.type === 'f64' && grey8 ? (n) => Uint8Array.from(placed(n)) : placed,
    subjects: entries.map(({ subject }) => subject),
    files: entries.map(({ file }) => file),
    attributes: entries.map(({ attributes }) => attributes),
    ...(coloured && { coloursOf: (n: number) => datasets.colours(id, n) }),
  };
}

/** Whether all are whole grey values, in whatever form they are stored. */
function isWhole(count: number, pixelsOf: (n: number) => Uint8Array | Float64Array): boolean {
  for (let n = 0; n < count; n++) if (!isGrey8(pixelsOf(n))) return false;
  return true;
}
