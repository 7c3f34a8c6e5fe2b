/** Names of temporary files that state their process, by which those that killed processes left are removed. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

/** Of this machine: processes of another one with the same folder may be running. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const OWNED = /(?:^|[.-])([0-9a-f]{8})-(\d+)-[0-9A-Za-z]{6,12}(?:\.tmp)?$/;

/** Machine and process, followed by a hyphen. */
export const OWNER = `${MACHINE}-${process.pid}-`;

/** A new name: machine, process and a random part. */
export function ownedName(): string {
  return `${OWNER}${randomBytes(6).toString('hex')}`;
}

/** Removes the temporary files and folders in `folder` whose process of this machine has ended. */
export function sweepFolder(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!isAbandoned(name)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user, who removes it.
    }
  }
}

/** Empty for a folder that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A new private folder in `folder`, which the caller removes; one that a killed process left is removed before. */
export function ownedFolder(folder: string, prefix: string): string {
  sweepOnce(folder);
  const path = join(folder, `${prefix}${ownedName()}`);
  mkdirSync(path, 0o700);
  return path;
}

const swept = new Set<string>();

/** The same, before the first write of this process to the folder only: many files may be written to a large one. */
export function sweepOnce(folder: string): void {
  const path = resolve(folder);
  if (!swept.has(path)) sweepFolder(path);
  swept.add(path);
}

function isAbandoned(name: string): boolean {
  const [, machine, pid] = OWNED.exec(name) ?? [];
  return machine === MACHINE && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
