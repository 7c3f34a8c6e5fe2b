/** The networks of the application, as the build writes them; the larger half is what runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    return readFileSync(join(folder, files[name]));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The networks of the application are missing (npm run build writes them): ${message}`, {
      cause: error,
    });
  }
}
