// @module-tag processes
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  candidates,
  findBrowser,
  openInBrowser,
  folderFor,
  writeRedirect,
} from '../../../src/main/server/openInBrowser.ts';
import { withoutPosix } from '../../support/skips.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';

const folder = sharedFolder();

describe('the browser', () => {
  it('is looked for in every folder of the PATH, Chromium first', () => {
    const list = candidates('linux', { PATH: ['/one', '/two'].join(delimiter) });
    expect(list.slice(0, 2)).toEqual([join('/one', 'chromium'), join('/two', 'chromium')]);
    expect(list).toContain(join('/two', 'microsoft-edge'));
  });

  it('is looked for where installers put it on the other systems', () => {
    expect(candidates('darwin', {})[0]).toContain('Google Chrome.app');
    expect(candidates('win32', { PROGRAMFILES: 'C:\\P' }).some((path) => path.endsWith('msedge.exe'))).toBe(true);
  });

  it('must be executable, and there must be a screen', () => {
    const PATH = folder;
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\n');
    chmodSync(join(folder, 'chromium'), 0o644);
    expect(findBrowser('linux', { PATH, DISPLAY: ':0' })).toBeNull();
    chmodSync(join(folder, 'chromium'), 0o755);
    expect(findBrowser('linux', { PATH, DISPLAY: ':0' })).toBe(join(folder, 'chromium'));
    expect(findBrowser('linux', { PATH, WAYLAND_DISPLAY: 'wayland-0' })).toBe(join(folder, 'chromium'));
    expect(findBrowser('linux', { PATH })).toBeNull();
  });

  it('is not opened where there is none or it does not start', async () => {
    expect(await openInBrowser('http://127.0.0.1:1/', null)).toBeNull();
    expect(await openInBrowser('http://127.0.0.1:1/', join(folder, 'missing'))).toBeNull();
  });
});

describe('the key', withoutPosix, () => {
  const key = 'k'.repeat(43);

  it('is not in the list of processes, which every user may read', async () => {
    const browser = join(folder, 'chromium');
    const started = join(folder, 'started');
    // It runs until the folder is removed: the list of processes has it, however late that is read.
    const wait = 'while [ -e "$0" ]; do sleep 0.1; done';
    writeFileSync(browser, `#!/bin/sh\necho "$@" > ${started}.tmp && mv ${started}.tmp ${started}\n${wait}\n`);
    chmodSync(browser, 0o755);
    const opened = await openInBrowser(`http://127.0.0.1:1/#token=${key}`, browser);
    await eventually(() => expect(existsSync(started)).toBe(true));
    const own = readFileSync(started, 'utf8');
    expect(own).toContain('--app=file://');
    const lines = commandLines();
    expect(lines.some((line) => line.includes(browser))).toBe(true);
    expect([own, ...lines].filter((line) => line.includes(key))).toEqual([]);
    const file = fileURLToPath(own.trim().split(' ')[0].slice('--app='.length));
    expect(readFileSync(file, 'utf8')).toContain(`url=http://127.0.0.1:1/#token=${key}"`);
    opened?.forget();
    expect(existsSync(dirname(file))).toBe(false);
  });

  it('lies in a file and a folder that no other user can open', () => {
    const before = process.umask(0);
    try {
      const { url, remove } = writeRedirect(`http://127.0.0.1:1/#token=${key}`, folder);
      const file = fileURLToPath(url);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
      remove();
      remove();
    } finally {
      process.umask(before);
    }
  });

  it('lies where Chromium from the snap store can read it', () => {
    mkdirSync(join(folder, 'bin'));
    const bare = folderFor('/snap/bin/chromium', folder, join(folder, 'bin'));
    expect(bare).toBe(tmpdir());
    writeFileSync(join(folder, 'bin', 'chromium'), '');
    expect(folderFor('/usr/bin/chromium-browser', folder, join(folder, 'bin'))).toBe(
      join(folder, 'snap', 'chromium', 'common'),
    );
    expect(folderFor('/usr/bin/google-chrome', folder, join(folder, 'bin'))).toBe(tmpdir());
  });

  it('cannot break out of the page that leads to it', () => {
    const { url, remove } = writeRedirect('http://127.0.0.1:1/#"><script>x()</script>', folder);
    expect(readFileSync(fileURLToPath(url), 'utf8')).not.toContain('<script>');
    remove();
  });
});

/** The command lines of all processes of this machine, as another user sees them. */
function commandLines(): string[] {
  if (process.platform !== 'linux') return [execFileSync('ps', ['-axww', '-o', 'command'], { encoding: 'utf8' })];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
}
