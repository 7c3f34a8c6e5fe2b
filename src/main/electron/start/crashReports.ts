/** Reports of crashes: kept on this computer, sent to nobody, and mentioned at the next start. */
import { closeSync, existsSync, openSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';

/** Must run before the app is ready, and after the profile has its place, which the reports are kept in. */
export function keepCrashReports(): void {
  crashReporter.start({ uploadToServer: false });
}

/**
 * What to tell the user of crashes since the last start; null where there were none. Remembers this start in a file of
 * `profile`. The first start only remembers.
 */
export function crashSinceLastStart(profile: string, now: Date = new Date()): string | null {
  const reports = app.getPath('crashDumps');
  const before = rememberStart(join(profile, 'last-start'), now);
  if (before === null || reportsSince(reports, before) === 0) return null;
  return `Eigenbench crashed the last time it ran. Finished cells are kept. The report was sent to nobody; it is in ${reports}.`;
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
  closeSync(openSync(file, 'a', 0o600));
  utimesSync(file, now, now);
  return before;
}
