/**
 * Writes the built-in networks and their runtime into out/networks, as part of the build. The weights come from a
 * package that only the build and tests need.
 *
 *   node scripts/run.js node scripts/networks/write.ts
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { detectorNetwork } from './detector.ts';
import { landmarkNetwork } from './landmarks.ts';
import { recognitionNetwork } from './recognition.ts';

const RUNTIME = 'ort-wasm-simd-threaded.wasm';

export function writeNetworks(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const runtime = readFileSync(createRequire(import.meta.url).resolve(`onnxruntime-web/${RUNTIME}`));
  const files = new Map<string, Uint8Array>([
    ['recognition.onnx.gz', recognitionNetwork()],
    ['landmarks.onnx.gz', landmarkNetwork()],
    ['detector.onnx.gz', detectorNetwork()],
    [`${RUNTIME}.gz`, runtime],
  ]);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), gzipSync(bytes, { level: 9 }));
  // Removes files of an earlier build, which would be packed too. Runs after the new files are written, because another
  // process may be reading.
  for (const name of readdirSync(folder).filter((name) => !files.has(name))) rmSync(join(folder, name));
}

/** Writes them alongside the folder of a build. */
export function networks(): Plugin {
  return {
    name: 'networks',
    writeBundle: ({ dir }) => writeNetworks(join(dir!, '../networks')),
  };
}

if (import.meta.main) writeNetworks(join(import.meta.dirname, '../../out/networks'));
