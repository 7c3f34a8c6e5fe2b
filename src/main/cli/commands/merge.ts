import { existsSync } from 'node:fs';
import { Failure } from '../errors.ts';
import type { WorkspaceOptions } from '../workspace.ts';
import { print } from '../terminal.ts';

/** eigenbench merge: joins the studies of other workspaces, e.g. of shards, to those of the workspace. */
export async function mergeCommand(paths: readonly string[], options: WorkspaceOptions): Promise<void> {
  for (const path of paths) if (!existsSync(path)) throw new Failure(`${path}: there is no such file.`);
  const [{ openWorkspace }, { mergeWorkspace }, { defaultWorkspacePath }] = await Promise.all([
    import('../../workspace/workspace.ts'),
    import('../../workspace/mergeWorkspace.ts'),
    import('../../workspace/location.ts'),
  ]);
  const target = openWorkspace(options.workspace ?? defaultWorkspacePath());
  try {
    requireRest(target);
    const open = new Map<string, number>();
    for (const path of paths) {
      const source = openWorkspace(path);
      try {
        requireRest(source);
        for (const study of mergeWorkspace(source, target)) {
          open.set(study.name, study.open);
          print(`${path}: "${study.name}", ${study.added} cells added.\n`);
        }
      } finally {
        source.close();
      }
    }
    for (const [name, cells] of open) {
      print(`"${name}" ${cells === 0 ? 'is complete' : `has ${cells} open cells`}.\n`);
    }
  } finally {
    target.close();
  }
}

/** Keeps other processes from running studies in the workspace until it is closed. */
function requireRest(workspace: { path: string; runnerLock: { acquire: (wait: number) => boolean } }): void {
  if (!workspace.runnerLock.acquire(300)) {
    throw new Failure(`Another process is running studies in ${workspace.path}; wait for it, or cancel them there.`);
  }
}
