import { statSync } from 'node:fs';
import { print } from '../terminal.ts';
import { bytes } from '../bytes.ts';
import { withStoredWorkspace } from '../storedWorkspace.ts';
import type { WorkspaceOptions } from '../workspace.ts';

/** eigenbench backup: all of a workspace in one file, also while other processes work in it. */
export async function backupCommand(target: string, options: WorkspaceOptions): Promise<void> {
  await withStoredWorkspace(options, (workspace) => workspace.backup(target));
  print(`Wrote ${target} (${bytes(statSync(target).size)}): a workspace, to be opened as it is.\n`);
}
