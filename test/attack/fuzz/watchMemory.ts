import { writeFileSync } from 'node:fs';
import { processMemory } from '../processMemory.ts';

/**
 * Forgets the most memory that the process has taken so far; what it answers tells how many bytes were taken since, at
 * most, beyond those it had. What the tries before left to be collected is among those it had. Linux tells and forgets
 * its mark; elsewhere only what is still there at the end is seen.
 */
export function watchMemory(): () => number {
  const marked = forgetMark();
  const before = process.memoryUsage.rss();
  return () => (marked ? processMemory('self', 'at most') : process.memoryUsage.rss()) - before;
}

/** Whether it could be done: other systems do not have it, containers may forbid it. */
function forgetMark(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return true;
  } catch {
    return false;
  }
}
