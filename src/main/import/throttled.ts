import type { ImportOptions, ImportProgress } from './types.ts';

/** Least milliseconds between two reports: ten a second. */
const INTERVAL = 100;

/** Passes on at most ten reports a second, and always the last one (done = total). */
export function throttled(report: ImportOptions['onProgress']): (progress: ImportProgress) => void {
  let last = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (!report || (now - last < INTERVAL && progress.done < progress.total)) return;
    last = now;
    report(progress);
  };
}
