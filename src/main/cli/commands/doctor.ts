import { existsSync, accessSync, constants, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { print, printJson } from '../terminal.ts';
import { Failure } from '../errors.ts';
import { workspacePath } from '../workspace.ts';
import type { OptionsOf } from '../declarations/declare.ts';
import type { declareDoctor } from '../declarations/helpCommands.ts';
import { columns } from '../options/textColumns.ts';
import { plural, bytes } from '../../../core/text/phrases.ts';
import { kernelName } from '../../../core/linalg/index.ts';
import { dataFolder } from '../../dataFolder.ts';
import { findProgram, isExecutable } from '../../findProgram.ts';
import { fromSources, packageRoot } from '../../packageRoot.ts';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { kernelWidth, productRate } from '../../kernelWidth.ts';
import { loadSharp } from '../../loadSharp.ts';
import { candidates } from '../../server/openInBrowser.ts';

// Requirements and optional components of the application on this machine.

const LEAST_NODE = 24;
const GIB = 2 ** 30;

/** One finding per component. Changes nothing. */
async function examine(workspace: string): Promise<Finding[]> {
  return [
    node(),
    ...kernels(),
    memory(),
    good('processors', String(availableParallelism())),
    await imageLibrary(),
    electron(),
    browser(),
    await fonts(),
    ...(await Promise.all(interpreters.map(interpreter))),
    folder(),
    await examineWorkspace(workspace),
  ];
}

function good(what: string, value: string): Finding {
  return { what, state: 'good', found: value, remedy: null };
}

/** First release of each line without the vulnerabilities that the Node project published up to March 2026. */
const PATCHED: Readonly<Record<number, string>> = { 24: '24.14.1', 25: '25.8.2' };

/** Version of Node, and whether Eigenbench installs another one on other systems. */
export function nodeFinding(version: string, installed: Readonly<Record<string, string>>): Finding {
  const what = 'Node';
  const found = `v${version}`;
  const [major] = version.split('.').map(Number);
  if (major < LEAST_NODE) return { what, state: 'bad', found, remedy: `install Node ${LEAST_NODE} or newer` };
  const patched = PATCHED[major];
  if (patched !== undefined && version.localeCompare(patched, 'en', { numeric: true }) < 0) {
    return {
      what,
      state: 'bad',
      found: `${found} with known vulnerabilities`,
      remedy: `install Node ${patched} or newer`,
    };
  }
  // The registry has no version of a line for all systems.
  const versions = new Set(Object.values(installed));
  const others = [...versions].filter((each) => each !== version);
  const differs = versions.has(version) && others.length > 0;
  return good(what, differs ? `${found}; ${others.join(', ')} on other systems` : found);
}

function node(): Finding {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  };
  return nodeFinding(process.versions.node, optionalDependencies);
}

/** The kernel build, and its vector width with the speed of products; takes one second if that is not yet measured. */
function kernels(): Finding[] {
  try {
    applyKernelChoice();
    const build = kernelName();
    const { width, gain, why, fault } = kernelWidth(build, { keeps: false });
    const narrow = `${productRate(build, 128)} GFlop/s`;
    const wide = gain === null ? null : `${productRate(build, 256)} GFlop/s`;
    const description =
      width === 256
        ? `256 bits, ${wide} (${narrow} at 128): ${why}`
        : `128 bits, ${narrow}${wide ? ` (${wide} at 256)` : ''}: ${why}`;
    const remedy = 'nothing is wrong with results, which take up to twice the time; a newer Node may do better';
    return [
      good('numerical kernels', build),
      fault
        ? { what: 'width of kernels', state: 'optional', found: description, remedy }
        : good('width of kernels', description),
    ];
  } catch (error) {
    const remedy = 'unset EIGENBENCH_KERNEL and EIGENBENCH_WIDTH, or install a newer Node';
    return [{ what: 'numerical kernels', state: 'bad', found: (error as Error).message, remedy }];
  }
}

function memory(): Finding {
  const amount = `${bytes(totalmem())}, ${bytes(freemem())} of them free`;
  if (totalmem() >= 2 * GIB) return good('memory', amount);
  return {
    what: 'memory',
    state: 'optional',
    found: amount,
    remedy: 'import smaller images (--size) and use --workers 1',
  };
}

async function imageLibrary(): Promise<Finding> {
  try {
    const sharp = await loadSharp();
    return good('image library', `libvips ${sharp.versions.vips}`);
  } catch {
    const remedy = fromSources() ? 'install the dependencies again: npm ci' : 'install Eigenbench again';
    return { what: 'image library', state: 'bad', found: 'does not load', remedy };
  }
}

/** The runtime of the desktop application; without it, the application runs in a browser. */
function electron(): Finding {
  if (process.versions['electron'] !== undefined) return good('Electron', process.versions['electron']);
  const version = electronVersion();
  if (version !== null) return good('Electron', version);
  const browser = '"eigenbench serve --open" takes a browser instead';
  const remedy = fromSources() ? `npm start fetches it; ${browser}` : browser;
  return { what: 'Electron', state: 'optional', found: 'not installed', remedy };
}

