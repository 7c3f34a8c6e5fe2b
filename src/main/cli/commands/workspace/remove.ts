import { plural } from '../../../../core/text/words.ts';
import { shellWord } from '../../../../core/text/shellWord.ts';
import { Failure } from '../../errors.ts';
import { requireRest, storedStudy, withStoredWorkspace } from '../../storedWorkspace.ts';
import { findDataset, findStudy, withEngine } from '../../workspace.ts';
import { print } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type {
  declareRemoveStudy,
  declareRemoveDataset,
  declareRemoveFailed,
} from '../../declarations/keepingCommands.ts';

/** eigenbench rm study: hides a study; "restore" brings it back for an hour. */
export async function removeStudyCommand(name: string, options: OptionsOf<typeof declareRemoveStudy>): Promise<void> {
  const { cells } = await withEngine(options, async (engine) => {
    const study = await findStudy(engine, name);
    await engine.client.studies.delete({ id: study.id });
    return study;
  });
  print(`Deleted the study "${name}" with ${plural(cells.done, 'finished cell')}.\n${wayBack('study', name)}`);
}

/** eigenbench rm dataset: hides a dataset that no study uses; "restore" brings it back for an hour. */
export async function removeDatasetCommand(
  name: string,
  options: OptionsOf<typeof declareRemoveDataset>,
): Promise<void> {
  const { count } = await withEngine(options, async (engine) => {
    const dataset = await findDataset(engine, name);
    await engine.client.datasets.delete({ id: dataset.id });
    return dataset;
  });
  print(`Deleted the dataset "${name}" of ${plural(count, 'image')}.\n${wayBack('dataset', name)}`);
}

/** eigenbench rm failed: failed cells become pending, so that the next run computes them. */
export async function removeFailedCommand(name: string, options: OptionsOf<typeof declareRemoveFailed>): Promise<void> {
  const again = await withStoredWorkspace(options, (workspace) => {
    const { id } = storedStudy(workspace, name);
    if (workspace.readOnly) throw new Failure('The workspace is read-only.');
    requireRest(workspace);
    const { retryFailed } = workspace.cells;
    return workspace.transaction(() => {
      const count = retryFailed(id);
      if (count > 0) workspace.notebook.record({ kind: 'study', id }, 'retried', plural(count, 'failed cell'));
      return count;
    });
  });
  print(
    again === 0
      ? `"${name}" has no failed cells.\n`
      : `${plural(again, 'failed cell')} of "${name}" ${again === 1 ? 'is' : 'are'} pending again: the next run computes ${again === 1 ? 'it' : 'them'}.\n`,
  );
}

function wayBack(kind: 'study' | 'dataset', name: string): string {
  return `To undo this within an hour: eigenbench restore ${kind} ${shellWord(name)}\n`;
}
