import type { DatasetSummary } from '../../../../core/contract/datasets.ts';
import { encodeDatasetArff } from '../../../../core/formats/tables/arff.ts';
import type { DatasetFormat } from '../../../../core/formats/labelledImages.ts';
import type { ImageStream } from '../../../../core/formats/imageStream.ts';
import { vectorsInPlace } from '../../../../core/formats/tables/labelledRows.ts';
import { encodeDatasetLibsvm } from '../../../../core/formats/tables/libsvm.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { ExportError, writePngFolder } from '../../../export/pngFolder.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure, UsageError } from '../../errors.ts';
import { fileReason } from '../../../disk/fileReason.ts';
import { WorkspaceError } from '../../../workspace/workspaceErrors.ts';
import { outFormat } from '../../files/outFormat.ts';
import { type RowFormat, writeSplitFiles } from '../../files/splitFiles.ts';
import { findDataset, findStudy, withEngine } from '../../workspace.ts';
import { isStandardOutput, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareExport } from '../../declarations/datasetCommands.ts';

type ExportOptions = OptionsOf<typeof declareExport>;

const ENDINGS: Readonly<Record<DatasetFormat, string>> = {
  npz: '.npz',
  mat: '.mat',
  fea: '.mat',
  arff: '.arff',
  libsvm: '.libsvm',
  png: '',
};

/**
 * eigenbench export: exports a dataset as a file or folder; npz, mat and png can be imported again without loss. Rows
 * of numbers (arff, libsvm) can also hold attached vectors, or a pair of files per split of a study with pixels or
 * codes.
 */
export async function exportCommand(name: string, options: ExportOptions): Promise<void> {
  const { splits, condition, repeat, codes, format: requestedFormat, vectors, out, ...where } = options;
  if (splits !== undefined) return exportSplits(name, options, splits);
  const given = Object.entries({ condition, repeat, codes }).find(([, value]) => value !== undefined);
  if (given !== undefined) throw new UsageError(`--${given[0]} requires --splits.`);
  const format = outFormat(ENDINGS, { out, format: requestedFormat }, 'npz');
  if (format === 'png' && isStandardOutput(out))
    throw new UsageError(`--out ${out}: expected a folder for PNG images.`);
  if (vectors !== undefined) return exportVectors(name, options, vectors, rowFormat('--vectors', format));
  const { rows, cols, count } = await withEngine(where, async (engine) => {
    const dataset = await findDataset(engine, name);
    await refusing(async () => {
      if (format === 'png') await writeFolder(out, () => writePngFolder(out, engine.storedImages(dataset)));
      else writeOut(out, engine.exportParts(dataset, format));
    });
    return dataset;
  });
  reportWritten(out, `Wrote ${count} images of ${rows} × ${cols} to ${out}.`);
}

/** Exports attached vectors instead of the images. */
async function exportVectors(name: string, options: ExportOptions, vectors: string, format: RowFormat): Promise<void> {
  const { out, workspace } = options;
  const { count, rows } = await withEngine({ workspace }, async (engine) => {
    const images = attachedRows(engine, await findDataset(engine, name), vectors);
    const names = { nameOf: (i: number) => `${vectors}${i + 1}` };
    writeOut(out, format === 'arff' ? encodeDatasetArff(images, names) : encodeDatasetLibsvm(images));
    return images;
  });
  reportWritten(out, `Wrote ${count} vectors of ${rows} numbers to ${out}.`);
}

/** Exports the training and test images of every split of a study to a new folder. */
async function exportSplits(name: string, options: ExportOptions, splits: string): Promise<void> {
  const { out, vectors, codes, condition, repeat, workspace } = options;
  if (isStandardOutput(out)) throw new UsageError(`--out ${out}: expected a folder for the files of the splits.`);
  if (options.format === undefined) throw new UsageError('--splits: expected --format arff or libsvm.');
  const format = rowFormat('--splits', options.format);
  if (vectors !== undefined && codes !== undefined)
    throw new UsageError('--vectors and --codes exclude each other: give one.');
  const written = await withEngine({ workspace }, async (engine) => {
    const dataset = await findDataset(engine, name);
    const { id } = await findStudy(engine, splits);
    const study = await engine.client.studies.get({ id });
    if (study.dataset !== dataset.name) {
      throw new Failure(`"${study.name}" is a study of "${study.dataset}", not of "${dataset.name}".`);
    }
    const images = vectors === undefined ? engine.storedImages(dataset) : attachedRows(engine, dataset, vectors);
    const how = { format, choice: { condition, repeat, codes }, named: vectors ?? null };
    return writeSplitFiles(out, engine, study, images, how);
  });
  reportWritten(out, `Wrote ${plural(written, 'file')} to ${out}.`);
}

function attachedRows(engine: Engine, dataset: DatasetSummary, vectors: string): ImageStream {
  const attached = engine.attachedVectors(dataset.id, vectors);
  if (!attached) throw new Failure(`"${dataset.name}" has no attached vectors "${vectors}": see "eigenbench attach".`);
  const { rows: length, data } = attached;
  return vectorsInPlace(engine.storedImages(dataset), { length, values: data });
}

/** Throws UsageError if the format cannot hold rows of numbers. */
function rowFormat(option: string, format: DatasetFormat): RowFormat {
  if (format === 'arff' || format === 'libsvm') return format;
  throw new UsageError(`${option}: expected --format arff or libsvm, found ${format}.`);
}

/** Throws Failure if the format cannot hold the dataset. */
async function refusing(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof ExportError) throw new Failure(error.message);
    throw error;
  }
}

async function writeFolder(out: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof ExportError || error instanceof WorkspaceError) throw error;
    throw new Failure(`${out} cannot be written: ${fileReason(error)}`);
  }
}
