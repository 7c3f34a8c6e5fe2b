import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bytes } from '../../../../core/text/phrases.ts';
import { partsOfFile } from '../../../disk/stream.ts';
import { temporaryFolder } from '../../../disk/temporaryTree.ts';
import { withStoredWorkspace, requireRest } from '../../storedWorkspace.ts';
import { isStandardOutput, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareBackup, declareCheck, declareShrink } from '../../declarations/workspaceCommands.ts';
import type { WorkspaceFinding } from '../../../../core/contract/workspace.ts';
import { runSteps } from '../../../../core/formats/cooperativeSteps.ts';
import { Failure } from '../../errors.ts';
import { print, printJson } from '../../terminal.ts';

/** eigenbench backup: copies a workspace to one file, even while other processes use it. */
export async function backupCommand(target: string, options: OptionsOf<typeof declareBackup>): Promise<void> {
  const size = await withStoredWorkspace(options, ({ backup, space }) => {
    if (isStandardOutput(target)) toStandardOutput(backup);
    else backup(target);
    const stats = isStandardOutput(target) ? undefined : statSync(target);
    return stats?.isFile() ? stats.size : space().bytes;
  });
  reportWritten(target, `Wrote ${target} (${bytes(size)}): a workspace that opens like any other.`);
}

/**
 * SQLite writes a backup at random positions and verifies it as a whole, so it is written to a file before it is
 * streamed.
 */
function toStandardOutput(backup: (target: string) => void): void {
  const folder = temporaryFolder();
  try {
    const whole = join(folder, 'backup');
    backup(whole);
    writeOut('-', partsOfFile(whole));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** eigenbench check: verifies that a workspace is intact. Fails if it is damaged, unless everything was repaired. */
export async function checkCommand({
  repair: wanted,
  json,
  ...options
}: OptionsOf<typeof declareCheck>): Promise<void> {
  const repair = wanted === true;
  const findings = await withStoredWorkspace(options, (workspace) => {
    if (repair) {
      workspace.requireWritable();
      requireRest(workspace);
    }
    return runSteps(workspace.check(repair));
  });
  if (json) printJson(findings);
  else if (findings.length === 0) print('No damage found.\n');
  else print(`${findings.map(({ text }) => text).join('\n')}\n`);
  const open = findings.filter(({ repaired }) => !repaired);
  if (open.length > 0) throw new Failure(conclusion(open));
}

function conclusion(open: readonly WorkspaceFinding[]): string {
  const damage = open.length === 1 ? '1 thing is damaged' : `${open.length} things are damaged`;
  if (open.every(({ repairable }) => repairable))
    return `${damage}: "eigenbench check --repair" repairs it, and "eigenbench run" computes the missing cells.`;
  return `${damage}; some cannot be repaired: restore a backup if there is one.`;
}

/** eigenbench shrink: reclaims the space of deleted data. */
export async function shrinkCommand(options: OptionsOf<typeof declareShrink>): Promise<void> {
  await withStoredWorkspace(options, (workspace) => {
    workspace.requireWritable();
    requireRest(workspace);
    const before = workspace.space();
    workspace.shrink();
    const after = workspace.space();
    print(`${workspace.path}: ${bytes(before.bytes)} before, ${bytes(after.bytes)} now.\n`);
  });
}
