import { findDataset, findStudy, withEngine } from '../../workspace.ts';
import { print } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRenameStudy, declareRenameDataset } from '../../declarations/keepingCommands.ts';

/** eigenbench rename study: another name; the cells stay. Throws Failure where the name is taken. */
export async function renameStudyCommand(
  name: string,
  to: string,
  options: OptionsOf<typeof declareRenameStudy>,
): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    await engine.client.studies.rename({ id, name: to });
  });
  print(`Renamed the study "${name}" to "${to}".\n`);
}

/** eigenbench rename dataset: another name, also in the specs of its studies. */
export async function renameDatasetCommand(
  name: string,
  to: string,
  options: OptionsOf<typeof declareRenameDataset>,
): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, name);
    await engine.client.datasets.rename({ id, name: to });
  });
  print(`Renamed the dataset "${name}" to "${to}", in the specs of its studies as well.\n`);
}
