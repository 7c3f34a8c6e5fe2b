/**
 * Packs a tarball for this system that installs without network: the program with all libraries and Node in it, less
 * what nobody reads. What npm would look for on a registry is bundled or not asked for.
 *
 *   npm run tarball:bundled                             writes eigenbench-<version>-<system>.tgz here
 *   npm run tarball:bundled -- --pack-destination DIR   writes it there
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isNeeded, withoutSymbols } from './packaging/trim.ts';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
/** The image decoder of Electron on Linux, which is not in here, and what only compiles the database. */
const LEFT_OUT = new Set(['@img/sharp-wasm32', 'node-addon-api']);

const { values } = parseArgs({ options: { 'pack-destination': { type: 'string', default: '.' } } });
const destination = resolve(values['pack-destination']);

const read = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
const write = (folder: string, manifest: Package): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

function run(command: string, parameters: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** Packs a folder; the path of the file. Nothing is built on the way: the script before this one has. */
function pack(folder: string, to: string): string {
  const npm = process.env['npm_execpath'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', to];
  return join(
    to,
    run(command, [...first, ...words], folder)
      .split('\n')
      .at(-1)!,
  );
}

/** What is installed of the dependencies of a package. */
function installed({ dependencies, optionalDependencies }: Package): Record<string, string> {
  const all = Object.entries({ ...dependencies, ...optionalDependencies });
  return Object.fromEntries(all.filter(([name]) => existsSync(join(modules, name)) && !LEFT_OUT.has(name)));
}

/** Copies what is needed of packages and their dependencies, and removes other dependencies from the manifests. */
function bundle(names: readonly string[], to: string): void {
  for (const name of names) {
    const copy = join(to, name);
    if (existsSync(copy)) continue;
    const filter = (path: string): boolean => isNeeded(relative(modules, path).replaceAll('\\', '/'));
    cpSync(join(modules, name), copy, { recursive: true, filter });
    const manifest = read(copy);
    const needs = installed(manifest);
    write(copy, { ...manifest, dependencies: needs, optionalDependencies: {} });
    bundle(Object.keys(needs), to);
  }
}

const place = mkdtempSync(join(tmpdir(), 'eigenbench-tarball-'));
try {
  run('tar', ['-xzf', pack(root, place), '-C', place], place);
  const stage = join(place, 'package');
  const { devDependencies: _, scripts: __, optionalDependencies: ___, ...manifest } = read(stage);
  const dependencies = installed(read(root));
  const copies = join(stage, 'node_modules');
  mkdirSync(copies);
  bundle(Object.keys(dependencies), copies);
  const node = join(copies, `node-linux-${process.arch}`, 'bin', 'node');
  if (existsSync(node)) writeFileSync(node, withoutSymbols(readFileSync(node)));
  write(stage, {
    ...manifest,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    os: [process.platform],
    cpu: [process.arch],
  } as Package);
  mkdirSync(destination, { recursive: true });
  // Packed apart: the plain tarball has the name that npm gives this one.
  const packed = pack(stage, place);
  const name = basename(packed).replace(/\.tgz$/, `-${process.platform}-${process.arch}.tgz`);
  const file = join(destination, name);
  cpSync(packed, file);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
