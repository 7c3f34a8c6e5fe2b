/** Crash reports: kept on this computer, never sent, and mentioned at the next start. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { createPrivate, touchPrivate } from '../disk/privateFile.ts';
import type { ShellLog } from './shellLog.ts';

/** Must run before the app is ready, and after `placeProfile`, because the reports are stored in the profile. */
export function keepCrashReports(): void {
  crashReporter.start({ uploadToServer: false });
}

export interface Run {
  /** Message about a crash of the previous run; null if it ended normally. */
  readonly crash: string | null;
  /** Marks this run as ended normally. */
  readonly ends: () => void;
}

/**
 * Marks in `profile` that the application is running. The previous run crashed if its mark still exists and a report is
 * newer; reports of processes that are restarted (a page, Chromium's graphics process) only go to the log.
 */
export function markRun(profile: string, log: ShellLog, now: Date = new Date()): Run {
  const reports = app.getPath('crashDumps');
  const mark = join(profile, 'running');
  const leftBehind = existsSync(mark);
  const before = rememberStart(join(profile, 'last-start'), now);
  const newReports = before === null ? 0 : reportsSince(reports, before);
  createPrivate(mark);
  if (newReports > 0) log.error(reports, `Crash reports since the last start: ${newReports}.`);
  return {
    crash:
      newReports > 0 && leftBehind
        ? `Eigenbench crashed the last time it ran. Finished cells are kept. The report stays on this machine, in ${reports}.`
        : null,
    ends: () => rmSync(mark, { force: true }),
  };
}

/** Number of crash reports below a folder that are newer than a moment; 0 if the folder does not exist. */
export function reportsSince(folder: string, moment: Date): number {
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.dmp') && statSync(join(folder, name)).mtime > moment).length;
}

/** Returns the time stored in the file, null at the first start; then stores `now`. */
function rememberStart(file: string, now: Date): Date | null {
  const before = statSync(file, { throwIfNoEntry: false })?.mtime ?? null;
  touchPrivate(file, now);
  return before;
}
