/**
 * The packaged application (npm run test:package): what is in it, and that it works out of it. What only the systems
 * and a real Electron can show is the business of the release workflow.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walk } from '../../scripts/desktop/walk.ts';
import { writePhotographs } from '../../scripts/desktop/photographs.ts';
import { needsBrowser } from '../e2e/browser.ts';
import { startDesktopShell } from '../e2e/desktopShell.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { writeMat73 } from '../main/import/layouts/hdf5Files.ts';
import { skipWhen } from '../support/skips.ts';
import { packageInto, type Packaged } from './packaged.ts';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const platform = `linux-${process.arch}`;

function output(command: string, ...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  expect({ command, status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

/** Into every thread of the application: it reads its archive, and takes itself for Electron. */
const imports = ['test/package/archive/register.ts', 'test/main/workers/decoders/workers/pretendElectron.ts'].map(
  (file) => join(root, file),
);

const canPackage = process.platform === 'linux' && spawnSync('dpkg-deb', ['--version']).status === 0;

describe('the package', skipWhen(!canPackage, 'packages for Linux, with dpkg-deb'), () => {
  const here = scratch();
  let packaged: Packaged;

  beforeAll(async () => {
    packaged = await packageInto(here.folder);
    await writePhotographs(here.at('photographs'));
  });
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
    // 7.8 of these are networks and what runs them, 0.8 the pictures of articles, 0.4 what writes Word documents.
    expect(bytes.rest / 2 ** 20).toBeLessThan(36);
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

  it('is a .deb that names its dependencies and links no command of the name of the command line', () => {
    const { deb } = packaged.installers;
    const field = (name: string): string => output('dpkg-deb', '--field', deb, name).trim();
    expect(field('Package')).toBe('eigenbench');
    expect(field('Maintainer')).toMatch(/^[^<>]+ <[^<>@ ]+@[^<>@ ]+>$/);
    expect(field('Depends').split(', ')).toEqual([
      'libgtk-3-0 | libgtk-3-0t64',
      'libnss3',
      'libasound2 | libasound2t64',
      'libgbm1',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libnotify4',
      'xdg-utils',
    ]);
    expect(field('Recommends')).toBe('');
    output('dpkg-deb', '--control', deb, here.at('control'));
    for (const script of ['postinst', 'postrm']) {
      expect(spawnSync('bash', ['-n', here.at(`control/${script}`)]).status).toBe(0);
      const linked = [...readFileSync(here.at(`control/${script}`), 'utf8').matchAll(/\/usr\/bin\/[\w-]+/g)];
      expect(new Set(linked.map(([path]) => path))).toEqual(
        new Set(['/usr/bin/eigenbench-desktop', '/usr/bin/ischroot']),
      );
    }
    // The profile with which Ubuntu lets it open its sandbox.
    expect(readFileSync(here.at('control/postinst'), 'utf8')).toContain('/etc/apparmor.d/eigenbench-desktop');
    output('dpkg-deb', '--extract', deb, here.at('deb'));
    const launcher = readFileSync(here.at('deb/usr/share/applications/eigenbench-desktop.desktop'), 'utf8');
    expect(launcher).toContain('\nExec=/opt/Eigenbench/eigenbench-desktop %U\n');
    expect(launcher).toContain('\nStartupWMClass=eigenbench-desktop\n');
  });

  it('has installers whose names have no blanks, and say version and system', () => {
    for (const [ending, file] of Object.entries(packaged.installers)) {
      expect(basename(file)).toMatch(new RegExp(`^Eigenbench-${version}-linux-\\w+\\.${ending}$`));
    }
  });

  it('is an AppImage with a static runtime, whose launcher keeps the sandbox', () => {
    const bytes = readFileSync(packaged.installers.AppImage);
    const runtime = readFileSync(join(root, `test/package/tools/appimage/runtimes/runtime-${process.arch}`));
    expect(bytes.subarray(0, runtime.length).equals(runtime)).toBe(true);
    writeFileSync(here.at('appimage.tar'), bytes.subarray(runtime.length));
    mkdirSync(here.at('appimage'));
    output('tar', '-xf', here.at('appimage.tar'), '-C', here.at('appimage'), '--exclude=./node_modules');
    expect(readdirSync(here.at('appimage'))).toContain('AppRun');
    const launcher = readFileSync(here.at('appimage/eigenbench-desktop.desktop'), 'utf8');
    expect(launcher).toContain('\nExec=AppRun %U\n');
  });

  it('is a .tar.gz with the same files', () => {
    const names = output('tar', '-tzf', packaged.installers['tar.gz']).split('\n');
    const inside = (name: string): string => `${basename(packaged.installers['tar.gz'], '.tar.gz')}/${name}`;
    expect(names).toEqual(expect.arrayContaining(['eigenbench-desktop', 'resources/app.asar'].map(inside)));
  });

  it('runs from its archive: imports images and MATLAB 7.3, computes a study, draws a figure with its fonts', async () => {
    writeFaces(here.at('faces'), { subjects: 3, perSubject: 4, rows: 20, cols: 16 });
    const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
    const study = { name: 'try', dataset: 'photographs', protocol, methods: [{ method: 'ppca' }, { method: '2dpca' }] };
    writeFileSync(here.at('study.json'), JSON.stringify(study));
    const eigenbench = (...words: string[]): string => {
      const program = join(packaged.archive, 'out/main/cli.js');
      const command = [...imports.flatMap((file) => ['--import', file]), program];
      const { status, stdout, stderr } = spawnSync(
        packaged.executable,
        [...command, ...words, '--workspace', here.at('w.eigenbench')],
        { cwd: here.folder, encoding: 'utf8', env: { ...process.env, EIGENBENCH_ARCHIVE: packaged.archive } },
      );
      expect({ status, stderr }).toMatchObject({ status: 0 });
      return stdout;
    };
    eigenbench('import', here.at('faces'), '--name', 'faces');
    eigenbench('import', here.at('photographs'), '--name', 'photographs');
    writeFileSync(here.at('matlab.mat'), await writeMat73());
    eigenbench('import', here.at('matlab.mat'), '--image-size', '3x2', '--pixel-order', 'columns', '--name', 'matlab');
    const datasets = JSON.parse(eigenbench('datasets', '--json'));
    expect(datasets.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['faces', 12],
      ['photographs', 16],
      ['matlab', 2],
    ]);
    expect(eigenbench('run', here.at('study.json'))).toMatch(/^PPCA +\d/m);
    eigenbench('figure', 'try', '--kind', 'overview', '--out', here.at('overview.pdf'));
    expect(readFileSync(here.at('overview.pdf'), 'latin1')).toContain('/FontFile');
  });

  it(
    'opens its window from its archive, imports photographs, runs a study to its table, and quits',
    needsBrowser,
    async () => {
      const shell = await startDesktopShell({
        folder: here.folder,
        main: join(packaged.archive, 'out/main/main.js'),
        executable: packaged.executable,
        imports,
        environment: { EIGENBENCH_ARCHIVE: packaged.archive },
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
    },
  );
});
