// What installed packages bring along and nothing here reads: headers, sources, builds for other systems and for
// browsers. Together they are nearly as large as Node itself. Plain JavaScript, for whatever Node runs scripts/run.js.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const whole = {
  'better-sqlite3': ['deps', 'src', 'binding.gyp'],
  'happy-dom': ['src'],
  // Its types lie in src.
  h5wasm: ['test', 'dist/node', 'dist/iife'],
  'onnxruntime-web': ['lib', 'docs'],
  sharp: ['src'],
  zod: ['src'],
};

/** Of the runtime of networks: WebAssembly without a graphics card, as the build bundles it. */
const runtime = /^ort(\.wasm\.bundle\.min\.mjs|-wasm-simd-threaded\.(mjs|wasm))$/;

/**
 * This system as prebuilt modules name it: Linux without the GNU C library has builds of its own. Asked of the report,
 * since tests say another `process.platform`.
 */
function ownSystem() {
  const { platform, arch, glibcVersionRuntime } = process.report.getReport().header;
  const isMusl = platform === 'linux' && !glibcVersionRuntime;
  return `${platform}${isMusl ? 'musl' : ''}-${arch}`;
}

const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Paths of a `node_modules` that can go on this system, where they are there. */
export function unneeded(modules, system = ownSystem()) {
  const runtimes = list(modules).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
  const paths = [
    ...runtimes.map((name) => `${name}/include`),
    ...Object.entries(whole).flatMap(([name, parts]) => parts.map((part) => `${name}/${part}`)),
    ...list(join(modules, 'onnxruntime-web/dist'))
      .filter((name) => !runtime.test(name))
      .map((name) => `onnxruntime-web/dist/${name}`),
    ...list(join(modules, 'better-sqlite3/prebuilds'))
      .filter((name) => name !== `${system}.node`)
      .map((name) => `better-sqlite3/prebuilds/${name}`),
  ];
  return paths.filter((path) => existsSync(join(modules, path)));
}

/** Whether a `node_modules` is as npm left it. */
export const isUntrimmed = (modules) => existsSync(join(modules, 'better-sqlite3/deps'));

/** Removes it. What cannot be removed stays: it is in nobody's way, and another script may be at it. */
export function removeUnneeded(modules) {
  for (const path of unneeded(modules)) {
    try {
      rmSync(join(modules, path), { recursive: true, force: true });
    } catch {
      // Said above.
    }
  }
}
