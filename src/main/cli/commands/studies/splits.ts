import { outFormat } from '../../files/outFormat.ts';
import { putFile } from '../../files/writeOut.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareSplits } from '../../declarations/studyCommands.ts';

const FORMATS = { csv: 'splits', json: 'splits-json', mat: 'splits-mat' } as const;
const ENDINGS = { csv: '.csv', json: '.json', mat: '.zip' } as const;

/** eigenbench splits: which images every split of a study trains on and tests. */
export async function splitsCommand(
  name: string,
  { format: asked, out, ...options }: OptionsOf<typeof declareSplits>,
): Promise<void> {
  const format = FORMATS[outFormat(ENDINGS, { out, format: asked }, 'csv')];
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format });
  });
  await putFile(file, out);
}
