import { putFile } from '../putFile.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

/** eigenbench splits: which images every split of a study trains on and tests. */
export async function splitsCommand(
  name: string,
  options: WorkspaceOptions & { readonly format: 'csv' | 'mat'; readonly out?: string },
): Promise<void> {
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: options.format === 'mat' ? 'splits-mat' : 'splits' });
  });
  await putFile(file, options.out);
}
