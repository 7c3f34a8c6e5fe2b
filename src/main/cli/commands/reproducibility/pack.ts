import { ExportError } from '../../../export/pngFolder.ts';
import { Failure } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import { printNotice } from '../../terminal.ts';
import { reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declarePack } from '../../declarations/studyCommands.ts';

/** eigenbench pack: packs a study as one file to share and rerun. */
export async function packCommand(
  name: string,
  { out, images, predictions, ...options }: OptionsOf<typeof declarePack>,
): Promise<void> {
  requireEnding(out, '.zip');
  const { study, lacks, cautions } = await withEngine(options, async (engine) => {
    const study = await findStudy(engine, name);
    try {
      const packed = await engine.packedParts(study.id, { images: images === true, predictions: predictions === true });
      writeOut(out, packed.parts);
      return { study, lacks: packed.lacks, cautions: packed.cautions };
    } catch (error) {
      if (error instanceof ExportError) throw new Failure(error.message);
      throw error;
    }
  });
  const within = images ? 'with its images' : 'without its images';
  reportWritten(out, `Packed "${study.name}" ${within} in ${out}.`);
  for (const { label, missing } of lacks) printNotice(`Without the files of "${label}": ${missing}.`);
  cautions.forEach(printNotice);
}
