import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { placeOf } from '../../../core/images/storedImages.ts';
import { imagesByParts } from '../../import/decode/imagePixels.ts';
import type { ImportedDataset } from '../../import/types.ts';
import type { Pixels } from './pixels.ts';
import { WorkspaceError } from '../workspaceErrors.ts';
import type { Workspace } from '../workspace.ts';

/**
 * The dataset of `target` with the images of a dataset of `source`: the one of the same hash, else a copy under the
 * same name. Throws `WorkspaceError` if another dataset has that name.
 */
export function copyDataset(source: Workspace, dataset: DatasetSummary, target: Workspace): DatasetSummary {
  const copy = copyImages(source, dataset, target);
  // Copies attached vectors too; the target keeps its own vectors of the same name.
  const existingNames = new Set(target.attachments.list(copy.id).map(({ name }) => name));
  for (const { name, usable } of source.attachments.list(dataset.id)) {
    if (!usable || existingNames.has(name)) continue;
    target.attachments.put(copy.id, source.attachments.get(dataset.id, name)!);
    const network = source.networks.get(dataset.id, name);
    if (network) target.networks.put(copy.id, name, network);
  }
  return copy;
}

function copyImages(source: Workspace, dataset: DatasetSummary, target: Workspace): DatasetSummary {
  const named = target.datasets.findByName(dataset.name);
  if (named?.hash === dataset.hash) return named;
  const same = target.datasets.list().find(({ hash }) => hash === dataset.hash);
  if (same) return same;
  if (named) {
    throw new WorkspaceError(`"${target.path}" has another dataset named "${dataset.name}" (the images differ).`);
  }
  const copy = target.datasets.add(dataset.name, readDataset(source, dataset), dataset.source);
  const { note, tags, starred } = dataset;
  target.notebook.change({ kind: 'dataset', id: copy.id }, { note, tags: [...tags], starred });
  return target.datasets.get(copy.id)!;
}

/** All stored data of a dataset except its excluded images. */
function readDataset({ datasets }: Workspace, dataset: DatasetSummary): ImportedDataset {
  const { id, rows, cols, count, layout, hash, problems, coloured, preprocessing } = dataset;
  const images = datasets
    .bySubject(id)
    .flatMap((group) => group.images.map((image) => ({ ...image, subject: group.subject })))
    .sort((a, b) => a.index - b.index);
  const placed = placeOf(datasets.loadPixels(id));
  return {
    layout,
    images: imagesByParts(rows, cols, count, (from, to) => joined(placed, from, to)),
    subjects: images.map(({ subject }) => subject),
    files: images.map(({ file }) => file),
    attributes: images.map(({ attributes }) => attributes),
    problems,
    hash,
    fileShapes: datasets.fileShapes(id),
    making: datasets.making(id),
    ...(coloured && { colours: images.map(({ index }) => datasets.colours(id, index)) }),
    ...(preprocessing && { preprocessing }),
  };
}

/** Pixels of images `from` … `to` − 1. */
function joined(placed: (n: number) => Pixels, from: number, to: number): Pixels {
  const size = placed(0).length;
  const pixels =
    placed(0) instanceof Uint8Array ? new Uint8Array((to - from) * size) : new Float64Array((to - from) * size);
  for (let n = from; n < to; n++) pixels.set(placed(n), (n - from) * size);
  return pixels;
}
