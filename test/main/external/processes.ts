/** Whether processes are still there. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';

/** Whether a process is there and no zombie. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Waits until a process has ended. */
export const gone = (pid: number): Promise<void> => eventually(() => expect(runs(pid)).toBe(false));
