import { plural } from '../../../../core/text/phrases.ts';
import { shellWord } from '../../../../core/text/shellQuote.ts';
import { Failure } from '../../errors.ts';
import { requireRest, storedStudy, withStoredWorkspace } from '../../storedWorkspace.ts';
import { findDataset, findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { print } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type {
  declareRemoveStudy,
  declareRemoveDataset,
  declareRemoveFailed,
  declareRenameStudy,
  declareRenameDataset,
  declareRestoreStudy,
} from '../../declarations/lifecycleCommands.ts';
import type { Deleted } from '../../../workspace/studies/studies.ts';
import { columns } from '../../options/textColumns.ts';

/** eigenbench rm study: hides a study; "restore" restores it for an hour. */
export async function removeStudyCommand(name: string, options: OptionsOf<typeof declareRemoveStudy>): Promise<void> {
  const { cells } = await withEngine(options, async (engine) => {
    const study = await findStudy(engine, name);
    await engine.client.studies.delete({ id: study.id });
    return study;
  });
  print(`Deleted the study "${name}" with ${plural(cells.done, 'finished cell')}.\n${wayBack('study', name)}`);
}

/** eigenbench rm dataset: hides a dataset that no study uses; "restore" restores it for an hour. */
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

/** eigenbench rm failed: resets failed cells to pending; the next run computes them. */
export async function removeFailedCommand(name: string, options: OptionsOf<typeof declareRemoveFailed>): Promise<void> {
  const again = await withStoredWorkspace(options, (workspace) => {
    workspace.requireWritable();
    const { id } = storedStudy(workspace, name);
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

/** eigenbench rename study: renames a study and keeps its cells. Throws Failure if the name is taken. */
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

/** eigenbench rename dataset: renames a dataset, also in the specs of its studies. */
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

type Kind = 'study' | 'dataset';

export const restoreStudyCommand = restorer('study');
export const restoreDatasetCommand = restorer('dataset');

/** eigenbench restore: restores a deleted study or dataset; without a name, lists what can be restored. */
function restorer(kind: Kind) {
  return (name: string | undefined, options: OptionsOf<typeof declareRestoreStudy>) => restore(kind, name, options);
}

async function restore(kind: Kind, name: string | undefined, options: WorkspaceOptions): Promise<void> {
  const deleted = await withStoredWorkspace(options, ({ studies, datasets }) =>
    (kind === 'study' ? studies : datasets).deleted(),
  );
  if (name === undefined) {
    print(listOf(kind, deleted));
    return;
  }
  const match = deleted.find((entry) => entry.name === name);
  if (!match) throw new Failure(`There is no deleted ${kind} "${name}": ${deletedText(deleted)}.`);
  await withEngine(options, async ({ client }) => {
    if (kind === 'study') await client.studies.restore({ id: match.id });
    else await client.datasets.restore({ id: match.id });
  });
  print(`The ${kind} "${name}" is back.\n`);
}

function listOf(kind: Kind, deleted: readonly Deleted[]): string {
  if (deleted.length === 0) return `No ${kind} was deleted within the last hour.\n`;
  return columns(
    ['name', 'deleted'],
    deleted.map(({ name, deletedAt }) => [name, deletedAt]),
  );
}

function deletedText(deleted: readonly Deleted[]): string {
  if (deleted.length === 0) return 'none was deleted within the last hour';
  return `there ${deleted.length === 1 ? 'is' : 'are'} ${deleted.map(({ name }) => `"${name}"`).join(', ')}`;
}
