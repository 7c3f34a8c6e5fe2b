/** Converts images of a dataset to network inputs. */
import { selectLabels } from '../../../core/images/imageSet.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { placeOf, storedPixels, type StoredPixels } from '../../../core/images/storedImages.ts';
import type { NetworkFaces } from '../../workers/networkWorker.ts';
import { colourPixels } from '../../workspace/datasets/colourPixels.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';
import { imageEntries } from './imageEntries.ts';

/** The images at these positions. Throws a contract error if their values are not grey levels. */
export function networkFaces(
  { datasets, eyes }: Pick<Workspace, 'datasets' | 'eyes'>,
  dataset: DatasetSummary,
  positions: readonly number[],
): NetworkFaces {
  requireGreyLevels(dataset, 'networks take');
  const { id, rows, cols, coloured } = dataset;
  const marked = eyes.marked(id);
  const files = imageEntries(datasets, id).map(({ file }) => file);
  const { labels } = datasets.factsOf(id);
  const all = positions.length === labels.length;
  return {
    pixels: all ? datasets.loadPixels(id) : greyPixels(datasets, id, { rows, cols }, positions),
    colours: coloured ? colourPixels(datasets, id, { rows, cols }, positions) : null,
    labels: selectLabels(labels, positions),
    eyes: positions.map((n) => marked.get(files[n]) ?? null),
  };
}

/** Throws a contract error if values are not grey levels; `taking` names what needs them. */
export function requireGreyLevels({ name, range: [low, high] }: DatasetSummary, taking: string): void {
  if (low >= 0 && high <= 255 && high > 1) return;
  const message = `dataset: ${taking} grey values of 0 … 255; "${name}" has ${low} … ${high}.`;
  throw invalid([{ path: 'dataset', message }]);
}

interface Shape {
  readonly rows: number;
  readonly cols: number;
}

function greyPixels(
  datasets: Workspace['datasets'],
  id: number,
  shape: Shape,
  positions: readonly number[],
): StoredPixels {
  const pixels = storedPixels({ ...shape, count: positions.length, type: 'f64' });
  const place = placeOf(pixels);
  positions.forEach((n, at) => datasets.readPixels(id, place(at) as Float64Array, [n]));
  return pixels;
}
