import type { DatasetFormat } from '../../../core/formats/datasetFormats.ts';
import { ExportError, writePngFolder } from '../../export/pngFolder.ts';
import { Failure, UsageError } from '../errors.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { WorkspaceError } from '../../workspace/faults.ts';
import { outFormat } from '../outFormat.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { isStandardOutput, tellWritten, writeOut } from '../writeOut.ts';

interface ExportOptions extends WorkspaceOptions {
  readonly format?: DatasetFormat;
  readonly out: string;
}

const ENDINGS: Readonly<Record<DatasetFormat, string>> = {
  npz: '.npz',
  mat: '.mat',
  fea: '.mat',
  arff: '.arff',
  libsvm: '.libsvm',
  png: '',
};

/** eigenbench export: a dataset as a file or folder; from npz, mat and png an import makes the same dataset. */
export async function exportCommand(name: string, options: ExportOptions): Promise<void> {
  const { out } = options;
  // Any name is that of a folder.
  const format = options.format === 'png' ? 'png' : outFormat(ENDINGS, options, 'npz');
  if (format === 'png' && isStandardOutput(out))
    throw new UsageError(`--out ${out}: expected a folder for PNG images.`);
  const { rows, cols, count } = await withEngine(options, async (engine) => {
    const dataset = await findDataset(engine, name);
    await refusing(async () => {
      if (format === 'png') await writeFolder(out, () => writePngFolder(out, engine.storedImages(dataset)));
      else writeOut(out, engine.exportParts(dataset, format));
    });
    return dataset;
  });
  tellWritten(out, `Wrote ${count} images of ${rows} × ${cols} to ${out}.`);
}

/** What the format cannot hold is a failure that its message explains. */
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
