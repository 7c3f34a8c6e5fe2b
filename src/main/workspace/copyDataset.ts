import type { DatasetSummary } from '../../core/contract/types.ts';
import type { Pixels } from './pixels.ts';
import { WorkspaceError } from './database.ts';
import type { Workspace } from './workspace.ts';

/**
 * The dataset of `target` with the images of a dataset of `source`: the one of the same hash, else a copy under the same
 * name. Throws `WorkspaceError` where another dataset has that name.
 */
export function copyDataset(source: Workspace, dataset: DatasetSummary, target: Workspace): DatasetSummary {
  const named = target.datasets.findByName(dataset.name);
  if (named?.hash === dataset.hash) return named;
  const same = target.datasets.list().find(({ hash }) => hash === dataset.hash);
  if (same) return same;
  if (named) {
    throw new WorkspaceError(`"${target.path}" has another dataset named "${dataset.name}" (the images differ).`);
  }
  const { id, rows, cols, count, layout, hash, problems } = dataset;
  const images = source.datasets
    .bySubject(id)
    .flatMap((group) => group.images.map((image) => ({ ...image, subject: group.subject })))
    .sort((a, b) => a.index - b.index);
  const pixels = new Float64Array(count * rows * cols);
  source.datasets.readPixels(id, pixels);
  return target.datasets.add(
    dataset.name,
    {
      layout,
      images: { rows, cols, count, pixels: compact(pixels) },
      subjects: images.map(({ subject }) => subject),
      files: images.map(({ file }) => file),
      attributes: images.map(({ attributes }) => attributes),
      problems,
      hash,
    },
    dataset.source,
  );
}

/** A byte a pixel where that loses nothing. */
function compact(pixels: Float64Array): Pixels {
  return pixels.every((value) => value >= 0 && value <= 255 && Number.isInteger(value))
    ? Uint8Array.from(pixels)
    : pixels;
}
