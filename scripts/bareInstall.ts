/**
 * Tries the install as newcomers do it: a copy of the working tree, nothing on the path but a shell, the usual file
 * tools, one version of Node and one of npm. No compiler, no Python, no git. Each install must be silent, run the
 * command line, open a database and pass a test; the packed tarball must do the same as a global command, and the
 * bundled one without any network. Neither may change a file of its installation. Linux only.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { dockerRecipe } from './containerRecipe.ts';

/**
 * What newcomers have: Node 20 and 22 come with npm 10, Node 24 with npm 11. CI tries the ends of that range, and runs
 * all tests itself on the later one.
 */
const machines = [
  { node: '20.20.2', npm: '10.9.4', tarball: true },
  ...(process.env['CI'] ? [] : [{ node: '22.23.3', npm: '10.9.4', tarball: false }]),
  { node: '24.21.0', npm: '11.19.1', tarball: true },
];
const fileTools = [
  'sh',
  'env',
  'ls',
  'cat',
  'rm',
  'mkdir',
  'cp',
  'ln',
  'dirname',
  'basename',
  'readlink',
  'sed',
  'uname',
];

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'eigenbench-install-'));
/** The npm of this machine: the first on the path, else the one that came with this Node. */
const ownNpm = which('npm') ?? join(dirname(process.execPath), 'npm');
/** Where the installed commands keep compiled code. */
const userCache = join(place, 'cache');
let failures = 0;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, parameters: readonly string[], cwd: string, path?: string): Outcome {
  const env = {
    ...process.env,
    ...(path !== undefined && { PATH: path }),
    npm_config_ignore_scripts: undefined,
    NODE_COMPILE_CACHE: undefined,
    XDG_CACHE_HOME: userCache,
    XDG_DATA_HOME: join(place, 'data'),
  };
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd, env, encoding: 'utf8', timeout: 900_000 });
  return { code: status, output: `${stdout}${stderr}`.trim() };
}

function expect(what: string, { code, output }: Outcome, holds: (output: string) => boolean = () => true): void {
  const fine = code === 0 && holds(output);
  if (!fine) failures++;
  process.stdout.write(`${fine ? 'ok    ' : 'FAILED'} ${what}\n${fine ? '' : `${output}\nexit code ${code}\n`}`);
}

function which(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find(existsSync);
}

/** The files that git tracks or would track, copied. */
function copySources(to: string): void {
  const { output } = run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], root);
  for (const file of output.split('\n').filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, file), join(to, file));
  }
}

/** A folder with one Node, its npm and the file tools, for use as the whole path. */
function barePath(node: string, npm: string): { readonly path: string; readonly node: string; readonly npm: string } {
  const home = join(place, `node-${node}`);
  const tools = join(home, 'bin');
  mkdirSync(tools, { recursive: true });
  const packages = [`node-linux-${process.arch}@${node}`, `npm@${npm}`];
  const fetched = run(ownNpm, ['install', '--prefix', home, '--no-save', ...packages], home);
  if (fetched.code !== 0) throw new Error(`Node ${node} with npm ${npm} is not to be had:\n${fetched.output}`);
  const executable = join(home, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  symlinkSync(executable, join(tools, 'node'));
  for (const tool of fileTools) {
    const found = which(tool);
    if (found) symlinkSync(found, join(tools, tool));
  }
  return { path: tools, node: executable, npm: join(home, 'node_modules', 'npm', 'bin', 'npm-cli.js') };
}

/**
 * Runs what the recipe of the container runs, in a folder in place of its root, with the programs of a Debian and one
 * Node. Answers what each line gave, and how the command is called.
 */
function buildContainer(tarball: string, folder: string, node: string, npm: string) {
  const [program, prefix, data] = ['program', 'prefix', 'data'].map((name) => join(folder, name));
  mkdirSync(program, { recursive: true });
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(program, file));
  cpSync(tarball, join(program, basename(tarball)));
  const path = [node, '/usr/bin', '/bin'].join(delimiter);
  const before = `PREFIX='${prefix}'; DATA='${data}'; npm() { node '${npm}' "$@"; }`;
  const lines = dockerRecipe().lines.map((line) => {
    return { line, outcome: run('bash', ['-c', `set -e; ${before}; ${line}`], program, path) };
  });
  return { lines, path, command: join(prefix, 'bin', 'eigenbench') };
}

const faces = join(place, 'faces');
const spec = join(place, 'spec.json');
const importing = (workspace: string): string[] => ['import', faces, '--name', 'faces', '--workspace', workspace];
const running = (workspace: string): string[] => ['run', spec, '--workspace', workspace];
const showsTable = (output: string): boolean => output.includes('PPCA');

/** Three subjects with four images of 8 × 8 each, and a study of them. */
function writeInput(): void {
  for (let subject = 1; subject <= 3; subject++) {
    mkdirSync(join(faces, `s${subject}`), { recursive: true });
    for (let image = 1; image <= 4; image++) {
      const pixels = Uint8Array.from(
        { length: 64 },
        (_, i) => (subject * 67 + image * 31 + i * i * (subject + 3)) % 256,
      );
      writeFileSync(join(faces, `s${subject}`, `${image}.pgm`), Buffer.concat([Buffer.from('P5\n8 8\n255\n'), pixels]));
    }
  }
  const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
  writeFileSync(spec, JSON.stringify({ name: 'try', dataset: 'faces', protocol, methods: [{ method: 'ppca' }] }));
}

const isSilent = (output: string): boolean => !/\b(warn|EBADENGINE|deprecated|gyp)\b/i.test(output);

/** Upper limits in MB of 2²⁰ bytes: what npm installs, and the bundled tarball once installed. */
const LIMITS = { npm: 290, bundled: 158 };

