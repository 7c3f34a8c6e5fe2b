import type { WorkspaceFinding } from '../../../../core/contract/workspace.ts';
import { runSteps } from '../../../../core/formats/steps.ts';
import { Failure } from '../../errors.ts';
import { requireRest, withStoredWorkspace } from '../../storedWorkspace.ts';
import { print, printJson } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareCheck } from '../../declarations/workspaceCommands.ts';

/** eigenbench check: whether all of a workspace is as it was stored. Fails where it is not, unless all was repaired. */
export async function checkCommand({
  repair: wanted,
  json,
  ...options
}: OptionsOf<typeof declareCheck>): Promise<void> {
  const repair = wanted === true;
  const findings = await withStoredWorkspace(options, (workspace) => {
    if (repair) requireRest(workspace);
    return runSteps(workspace.check(repair));
  });
  if (json) printJson(findings);
  else if (findings.length === 0) print('No damage found.\n');
  else print(`${findings.map(({ text }) => text).join('\n')}\n`);
  const open = findings.filter(({ repaired }) => !repaired);
  if (open.length > 0) throw new Failure(conclusion(open));
}

function conclusion(open: readonly WorkspaceFinding[]): string {
  const found = open.length === 1 ? '1 thing is damaged' : `${open.length} things are damaged`;
  if (open.every(({ repairable }) => repairable))
    return `${found}: "eigenbench check --repair" repairs it, and "eigenbench run" computes the missing cells.`;
  return `${found}; some cannot be repaired: restore a backup if there is one.`;
}
