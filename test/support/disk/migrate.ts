/** Brings a workspace to the schema of a later version: node migrate.ts <workspace>. It ends as a command does. */
import { reasonOfFault } from '../../../src/main/workspace/workspaceErrors.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { nextSchema } from '../nextSchema.ts';

try {
  openWorkspace(process.argv[2], { steps: nextSchema }).close();
} catch (error) {
  process.stderr.write(`${reasonOfFault(error)}.\n`);
  process.exitCode = 1;
}
