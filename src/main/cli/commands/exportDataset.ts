import type { DatasetFormat } from '../../../core/formats/datasetFormats.ts';
import { ExportError, writePngFolder } from '../../export/pngFolder.ts';
import { Failure } from '../errors.ts';
import { fileReason } from '../../fileReason.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';
import { print } from '../terminal.ts';

interface ExportOptions extends WorkspaceOptions {
  readonly format: DatasetFormat;
  readonly out: string;
}

/** eigenbench export: a dataset with its labels and attributes; an import of what it writes gives the same dataset. */
export async function exportCommand(name: string, { format, out, ...options }: ExportOptions): Promise<void> {
  const { rows, cols, count } = await withEngine(options, async (engine) => {
    const dataset = await findDataset(engine, name);
    if (format === 'png') await writeFolder(out, () => writePngFolder(out, engine.storedImages(dataset)));
    else {
      const file = await engine.client.datasets.export({ id: dataset.id, format });
      await writeFileAtomic(out, new Uint8Array(await file.arrayBuffer()));
    }
    return dataset;
  });
  print(`Wrote ${count} images of ${rows} × ${cols} to ${out}.\n`);
}

async function writeFolder(out: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof ExportError) throw new Failure(error.message);
    throw new Failure(`${out} cannot be written: ${fileReason(error)}`);
  }
}
