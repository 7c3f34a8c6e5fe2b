/**
 * The networks that the application brings along, and what runs them: written into out/networks by the build. The
 * weights are those of a package that only the build and tests need.
 *
 *   node scripts/run.js node scripts/networks/write.ts
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { detectorNetwork } from './detector.ts';
import { landmarkNetwork } from './landmarks.ts';
import { recognitionNetwork } from './recognition.ts';

const RUNTIME = 'ort-wasm-simd-threaded.wasm';

export function writeNetworks(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'recognition.onnx'), recognitionNetwork());
  writeFileSync(join(folder, 'landmarks.onnx'), landmarkNetwork());
  writeFileSync(join(folder, 'detector.onnx'), detectorNetwork());
  copyFileSync(createRequire(import.meta.url).resolve(`onnxruntime-web/${RUNTIME}`), join(folder, RUNTIME));
}

/** Writes them alongside the folder of a build. */
export function networks(): Plugin {
  return {
    name: 'networks',
    writeBundle: ({ dir }) => writeNetworks(join(dir!, '../networks')),
  };
}

if (import.meta.main) writeNetworks(join(import.meta.dirname, '../../out/networks'));
