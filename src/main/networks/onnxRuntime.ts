/**
 * Runs ONNX networks on WebAssembly, in one thread: the same bits on every machine. The first network loads the
 * runtime; models are data for it and can access neither files nor the network.
 */
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { networkFile } from './networkFiles.ts';
import { NetworkError, sessionFault } from './networkError.ts';
import { findFaces, type FoundFace } from '../../core/networks/findFaces.ts';
import { LANDMARK_SIDE } from '../../core/networks/landmarks.ts';
import type { Raster } from '../../core/images/resample.ts';

export interface Network {
  /** Runs the network on images of this shape; returns their vectors, concatenated. Throws NetworkError. */
  readonly run: (values: Float32Array, shape: readonly number[]) => Promise<Output>;
  readonly close: () => Promise<void>;
}

export interface Output {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Name and version of the runtime: results depend on it as well as on the model. */
export const runtimeName = (): string => `onnxruntime-web ${env.versions.web ?? env.versions.common}`;

/** @param file the model's name in errors. Throws NetworkError */
export async function openNetwork(bytes: Uint8Array, file: string): Promise<Network> {
  env.wasm.wasmBinary ??= networkFile('runtime');
  env.wasm.numThreads = 1;
  env.wasm.proxy = false;
  // Suppresses warnings on standard error.
  env.logLevel = 'fatal';
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    logSeverityLevel: 4,
  }).catch((error: unknown) => {
    throw sessionFault(file, error);
  });
  const { inputNames, outputNames } = session;
  if (inputNames.length !== 1 || outputNames.length !== 1) {
    await session.release();
    throw new NetworkError(
      file,
      `expected a model of one input and one output, found ${inputNames.join(', ')} and ${outputNames.join(', ')}`,
    );
  }
  const [input] = inputNames;
  const [output] = outputNames;
  return {
    async run(values, shape) {
      const given = new Tensor('float32', values, shape);
      const results = await session.run({ [input]: given }, { logSeverityLevel: 4 }).catch((error: unknown) => {
        throw sessionFault(file, error);
      });
      const { data, dims, type } = results[output];
      if (type !== 'float32') throw new NetworkError(file, `expected an output of float32, found ${type}`);
      // A copy: the runtime reuses its memory.
      return { shape: dims, values: Float32Array.from(data as Float32Array) };
    },
    close: () => session.release(),
  };
}

// Face detection networks.

export interface FaceFinder {
  /** The faces of a grey image of 0 … 255, the largest first. */
  readonly find: (image: Raster) => Promise<FoundFace[]>;
  readonly close: () => Promise<void>;
}

export async function openFaceFinder(): Promise<FaceFinder> {
  const detector = await openNetwork(networkFile('detector'), 'detector.onnx');
  const landmarks = await openNetwork(networkFile('landmarks'), 'landmarks.onnx');
  const networks = {
    detector: async (input: Float32Array, side: number) => (await detector.run(input, [1, 3, side, side])).values,
    landmarks: async (input: Float32Array) => (await landmarks.run(input, [1, 3, LANDMARK_SIDE, LANDMARK_SIDE])).values,
  };
  return {
    find: (image) => findFaces(image, networks),
    close: async () => {
      await detector.close();
      await landmarks.close();
    },
  };
}