function electronVersion(): string | null {
  try {
    const package_ = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
    const version = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(package_, 'dist'), 'version');
    return existsSync(version) ? readFileSync(version, 'utf8').trim() : null;
  } catch {
    return null;
  }
}

function browser(): Finding {
  const path = candidates(process.platform, process.env).find(isExecutable);
  if (path !== undefined) return good('browser', path);
  const remedy = 'install Chromium, Chrome or Edge for "serve --open"';
  return { what: 'browser', state: 'optional', found: 'none that opens a window of its own', remedy };
}

/** PNG figures are drawn with system fonts. */
async function fonts(): Promise<Finding> {
  if (process.platform !== 'linux') return good('fonts', 'those of the system');
  const family = await output('fc-match', ['sans-serif', 'family']);
  if (family !== null && family !== '') return good('fonts', family);
  const remedy = 'install fontconfig and a font such as fonts-dejavu-core; figures as PNG have no text without';
  return { what: 'fonts', state: 'optional', found: 'none', remedy };
}

/** Programs in which external methods may be written. */
const interpreters: readonly {
  readonly what: string;
  readonly names: readonly string[];
  readonly version: string[];
}[] = [
  { what: 'Python', names: ['python3', 'python'], version: ['--version'] },
  { what: 'Octave', names: ['octave'], version: ['--version'] },
  { what: 'R', names: ['Rscript'], version: ['--version'] },
  { what: 'Julia', names: ['julia'], version: ['--version'] },
];

async function interpreter({ what, names, version }: (typeof interpreters)[number]): Promise<Finding> {
  for (const name of names) {
    const said = await output(name, version);
    if (said !== null) return good(what, said.split('\n')[0]);
  }
  const remedy = `only methods of your own in ${what} need it`;
  return { what, state: 'optional', found: 'not on the path', remedy };
}

function folder(): Finding {
  const path = dataFolder();
  let present = path;
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present);
  try {
    accessSync(present, constants.W_OK);
    return good('data folder', path);
  } catch {
    const remedy = 'let yourself write there, or name a workspace elsewhere with --workspace';
    return { what: 'data folder', state: 'optional', found: `${path} cannot be written`, remedy };
  }
}

/** Output of a program, from stdout or stderr; null if it does not run. */
async function output(program: string, parameters: readonly string[]): Promise<string | null> {
  if (findProgram(program) === null) return null;
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...parameters], { timeout: 10_000 });
    return (stdout || stderr).trim();
  } catch {
    return null;
  }
}

const SIGNS = { good: 'ok', optional: 'optional', bad: 'missing' } as const;

/** eigenbench doctor: checks what the application needs on this machine. Fails if something required is missing. */
export async function doctorCommand({ json, ...options }: OptionsOf<typeof declareDoctor>): Promise<void> {
  const findings = await examine(await workspacePath(options));
  if (json) printJson(findings);
  else {
    const rows = findings.map(({ what, state, found, remedy }) => [
      SIGNS[state],
      what,
      remedy === null ? found : `${found}: ${remedy}`,
    ]);
    print(columns(['', 'what', 'found'], rows));
  }
  const bad = findings.filter(({ state }) => state === 'bad').map(({ what }) => what);
  if (bad.length > 0) throw new Failure(`Missing requirements: ${bad.join(', ')}.`);
}

/** A required or optional component and its state on this machine. */
export interface Finding {
  readonly what: string;
  /** `optional`: missing, but only some uses need it. */
  readonly state: 'good' | 'optional' | 'bad';
  readonly found: string;
  /** What to do; null if nothing. */
  readonly remedy: string | null;
}

const what = 'workspace';

/** Whether the workspace can be opened and is undamaged, checked read-only; a missing workspace is not a fault. */
export async function examineWorkspace(path: string): Promise<Finding> {
  if (!existsSync(path)) {
    return { what, state: 'optional', found: `none at ${path}`, remedy: '"eigenbench import" makes it' };
  }
  try {
    const { openWorkspace } = await import('../../workspace/workspace.ts');
    const workspace = openWorkspace(path, { readOnly: true });
    try {
      const { bytes: size, free } = workspace.space();
      const held = `${plural(workspace.datasets.list().length, 'dataset')}, ${plural(workspace.studies.list().length, 'study', 'studies')}`;
      const description = `${path} (${bytes(size)}, ${held})`;
      if (free > size / 2 && free > 2 ** 26) {
        return { what, state: 'optional', found: description, remedy: `"eigenbench shrink" frees ${bytes(free)}` };
      }
      return { what, state: 'good', found: description, remedy: null };
    } finally {
      workspace.close();
    }
  } catch (error) {
    const remedy = '"eigenbench check" lists the damage, a backup brings it back';
    return { what, state: 'bad', found: (error as Error).message, remedy };
  }
}
