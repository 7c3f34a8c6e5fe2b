import type { Deleted } from '../../../workspace/deleted.ts';
import { print } from '../../terminal.ts';
import { Failure } from '../../errors.ts';
import { withStoredWorkspace } from '../../storedWorkspace.ts';
import { withEngine, type WorkspaceOptions } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRestoreStudy } from '../../declarations/keepingCommands.ts';
import { columns } from '../../options/columns.ts';

type Kind = 'study' | 'dataset';

export const restoreStudyCommand = restorer('study');
export const restoreDatasetCommand = restorer('dataset');

/** eigenbench restore: takes the deletion of a study or dataset back; without a name, what can be restored. */
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
  const found = deleted.find((entry) => entry.name === name);
  if (!found) throw new Failure(`There is no deleted ${kind} "${name}": ${known(deleted)}.`);
  await withEngine(options, async ({ client }) => {
    if (kind === 'study') await client.studies.restore({ id: found.id });
    else await client.datasets.restore({ id: found.id });
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

function known(deleted: readonly Deleted[]): string {
  if (deleted.length === 0) return 'none was deleted within the last hour';
  return `there ${deleted.length === 1 ? 'is' : 'are'} ${deleted.map(({ name }) => `"${name}"`).join(', ')}`;
}
