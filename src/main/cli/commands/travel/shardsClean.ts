import { rmSync, statSync } from 'node:fs';
import { bytes } from '../../../../core/text/bytes.ts';
import { plural } from '../../../../core/text/words.ts';
import { writeFile } from '../../../disk/writeFile.ts';
import { openWorkspace, type Workspace } from '../../../workspace/workspace.ts';
import { workspaceFiles } from '../../../workspace/location.ts';
import { unmergedCells } from '../../../workspace/studies/unmergedCells.ts';
import { Failure } from '../../errors.ts';
import { allParts, mergedPath, partPath } from '../../shards/job.ts';
import { type PartState, partStates } from '../../shards/partStates.ts';
import { readShards } from '../../shards/readShards.ts';
import { ranges } from '../../shards/words.ts';
import { print } from '../../terminal.ts';
import { closeAfter } from '../../thenClosed.ts';
import { existingWorkspace } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareShardsClean } from '../../declarations/shardCommands.ts';

/**
 * eigenbench shards clean: removes the workspaces of parts whose cells are all in the workspace. Exit code 1 where
 * others are left, which are not touched.
 */
export async function shardsCleanCommand(folder: string, options: OptionsOf<typeof declareShardsClean>): Promise<void> {
  const { job } = await readShards(folder);
  const workspace = await existingWorkspace({ ...options, workspace: options.workspace ?? job.workspace });
  const target = openWorkspace(workspace, { readOnly: true });
  const kept: string[] = [];
  const removed: number[] = [];
  let freed = 0;
  await closeAfter(() => {
    for (const state of partStates(job, allParts(job))) {
      if (state.state === 'missing' || state.state === 'merged') continue;
      const path = partPath(job, state.part);
      const reason = reasonToKeep(state, path, target);
      if (reason !== null) kept.push(`part ${state.part} ${reason}`);
      else {
        // First: a part that is neither there nor merged would be computed again.
        writeFile(mergedPath(job, state.part), '');
        freed += remove(path);
        removed.push(state.part);
      }
    }
  }, target.close);
  print(
    removed.length === 0
      ? 'No part was removed.\n'
      : `Removed ${plural(removed.length, 'merged part')} (${ranges(removed)}), ${bytes(freed)}.\n`,
  );
  if (kept.length > 0) throw new Failure(`Not removed: ${kept.join('; ')}.`);
}

/** Why a part stays; null where the target has all of it. */
function reasonToKeep({ state, reason }: PartState, path: string, target: Workspace): string | null {
  if (state === 'unreadable') return `cannot be read (${reason})`;
  if (state === 'open') return 'is unfinished';
  const source = openWorkspace(path, { readOnly: true });
  try {
    const cells = unmergedCells(source, target);
    return cells === 0 ? null : `has ${plural(cells, 'cell')} that ${cells === 1 ? 'is' : 'are'} not merged`;
  } finally {
    source.close();
  }
}

/** Answers how many bytes went. */
function remove(path: string): number {
  let freed = 0;
  for (const file of workspaceFiles(path)) {
    freed += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(file, { force: true });
  }
  return freed;
}
