import { putFile } from '../putFile.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

const FORMATS = { csv: 'splits', json: 'splits-json', mat: 'splits-mat' } as const;

/** eigenbench splits: which images every split of a study trains on and tests. */
export async function splitsCommand(
  name: string,
  options: WorkspaceOptions & { readonly format: keyof typeof FORMATS; readonly out?: string },
): Promise<void> {
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: FORMATS[options.format] });
  });
  await putFile(file, options.out);
}
