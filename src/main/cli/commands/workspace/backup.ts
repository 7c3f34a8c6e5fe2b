import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytes } from '../../../../core/text/bytes.ts';
import { partsOfFile } from '../../../disk/stream.ts';
import { withStoredWorkspace } from '../../storedWorkspace.ts';
import { isStandardOutput, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareBackup } from '../../declarations/workspaceCommands.ts';

/** eigenbench backup: all of a workspace in one file, also while other processes work in it. */
export async function backupCommand(target: string, options: OptionsOf<typeof declareBackup>): Promise<void> {
  const size = await withStoredWorkspace(options, ({ backup, space }) => {
    if (isStandardOutput(target)) toStandardOutput(backup);
    else backup(target);
    const found = isStandardOutput(target) ? undefined : statSync(target);
    return found?.isFile() ? found.size : space().bytes;
  });
  reportWritten(target, `Wrote ${target} (${bytes(size)}): a workspace that opens like any other.`);
}

/** A database is written here and there, and checked as a whole: it is a file before it is a stream. */
function toStandardOutput(backup: (target: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-'));
  try {
    const whole = join(folder, 'backup');
    backup(whole);
    writeOut('-', partsOfFile(whole));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
