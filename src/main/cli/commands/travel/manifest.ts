import { requireEnding } from '../../files/outFormat.ts';
import { putFile } from '../../files/putFile.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';

/** eigenbench manifest: everything needed to run a study again and compare. */
export async function manifestCommand(
  name: string,
  options: WorkspaceOptions & { readonly out?: string },
): Promise<void> {
  requireEnding(options.out, '.json');
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'manifest' });
  });
  await putFile(file, options.out);
}
