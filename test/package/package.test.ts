/**
 * The packaged application (npm run test:package): what is in it, and that it works out of it. What only the systems
 * and a real Electron can show is the business of the release workflow.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walk } from '../../scripts/desktop/walk.ts';
import { writePhotographs } from '../../scripts/desktop/photographs.ts';
import { needsBrowser } from '../e2e/browser.ts';
import { startDesktopShell } from '../e2e/desktopShell.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { skipWhen } from '../support/skips.ts';
import { packageInto, type Packaged } from './packaged.ts';

const root = resolve(import.meta.dirname, '../..');
const platform = `linux-${process.arch}`;
/** Into every thread of the application: it takes itself for Electron, and no module from outside. */
const imports = ['test/main/threads/decoders/workers/pretendElectron.ts', 'test/package/insideOnly.ts'].map((file) =>
  join(root, file),
);

describe('the package', { ...skipWhen(process.platform !== 'linux', 'packages for Linux'), timeout: 300_000 }, () => {
  const here = scratch();
  let packaged: Packaged;

  beforeAll(async () => {
    packaged = await packageInto(here.folder);
    await writePhotographs(here.at('photographs'));
  }, 300_000);
  afterAll(() => here.remove());

  it('holds the built application and the modules that are not bundled, no sources and no tests', () => {
    const places = new Set([...packaged.files.keys()].map((path) => path.split('/')[1]));
    expect([...places].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources', 'sdk']);
    // Of the resources only the fonts that figures embed are read from the archive.
    const resources = [...packaged.files.keys()].filter((path) => path.startsWith('/resources/'));
    expect(resources.filter((path) => !path.startsWith('/resources/fonts/'))).toEqual([]);
    const modules = new Set(
      [...packaged.files.keys()].flatMap((path) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
    );
    expect([...modules].sort()).toEqual([
      '@emnapi/runtime',
      '@img/colour',
      '@img/sharp-wasm32',
      'better-sqlite3',
      'detect-libc',
      'fflate',
      'h5wasm',
      'semver',
      'sharp',
      'tslib',
    ]);
    // What a method of one's own begins with is a source.
    const foreign = [...packaged.files.keys()].filter(
      (path) => !path.startsWith('/sdk/') && /\/(src|tests?|docs?|scripts|benchmark)\/|\.(ts|map)$/.test(path),
    );
    expect(foreign).toEqual([]);
    // The fonts that PDF figures embed, and all the rest.
    const bytes = { fonts: 0, rest: 0 };
    for (const [path, { size }] of packaged.files)
      bytes[path.startsWith('/resources/fonts/') ? 'fonts' : 'rest'] += size;
    expect(bytes.fonts / 2 ** 20).toBeLessThan(2);
    expect(bytes.rest / 2 ** 20).toBeLessThan(25);
    expect(readdirSync(packaged.resources)).toContain('third-party-notices.txt');
    expect(readdirSync(packaged.locales)).toEqual(['en-US.pak']);
  });

  it('has its native modules outside of the archive, those of this system alone', () => {
    const natives = [...packaged.files].filter(([path]) => /\.(node|wasm|so[.\d]*)$/.test(path));
    expect(natives.filter(([, { unpacked }]) => !unpacked)).toEqual([]);
    expect(natives.map(([path]) => path.replace(/-\d.*/, '')).sort()).toEqual([
      '/node_modules/@img/sharp-wasm32/lib/sharp-wasm32',
      `/node_modules/better-sqlite3/prebuilds/${platform}.node`,
    ]);
  });

  it('has the fuses that keep others from running code as it', () => {
    expect(packaged.fuses).toMatchObject({
      RunAsNode: false,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      GrantFileProtocolExtraPrivileges: false,
    });
  });

  it('imports compressed images and computes a study from its own modules alone', () => {
    writeFaces(here.at('faces'), { subjects: 3, perSubject: 4, rows: 20, cols: 16 });
    const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
    const study = { name: 'try', dataset: 'photographs', protocol, methods: [{ method: 'ppca' }, { method: '2dpca' }] };
    writeFileSync(here.at('study.json'), JSON.stringify(study));
    const eigenbench = (...words: string[]): string => {
      const command = [...imports.flatMap((file) => ['--import', file]), 'out/main/cli.js'];
      const { status, stdout, stderr } = spawnSync(
        packaged.executable,
        [...command, ...words, '--workspace', here.at('w.eigenbench')],
        { cwd: packaged.extracted, encoding: 'utf8', env: { ...process.env, EIGENBENCH_PACKAGE: packaged.extracted } },
      );
      expect({ status, stderr }).toMatchObject({ status: 0 });
      return stdout;
    };
    eigenbench('import', here.at('faces'), '--name', 'faces');
    eigenbench('import', here.at('photographs'), '--name', 'photographs');
    const datasets = JSON.parse(eigenbench('datasets', '--json'));
    expect(datasets.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['faces', 12],
      ['photographs', 16],
    ]);
    expect(eigenbench('run', here.at('study.json'))).toMatch(/^PPCA +\d/m);
  });

  it('opens its window, imports photographs, runs a study to its table, and quits', needsBrowser, async () => {
    const shell = await startDesktopShell({
      folder: here.folder,
      main: join(packaged.extracted, 'out/main/main.js'),
      executable: packaged.executable,
      imports,
      environment: { EIGENBENCH_PACKAGE: packaged.extracted },
      choose: () => [here.at('photographs')],
    });
    try {
      const choose = (): Promise<void> => shell.page.getByRole('button', { name: 'Choose a folder' }).click();
      expect(await walk(shell.page, { folder: 'photographs', images: 16, choose })).toBeGreaterThan(1);
      shell.act.quit().catch(() => {});
      expect(await shell.ended).toBe(0);
      expect({ complaints: shell.complaints, stderr: shell.stderr() }).toEqual({ complaints: [], stderr: '' });
      const workspace = here.at('eigenbench/workspace.eigenbench');
      expect([existsSync(workspace), existsSync(`${workspace}-wal`)]).toEqual([true, false]);
    } finally {
      await shell.close();
    }
  });
});
