import { statfsSync } from 'node:fs';
import { bytes } from '../../core/text/bytes.ts';

/** Throws Error where the disk of a folder has less room for this user than these bytes. */
export function requireRoom(folder: string, needed: number): void {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  // File systems that count nothing have no blocks at all.
  if (blocks === 0 || needed <= free) return;
  throw new Error(`the disk has ${bytes(free)} left, and it takes ${bytes(needed)}`);
}
