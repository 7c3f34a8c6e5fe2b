import { storedStudy, withStoredWorkspace } from '../storedWorkspace.ts';
import type { WorkspaceOptions } from '../workspace.ts';
import { serveCommand } from './serve.ts';

/** eigenbench open: the page of a study, in a browser on this machine until Ctrl-C. */
export async function openCommand(name: string, options: WorkspaceOptions & { readonly port?: number }): Promise<void> {
  const id = await withStoredWorkspace(options, (workspace) => storedStudy(workspace, name).id);
  await serveCommand({ ...options, open: true, page: `/studies/${id}` });
}
