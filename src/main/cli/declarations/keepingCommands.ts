/** Commands: names, deletion and its undoing. */
import { below, type Declare, optionsOf } from './declare.ts';

export function addKeepingCommands({ plain }: Declare): void {
  const rename = below(plain('rename', 'rename a study or a dataset'));
  rename('study <name> <new-name>', 'rename a study; its cells stay').action(async (name, to, _, self) =>
    (await import('../commands/workspace/rename.ts')).renameStudyCommand(name, to, optionsOf(self)),
  );
  rename('dataset <name> <new-name>', 'rename a dataset, also in the specs of its studies').action(
    async (name, to, _, self) =>
      (await import('../commands/workspace/rename.ts')).renameDatasetCommand(name, to, optionsOf(self)),
  );

  const rm = below(plain('rm', 'delete a study or a dataset, or forget failed cells'));
  rm('study <name>', 'delete a study; "restore" brings it back for an hour').action(async (name, _, self) =>
    (await import('../commands/workspace/remove.ts')).removeStudyCommand(name, optionsOf(self)),
  );
  rm('dataset <name>', 'delete a dataset that no study uses; "restore" brings it back for an hour').action(
    async (name, _, self) =>
      (await import('../commands/workspace/remove.ts')).removeDatasetCommand(name, optionsOf(self)),
  );
  rm('failed <study>', 'forget failed cells of a study; the next run computes them again').action(
    async (name, _, self) =>
      (await import('../commands/workspace/remove.ts')).removeFailedCommand(name, optionsOf(self)),
  );

  const restore = below(plain('restore', 'restore a study or dataset deleted within the last hour'));
  for (const kind of ['study', 'dataset'] as const) {
    restore(`${kind} [name]`, `restore a deleted ${kind}; without a name, list the candidates`).action(
      async (name, _, self) =>
        (await import('../commands/workspace/restore.ts')).restoreCommand(kind, name, optionsOf(self)),
    );
  }
}
