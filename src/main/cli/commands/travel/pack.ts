import { ExportError } from '../../../export/pngFolder.ts';
import { Failure } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { say } from '../../terminal.ts';
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
  const { study, lacks } = await withEngine(options, async (engine) => {
    const study = await findStudy(engine, name);
    try {
      const packed = await engine.packedParts(study.id, { images, predictions });
      writeOut(out, packed.parts);
      return { study, lacks: packed.lacks };
    } catch (error) {
      if (error instanceof ExportError) throw new Failure(error.message);
      throw error;
    }
  });
  const within = images ? 'with its images' : 'without its images';
  tellWritten(out, `Packed "${study.name}" ${within} in ${out}.`);
  for (const { label, missing } of lacks) say(`Without the files of "${label}": ${missing}.`);
}
