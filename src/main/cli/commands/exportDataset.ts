import { encodeDatasetMat } from '../../../core/formats/datasetMat.ts';
import { encodeDatasetNpz } from '../../../core/formats/datasetNpz.ts';
import type { LabelledImages } from '../../../core/formats/labelledImages.ts';
import type { Engine } from '../../engine.ts';
import { ExportError, writePngFolder } from '../../export/pngFolder.ts';
import { isGrey8 } from '../../import/stacked.ts';
import { Failure } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

interface ExportOptions extends WorkspaceOptions {
  readonly format: 'npz' | 'mat' | 'png';
  readonly out: string;
}

/** Longest pixel array that is written to one file. */
const MOST = 2 ** 31;

/** eigenbench export: a dataset with its labels and attributes; an import of what it writes gives the same dataset. */
export async function exportCommand(name: string, { format, out, ...options }: ExportOptions): Promise<void> {
  const dataset = await withEngine(options, (engine) => load(engine, name));
  if (dataset.pixels.byteLength > MOST) throw new Failure(`"${name}" is too large for one file.`);
  if (format === 'npz') await writeFileAtomic(out, encodeDatasetNpz(dataset));
  else if (format === 'mat') await writeFileAtomic(out, encodeDatasetMat(dataset));
  else await writeFolder(out, dataset);
  process.stdout.write(`Wrote ${dataset.count} images of ${dataset.rows} × ${dataset.cols} to ${out}.\n`);
}

async function writeFolder(out: string, dataset: LabelledImages): Promise<void> {
  try {
    await writePngFolder(out, dataset);
  } catch (error) {
    if (error instanceof ExportError) throw new Failure(error.message);
    throw new Failure(`${out} cannot be written: ${reasonOf(error)}`);
  }
}

async function load(engine: Engine, name: string): Promise<LabelledImages> {
  const { id, rows, cols, count } = await findDataset(engine, name);
  const { bySubject } = await engine.client.datasets.get({ id });
  const subjects = new Array<string>(count);
  const files = new Array<string>(count);
  const attributes = new Array<Readonly<Record<string, string>>>(count);
  for (const { subject, images } of bySubject) {
    for (const image of images) {
      subjects[image.index] = subject;
      files[image.index] = image.file;
      attributes[image.index] = image.attributes;
    }
  }
  const { data } = engine.imageSet(name)!.images;
  const pixels = isGrey8(data) ? Uint8Array.from(data) : data;
  return { rows, cols, count, pixels, subjects, files, attributes };
}
