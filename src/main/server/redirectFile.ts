/**
 * The way to the page for a browser that this program starts. Its command line shows in the list of processes, which
 * every user of the machine may read, so the address with the key lies in a file that only this user can open.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../disk/folders.ts';
import { OWN_FILE } from '../disk/privateFile.ts';
import { writeFile } from '../disk/writeFile.ts';

export interface RedirectFile {
  /** file:// address of a page that leads on to the target. */
  readonly url: string;
  /** Removes file and folder; may be called again. */
  readonly remove: () => void;
}

/**
 * A page (mode 0600, in a folder of its own of mode 0700) that leads to `target`. Throws the system's error where no
 * file can be written.
 */
export function writeRedirect(target: string, folder: string = tmpdir()): RedirectFile {
  // URL keeps quotes and angle brackets out of the markup.
  const { href } = new URL(target);
  const own = mkdtempSync(join(folder, 'eigenbench-'));
  const file = join(own, 'open.html');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0;url=${href.replaceAll('&', '&amp;')}">
<title>Eigenbench</title>
`;
  writeFile(file, page, { mode: OWN_FILE });
  return { url: pathToFileURL(file).href, remove: () => rmSync(own, { recursive: true, force: true }) };
}

/**
 * A folder whose files `browser` can read. Chromium from the snap store sees a temporary folder of its own and no
 * hidden folder of the home folder; it has one below ~/snap.
 */
export function folderFor(browser: string, home: string = homedir(), snaps = '/snap/bin'): string {
  const fromSnap = /^chromium(-browser)?$/.test(basename(browser)) && existsSync(join(snaps, 'chromium'));
  if (!fromSnap) return tmpdir();
  const common = join(home, 'snap', 'chromium', 'common');
  makeFolder(common);
  return common;
}
