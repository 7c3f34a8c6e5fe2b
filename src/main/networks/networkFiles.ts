/** The built-in networks, as written by the build, and their runtime: 8 MB of 21. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageRoot } from '../packageRoot.ts';

const files = {
  recognition: 'recognition.onnx',
  detector: 'detector.onnx',
  landmarks: 'landmarks.onnx',
  runtime: 'ort-wasm-simd-threaded.wasm',
} as const;

/** Throws Error in a working copy that has not been built. */
export function networkFile(name: keyof typeof files, folder = join(packageRoot(), 'out', 'networks')): Uint8Array {
  try {
    return gunzipSync(readFileSync(join(folder, `${files[name]}.gz`)));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The networks of the application are missing (npm run build writes them): ${message}`, {
      cause: error,
    });
  }
}
