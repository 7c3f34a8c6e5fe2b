import { bytes } from '../../../../core/text/bytes.ts';
import { print } from '../../terminal.ts';
import { requireRest, withStoredWorkspace } from '../../storedWorkspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareShrink } from '../../declarations/workspaceCommands.ts';

/** eigenbench shrink: rewrites the workspace without the room of what was deleted. */
export async function shrinkCommand(options: OptionsOf<typeof declareShrink>): Promise<void> {
  await withStoredWorkspace(options, (workspace) => {
    requireRest(workspace);
    const before = workspace.space();
    workspace.shrink();
    const after = workspace.space();
    print(`${workspace.path}: ${bytes(before.bytes)} before, ${bytes(after.bytes)} now.\n`);
  });
}
