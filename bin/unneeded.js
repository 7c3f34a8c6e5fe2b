// What installed packages bring along and nothing here reads: headers, sources, builds for other systems and for
// browsers. Together they are nearly as large as Node itself. Plain JavaScript, for whatever Node starts first.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSymbols } from './withoutSymbols.js';

/** Goes last: while it is there, the rest may be. */
const MARK = 'better-sqlite3/deps';

const whole = {
  '@vladmandic/face-api': ['demo'],
  'better-sqlite3': ['src', 'binding.gyp'],
  'happy-dom': ['src'],
  // Its types lie in src.
  h5wasm: ['test', 'dist/node', 'dist/iife'],
  'onnxruntime-web': ['lib', 'docs'],
  sharp: ['src'],
  zod: ['src'],
};

/** Of the runtime of networks: WebAssembly without a graphics card, as the build bundles it. */
const runtime = /^ort(\.wasm\.bundle\.min\.mjs|-wasm-simd-threaded\.(mjs|wasm))$/;

/** Networks of face-api that are read by nothing here: only a detector, landmarks and recognition are. */
const otherNetworks = /^(age_gender|face_expression|face_landmark_68_tiny|ssd_mobilenetv1)_model/;
const translations = /^[a-z]{2}(-[a-z]{2})?$/;
/** Vite reads the map of what tests import through it, and complains where there is none. */
const readMap = '@vladmandic/face-api/dist/face-api.esm.js.map';

/**
 * This system as prebuilt modules name it: Linux without the GNU C library has builds of its own. Asked of the report,
 * since tests say another `process.platform`.
 */
function ownSystem() {
  const { platform, arch, glibcVersionRuntime } = process.report.getReport().header;
  const isMusl = platform === 'linux' && !glibcVersionRuntime;
  return `${platform}${isMusl ? 'musl' : ''}-${arch}`;
}

/** What a folder holds; nothing where there is none, or where another script removed it since it was listed. */
function list(folder, options) {
  try {
    return readdirSync(folder, options);
  } catch {
    return [];
  }
}

/** Paths of all files below a folder of `node_modules`, by and by: two scripts may remove at the same time. */
const filesBelow = (modules, folder = '') =>
  list(join(modules, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesBelow(modules, path) : [path];
  });

/** Paths of the entries of a folder of `node_modules` that a test of their names finds. */
const entries = (modules, folder, found) =>
  list(join(modules, folder))
    .filter(found)
    .map((name) => `${folder}/${name}`);

/** Paths of a `node_modules` that can go on this system, where they are there. */
export function unneeded(modules, system = ownSystem()) {
  const runtimes = list(modules).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
  const paths = [
    ...runtimes.flatMap((name) => ['include', 'share', 'CHANGELOG.md'].map((part) => `${name}/${part}`)),
    ...Object.entries(whole).flatMap(([name, parts]) => parts.map((part) => `${name}/${part}`)),
    ...entries(modules, 'onnxruntime-web/dist', (name) => !runtime.test(name)),
    ...entries(modules, 'better-sqlite3/prebuilds', (name) => name !== `${system}.node`),
    ...entries(modules, '@vladmandic/face-api/model', (name) => otherNetworks.test(name)),
    ...entries(modules, 'typescript/lib', (name) => translations.test(name)),
    ...filesBelow(modules).filter((path) => /\.[cm]?(js|ts)\.map$/.test(path) && path !== readMap),
    MARK,
  ];
  return paths.filter((path) => existsSync(join(modules, path)));
}

/** Whether a `node_modules` is as npm left it. */
export const isUntrimmed = (modules) => existsSync(join(modules, MARK));

/** Removes it. What cannot be removed stays: it is in nobody's way, and another script may be at it. */
export function removeUnneeded(modules) {
  for (const path of unneeded(modules)) remove(join(modules, path));
}

/**
 * Removes it from the `node_modules` that an installed command has for itself, and with it what only developers and the
 * desktop read: names of functions in Node, and libvips as WebAssembly where there is the native one.
 */
export function trimInstalled(modules) {
  for (const name of list(modules).filter((name) => name.startsWith('node-linux-'))) {
    strip(join(modules, name, 'bin/node'));
  }
  // What only compiles the database, which is there as it is.
  remove(join(modules, 'node-addon-api'));
  if (list(join(modules, '@img')).includes(`sharp-${ownSystem()}`)) {
    for (const name of ['@img/sharp-wasm32', '@emnapi', 'tslib']) remove(join(modules, name));
  }
  removeUnneeded(modules);
}

function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It stays.
  }
}

/** Puts another file in place of an executable, whole or not at all: this very process may run it. */
function strip(executable) {
  const beside = `${executable}.${process.pid}`;
  try {
    const { mode } = statSync(executable);
    writeFileSync(beside, withoutSymbols(readFileSync(executable)), { mode, flush: true });
    renameSync(beside, executable);
  } catch {
    remove(beside);
  }
}
