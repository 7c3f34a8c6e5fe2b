import { findNamed } from '../../core/text/nameLookup.ts';
import { printNotice } from './terminal.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Failure } from './errors.ts';
import { closeAfter } from './interrupt.ts';
import { existingWorkspace, unknownName, type WorkspaceOptions } from './workspace.ts';
import type { Only } from './declarations/declare.ts';

/** Runs `use` with an existing workspace, without the engine; prints its notices and closes it. */
export async function withStoredWorkspace<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (workspace: Workspace) => T | Promise<T>,
): Promise<T> {
  const path = await existingWorkspace(options);
  const { openWorkspace } = await import('../workspace/workspace.ts');
  const workspace = openWorkspace(path);
  for (const notice of workspace.notices) printNotice(notice);
  return closeAfter(() => use(workspace), workspace.close);
}

/** The study of this name. Throws Failure that lists the studies if there is none. */
export function storedStudy({ studies }: Pick<Workspace, 'studies'>, name: string): StoredStudy {
  const match = findNamed(name, studies.list(), (one) => one.name);
  const study = match && studies.findByName(match.name);
  if (study) return study;
  throw new Failure(unknownName('study', name, studies.list()));
}

/** Locks out other processes from running studies until the workspace is closed. Throws Failure if one is running. */
export function requireRest(workspace: Pick<Workspace, 'path' | 'runnerLock'>): void {
  if (!workspace.runnerLock.acquire(300)) {
    throw new Failure(`Another process is running studies in ${workspace.path}; wait for it, or cancel them there.`);
  }
}
