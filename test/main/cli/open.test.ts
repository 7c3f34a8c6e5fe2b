/** eigenbench open: the desktop application where it is, else the browser (test/main/cli/serve.test.ts). */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInDesktop } from '../../../src/main/cli/commands/open.ts';
import { dataFolder } from '../../../src/main/dataFolder.ts';
import { writeStart } from '../../../src/main/desktopStart.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const needsScripts = skipWhen(process.platform === 'win32', 'the application is stood in for by a shell script');

describe('opening a study in the desktop application', needsScripts, () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    vi.stubEnv('XDG_DATA_HOME', folder);
    vi.stubEnv('HOME', folder);
    vi.stubEnv('DISPLAY', ':7');
    mkdirSync(join(dataFolder(), 'shell'), { recursive: true });
  });
  afterEach(() => vi.unstubAllEnvs());

  /** An application that writes its words down and ends with this code. */
  function application(code: number): { readonly words: () => string } {
    const executable = join(folder, 'application');
    writeFileSync(executable, `#!/bin/sh\necho "$@" > "${folder}/words"\nexit ${code}\n`);
    chmodSync(executable, 0o755);
    writeStart({ executable, parameters: ['/checkout'] });
    return { words: () => readFileSync(join(folder, 'words'), 'utf8').trim() };
  }

  it('starts it as it was started last, with the workspace and the study', async () => {
    const { words } = application(0);
    expect(await openInDesktop('/data/w.eigenbench', 3)).toBe(true);
    expect(words()).toBe('/checkout --workspace /data/w.eigenbench --study 3');
  });

  it('does not where it cannot start, where it has gone, and where there is no screen', async () => {
    const { words } = application(1);
    expect(await openInDesktop('/data/w.eigenbench', 3)).toBe(false);
    expect(words()).toContain('--study 3');
    writeStart({ executable: join(folder, 'gone'), parameters: [] });
    expect(await openInDesktop('/data/w.eigenbench', 3)).toBe(existsSync('/opt/Eigenbench/eigenbench-desktop'));
    application(0);
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect(await openInDesktop('/data/w.eigenbench', 3)).toBe(process.platform === 'darwin');
  });
});