/** The tarball that has everything in it, in a network namespace that has nothing and with an empty cache of npm. */
function tryWithoutNetwork(path: string, node: string, npm: string): void {
  const unshare = which('unshare');
  if (unshare === undefined || run(unshare, ['-rn', 'true'], place).code !== 0) {
    process.stdout.write('       no network namespaces here: the bundled tarball is not tried\n');
    return;
  }
  const packing = run(process.execPath, ['scripts/bundledTarball.ts', '--pack-destination', place], root);
  expect('bundled tarball', packing);
  const tarball = packing.output.split('\n').at(-1)!;
  const prefix = join(place, 'global-bundled');
  const workspace = join(place, 'bundled.eigenbench');
  const apart = (...words: readonly string[]): Outcome => run(unshare, ['-rn', ...words], place, path);
  const cache = `--cache=${join(place, 'empty-cache')}`;
  expect(
    'no network: global install of the bundled tarball',
    apart(node, npm, 'install', '-g', cache, '--prefix', prefix, tarball),
  );
  const command = join(prefix, 'bin', 'eigenbench');
  expectSize('no network: the copy', prefix, LIMITS.bundled);
  const before = digests(prefix);
  expect('no network: the command line', apart(command, '--version'), (text) => /^\d+\.\d+\.\d+/.test(text));
  expect('no network: an import', apart(command, ...importing(workspace)));
  expect('no network: a study', apart(command, ...running(workspace)), showsTable);
  expectUnchanged('no network: the copy', prefix, before);
  rmSync(prefix, { recursive: true, force: true });
}

function expectSize(what: string, folder: string, limit: number): void {
  const size = diskUse(folder) / 2 ** 20;
  expect(`${what} takes ${size.toFixed(1)} MB`, { code: size < limit ? 0 : 1, output: `at most ${limit} MB` });
}

/** Entries of a folder by path, with the digest of each file. */
function digests(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''];
    }),
  );
}

/** The installation is as npm made it, and the cache of compiled code is in use. */
function expectUnchanged(what: string, folder: string, before: ReadonlyMap<string, string>): void {
  const after = digests(folder);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  expect(`${what} stays as npm made it`, { code: changed.length > 0 ? 1 : 0, output: changed.join('\n') });
  const isCached = existsSync(join(userCache, 'eigenbench'));
  expect(`${what} keeps compiled code in the user's cache`, { code: isCached ? 0 : 1, output: 'nothing there' });
}

/** Bytes that the files of a folder take on the disk. */
function diskUse(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks * 512, 0);
}

try {
  writeInput();
  run(ownNpm, ['run', '-s', 'tarball', '--', '--pack-destination', place], root);
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'));
  for (const machine of machines) {
    const name = `Node ${machine.node}, npm ${machine.npm}`;
    const { path, node, npm } = barePath(machine.node, machine.npm);
    const copy = join(place, `copy-${machine.node}`);
    copySources(copy);
    const started = performance.now();
    expect(`${name}: npm ci`, run(node, [npm, 'ci', '--no-audit', '--no-fund'], copy, path), isSilent);
    process.stdout.write(`       ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    const workspace = join(place, `${machine.node}.eigenbench`);
    const eigenbench = (...words: string[]): Outcome =>
      run(node, [npm, 'run', '-s', 'eigenbench', '--', ...words], copy, path);
    expect(`${name}: the command line`, eigenbench('--version'), (text) => /^\d+\.\d+\.\d+/.test(text));
    expect(`${name}: an import`, eigenbench(...importing(workspace)));
    expect(`${name}: a study`, eigenbench(...running(workspace)), showsTable);
    if (!process.env['CI'] || machine === machines[0]) {
      expect(`${name}: a test`, run(node, [npm, 'test', '--silent', '--', 'test/core/stats'], copy, path));
    }
    rmSync(copy, { recursive: true, force: true });
    if (!machine.tarball || tarball === undefined) continue;
    const prefix = join(place, `global-${machine.node}`);
    const installed = run(node, [npm, 'install', '-g', '--prefix', prefix, join(place, tarball)], place, path);
    expect(`${name}: global install of the tarball`, installed);
    expectSize(`${name}: the installed copy`, prefix, LIMITS.npm);
    const before = digests(prefix);
    const command = join(prefix, 'bin', 'eigenbench');
    const anywhere = (...words: string[]): Outcome => run(command, words, place, path);
    expect(`${name}: the installed command`, anywhere('--version'), (text) => /^\d+\.\d+\.\d+/.test(text));
    expect(`${name}: an import by the installed command`, anywhere(...importing(`${workspace}-global`)));
    expect(`${name}: a study by the installed command`, anywhere(...running(`${workspace}-global`)), showsTable);
    expectUnchanged(`${name}: the installed copy`, prefix, before);
    rmSync(userCache, { recursive: true, force: true });
    rmSync(prefix, { recursive: true, force: true });
    if (machine === machines[0]) tryWithoutNetwork(path, node, npm);
    if (dockerRecipe().base !== `node:${machine.node.split('.')[0]}-slim`) continue;
    const built = buildContainer(join(place, tarball), join(place, 'container'), dirname(node), npm);
    for (const { line, outcome } of built.lines) expect(`a container: ${line}`, outcome);
    const inside = (...words: string[]): Outcome => run(built.command, words, place, built.path);
    expect('a container: the command', inside('--version'), (text) => /^\d+\.\d+\.\d+/.test(text));
    expect('a container: an import', inside(...importing(`${workspace}-container`)));
    expect('a container: a study', inside(...running(`${workspace}-container`)), showsTable);
  }
  if (tarball === undefined) expect('npm run tarball', { code: 1, output: 'It wrote no tarball.' });
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
