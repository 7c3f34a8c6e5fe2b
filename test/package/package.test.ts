/**
 * The packaged application (npm run test:package): what is in it, and that it works out of it. What only the systems
 * and a real Electron can show is the business of the release workflow.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePnm } from '../../src/core/formats/pnm.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { skipWhen } from '../support/skips.ts';
import { packageInto, type Packaged } from './packaged.ts';

const root = resolve(import.meta.dirname, '../..');
const platform = `linux-${process.arch}`;

describe('the package', { ...skipWhen(process.platform !== 'linux', 'packages for Linux'), timeout: 300_000 }, () => {
  const here = scratch();
  let packaged: Packaged;

  beforeAll(async () => {
    packaged = await packageInto(here.folder);
  }, 300_000);
  afterAll(() => here.remove());

  it('holds the built application and the modules that are not bundled, no sources and no tests', () => {
    const places = new Set([...packaged.files.keys()].map((path) => path.split('/')[1]));
    expect([...places].sort()).toEqual(['node_modules', 'out', 'package.json']);
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
    const foreign = [...packaged.files.keys()].filter((path) =>
      /\/(src|tests?|docs?|scripts|benchmark)\/|\.(ts|map)$/.test(path),
    );
    expect(foreign).toEqual([]);
    const bytes = [...packaged.files.values()].reduce((sum, { size }) => sum + size, 0);
    expect(bytes / 2 ** 20).toBeLessThan(25);
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

  it('imports compressed images and computes a study from its own modules alone', async () => {
    writeFaces(here.at('faces'), { subjects: 3, perSubject: 4, rows: 20, cols: 16 });
    for (const subject of readdirSync(here.at('faces'))) {
      const folder = here.at(`photographs/${subject}`);
      mkdirSync(folder, { recursive: true });
      for (const file of readdirSync(here.at(`faces/${subject}`))) {
        const { rows, cols, samples } = decodePnm(readFileSync(here.at(`faces/${subject}/${file}`)));
        const image = sharp(Uint8Array.from(samples), { raw: { width: cols, height: rows, channels: 1 } });
        await image.jpeg().toFile(join(folder, file.replace('.pgm', '.jpg')));
      }
    }
    const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
    const study = { name: 'try', dataset: 'photographs', protocol, methods: [{ method: 'ppca' }, { method: '2dpca' }] };
    writeFileSync(here.at('study.json'), JSON.stringify(study));
    const preloads = ['test/main/threads/decoders/workers/pretendElectron.ts', 'test/package/insideOnly.ts'];
    const eigenbench = (...words: string[]): string => {
      const command = [...preloads.flatMap((file) => ['--import', join(root, file)]), 'out/main/cli.js'];
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
      ['photographs', 12],
    ]);
    expect(eigenbench('run', here.at('study.json'))).toMatch(/^PPCA +\d/m);
  });
});
