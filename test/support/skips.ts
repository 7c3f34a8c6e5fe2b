/** Tests that cannot run everywhere say why; the summary prints the reasons, and refuses a skip without one. */
import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped here. */
    skipped?: string;
  }
}

/** Options of a test or suite that is skipped, for a stated reason, when `condition` holds. */
export function skipWhen(condition: boolean, reason: string): { skip?: boolean; meta?: { skipped: string } } {
  return condition ? { skip: true, meta: { skipped: reason } } : {};
}

/** What tests of file modes, signals and named pipes are skipped for. */
export const withoutPosix = skipWhen(process.platform === 'win32', 'Windows has no POSIX modes, signals and pipes');
