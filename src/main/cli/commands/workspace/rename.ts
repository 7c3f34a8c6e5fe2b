import { findDataset, findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { print } from '../../terminal.ts';

/** eigenbench rename study: another name; the cells stay. Throws Failure where the name is taken. */
export async function renameStudyCommand(name: string, to: string, options: WorkspaceOptions): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    await engine.client.studies.rename({ id, name: to });
  });
  print(`Renamed the study "${name}" to "${to}".\n`);
}

/** eigenbench rename dataset: another name, also in the specs of its studies. */
export async function renameDatasetCommand(name: string, to: string, options: WorkspaceOptions): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, name);
    await engine.client.datasets.rename({ id, name: to });
  });
  print(`Renamed the dataset "${name}" to "${to}", in the specs of its studies as well.\n`);
}
