import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { ImportedDataset } from '../import/types.ts';
import type { Pixels } from './pixels.ts';
import { WorkspaceError } from './faults.ts';
import type { Workspace } from './workspace.ts';

/**
 * The dataset of `target` with the images of a dataset of `source`: the one of the same hash, else a copy under the
 * same name. Throws `WorkspaceError` where another dataset has that name.
 */
export function copyDataset(source: Workspace, dataset: DatasetSummary, target: Workspace): DatasetSummary {
  const named = target.datasets.findByName(dataset.name);
  if (named?.hash === dataset.hash) return named;
  const same = target.datasets.list().find(({ hash }) => hash === dataset.hash);
  if (same) return same;
  if (named) {
    throw new WorkspaceError(`"${target.path}" has another dataset named "${dataset.name}" (the images differ).`);
  }
  return target.datasets.add(dataset.name, readDataset(source, dataset), dataset.source);
}

/** Everything that is stored of a dataset but its excluded images. */
function readDataset({ datasets }: Workspace, dataset: DatasetSummary): ImportedDataset {
  const { id, rows, cols, count, layout, hash, problems, coloured, preprocessing } = dataset;
  const images = datasets
    .bySubject(id)
    .flatMap((group) => group.images.map((image) => ({ ...image, subject: group.subject })))
    .sort((a, b) => a.index - b.index);
  const pixels = new Float64Array(count * rows * cols);
  datasets.readPixels(id, pixels);
  return {
    layout,
    images: { rows, cols, count, pixels: compact(pixels) },
    subjects: images.map(({ subject }) => subject),
    files: images.map(({ file }) => file),
    attributes: images.map(({ attributes }) => attributes),
    problems,
    hash,
    fileShapes: datasets.fileShapes(id),
    ...(coloured && { colours: images.map(({ index }) => datasets.colours(id, index)) }),
    ...(preprocessing && { preprocessing }),
  };
}

/** A byte a pixel where that loses nothing. */
function compact(pixels: Float64Array): Pixels {
  return pixels.every((value) => value >= 0 && value <= 255 && Number.isInteger(value))
    ? Uint8Array.from(pixels)
    : pixels;
}
