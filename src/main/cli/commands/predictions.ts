import { requireEnding } from '../outFormat.ts';
import { putFile } from '../putFile.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

/** eigenbench predictions: what every method answers for every test image. */
export async function predictionsCommand(
  name: string,
  options: WorkspaceOptions & { readonly out?: string },
): Promise<void> {
  requireEnding(options.out, '.csv');
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'predictions' });
  });
  await putFile(file, options.out);
}
