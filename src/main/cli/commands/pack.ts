import type { TableFormat } from '../../../core/report/formats.ts';
import { ExportError } from '../../export/pngFolder.ts';
import { packStudy } from '../../parcel/packStudy.ts';
import { Failure } from '../errors.ts';
import { requireEnding } from '../outFormat.ts';
import { findDataset, findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { tellWritten, writeOut } from '../writeOut.ts';

interface PackCommandOptions extends WorkspaceOptions {
  readonly out: string;
  readonly images?: boolean;
  readonly predictions?: boolean;
}

/** eigenbench pack: a study as one file, to send and to run again. */
export async function packCommand(name: string, options: PackCommandOptions): Promise<void> {
  const { out, images = false, predictions = false } = options;
  requireEnding(out, '.zip');
  const study = await withEngine(options, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const details = await client.studies.get({ id });
    const dataset = await findDataset(engine, details.dataset);
    const source = {
      study: details,
      dataset,
      exported: (format: TableFormat) => client.studies.export({ id, format, shown: true }),
      images: () => engine.exportParts(dataset, 'npz'),
      vectors: (vectors: string) => engine.attachedVectors(dataset.id, vectors),
    };
    try {
      writeOut(out, await packStudy(source, { images, predictions }));
    } catch (error) {
      if (error instanceof ExportError) throw new Failure(error.message);
      throw error;
    }
    return details;
  });
  const within = images ? 'with its images' : 'without its images';
  tellWritten(out, `Packed "${study.name}" ${within} in ${out}.`);
}
