import { requireEnding } from '../../files/outFormat.ts';
import { putFile } from '../../files/writeOut.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareManifest } from '../../declarations/studyCommands.ts';

/** eigenbench manifest: everything needed to run a study again and compare. */
export async function manifestCommand(
  name: string,
  { out, ...options }: OptionsOf<typeof declareManifest>,
): Promise<void> {
  requireEnding(out, '.json');
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'manifest' });
  });
  await putFile(file, out);
}
