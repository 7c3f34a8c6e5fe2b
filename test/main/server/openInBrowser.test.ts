import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { candidates, findBrowser, openInBrowser } from '../../../src/main/server/openInBrowser.ts';

const folder = mkdtempSync(join(tmpdir(), 'eigenbench-browser-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
    expect(await openInBrowser('http://127.0.0.1:1/', null)).toBe(false);
    expect(await openInBrowser('http://127.0.0.1:1/', join(folder, 'missing'))).toBe(false);
  });
});
