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

/**
 * Throws NetworkError.
 * @param file the model's name in errors
 * @param most maximum numbers of an output: a larger one is refused before it is computed if the model states its
 *   shape, otherwise before it is copied
 */
export async function openNetwork(bytes: Uint8Array, file: string, most = Infinity): Promise<Network> {
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
  const requireLength = (sides: readonly (number | string)[]): void => {
    const numbers = sides.reduce<number>((product, side) => product * (typeof side === 'number' ? side : 1), 1);
    if (numbers <= most) return;
    const [expected, found] = [most, numbers].map((each) => each.toLocaleString('en'));
    throw new NetworkError(file, `expected at most ${expected} numbers per image, found an output of ${found}`);
  };
  const [facts] = session.outputMetadata;
  try {
    if (facts.isTensor) requireLength(facts.shape);
  } catch (error) {
    await session.release();
    throw error;
  }
  return {
    async run(values, shape) {
      const given = new Tensor('float32', values, shape);
      const results = await session.run({ [input]: given }, { logSeverityLevel: 4 }).catch((error: unknown) => {
        throw sessionFault(file, error);
      });
      const { data, dims, type } = results[output];
      if (type !== 'float32') throw new NetworkError(file, `expected an output of float32, found ${type}`);
      requireLength(dims);
      // A copy: the runtime reuses its memory.
      return { shape: dims, values: (data as Float32Array).slice() };
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
