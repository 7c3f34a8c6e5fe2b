import { outFormat } from '../../files/outFormat.ts';
import { putFile } from '../../files/putFile.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';

const FORMATS = { csv: 'splits', json: 'splits-json', mat: 'splits-mat' } as const;
const ENDINGS = { csv: '.csv', json: '.json', mat: '.zip' } as const;

/** eigenbench splits: which images every split of a study trains on and tests. */
export async function splitsCommand(
  name: string,
  options: WorkspaceOptions & { readonly format?: keyof typeof FORMATS; readonly out?: string },
): Promise<void> {
  const format = FORMATS[outFormat(ENDINGS, options, 'csv')];
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format });
  });
  await putFile(file, options.out);
}
