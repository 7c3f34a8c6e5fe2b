import { throttle } from '../throttle.ts';
import type { ImportOptions, ImportProgress } from './types.ts';

/** Minimum milliseconds between two reports: ten per second. */
const INTERVAL = 100;

/** Passes on at most ten reports a second, and always the last one (done = total). */
export function throttled(report: ImportOptions['onProgress']): (progress: ImportProgress) => void {
  const due = throttle(INTERVAL);
  return (progress) => {
    if (due() || progress.done >= progress.total) report?.(progress);
  };
}
