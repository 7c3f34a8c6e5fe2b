import { ExportError } from '../../../export/pngFolder.ts';
import { Failure } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { tellWritten, writeOut } from '../../files/writeOut.ts';

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
    const found = await findStudy(engine, name);
    try {
      writeOut(out, await engine.packedParts(found.id, { images, predictions }));
    } catch (error) {
      if (error instanceof ExportError) throw new Failure(error.message);
      throw error;
    }
    return found;
  });
  const within = images ? 'with its images' : 'without its images';
  tellWritten(out, `Packed "${study.name}" ${within} in ${out}.`);
}
