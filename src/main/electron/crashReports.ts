/** Reports of crashes: kept on this computer, sent to nobody, and mentioned at the next start. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { createPrivate, touchPrivate } from '../disk/privateFile.ts';
import type { ShellLog } from './shellLog.ts';

/** Must run before the app is ready, and after the profile has its place, which the reports are kept in. */
export function keepCrashReports(): void {
  crashReporter.start({ uploadToServer: false });
}

export interface Run {
  /** What to tell the user of the run before this one; null where it ended in order. */
  readonly crash: string | null;
  /** This run ends in order. */
  readonly ends: () => void;
}

/**
 * Marks in `profile` that the application runs. It crashed where the mark of the last run is still there and a report
 * is newer; reports of a page or of Chromium's process for graphics, which are started again, go to the log.
 */
export function markRun(profile: string, log: ShellLog, now: Date = new Date()): Run {
  const reports = app.getPath('crashDumps');
  const mark = join(profile, 'running');
  const leftBehind = existsSync(mark);
  const before = rememberStart(join(profile, 'last-start'), now);
  const found = before === null ? 0 : reportsSince(reports, before);
  createPrivate(mark);
  if (found > 0) log.error(reports, `Crash reports since the last start: ${found}.`);
  return {
    crash:
      found > 0 && leftBehind
        ? `Eigenbench crashed the last time it ran. Finished cells are kept. The report stays on this machine, in ${reports}.`
        : null,
    ends: () => rmSync(mark, { force: true }),
  };
}

/** How many crash reports below a folder are newer than a moment; 0 where there is no such folder. */
export function reportsSince(folder: string, moment: Date): number {
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.dmp') && statSync(join(folder, name)).mtime > moment).length;
}

/** The moment that the file remembers, null at the first start; from now on it remembers `now`. */
function rememberStart(file: string, now: Date): Date | null {
  const before = statSync(file, { throwIfNoEntry: false })?.mtime ?? null;
  touchPrivate(file, now);
  return before;
}
