/**
 * The package that the weights come from, on its own TensorFlow.js. Its bundle is one for browsers: while it is loaded
 * it has to find a window.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODELS } from '../../scripts/networks/weights.ts';

interface Numbers {
  readonly shape: readonly number[];
  readonly dataSync: () => Float32Array;
}
interface Net {
  readonly loadFromWeightMap: (map: unknown) => void;
  readonly forwardInput: (input: unknown, size?: number) => Numbers;
  /** Of landmarks: before they are scaled to the image. */
  readonly runNet?: (input: unknown) => Numbers;
}
interface FaceApi {
  readonly tf: {
    readonly setBackend: (name: string) => Promise<boolean>;
    readonly tensor3d: (values: Float32Array, shape: readonly number[]) => unknown;
    readonly io: { readonly decodeWeights: (bytes: ArrayBuffer, weights: unknown) => unknown };
  };
  readonly env: { readonly setEnv: (env: unknown) => void };
  readonly NetInput: new (images: readonly unknown[]) => unknown;
  readonly FaceRecognitionNet: new () => Net;
  readonly FaceLandmark68Net: new () => Net;
  readonly TinyFaceDetector: new () => Net;
}

const nets = {
  recognition: ['FaceRecognitionNet', 'face_recognition_model'],
  landmarks: ['FaceLandmark68Net', 'face_landmark_68_model'],
  detector: ['TinyFaceDetector', 'tiny_face_detector_model'],
} as const;

async function load(): Promise<FaceApi> {
  const globals = globalThis as Record<string, unknown>;
  Object.assign(globals, { window: globalThis, document: {} });
  const path = join(MODELS, '../dist/face-api.esm.js');
  const api = (await import(/* @vite-ignore */ path)) as FaceApi;
  delete globals['window'];
  delete globals['document'];
  const nothing = class {};
  api.env.setEnv({ Canvas: nothing, Image: nothing, ImageData: nothing, Video: nothing });
  await api.tf.setBackend('cpu');
  return api;
}

/** What the package's own network answers for a square image of 0 … 255, red, green and blue of a pixel together. */
export async function answerOfFaceApi(name: keyof typeof nets, image: Float32Array, size: number): Promise<Numbers> {
  const api = await load();
  const [kind, model] = nets[name];
  const [{ weights, paths }] = JSON.parse(
    readFileSync(join(MODELS, `${model}-weights_manifest.json`), 'utf8'),
  ) as readonly [{ readonly weights: unknown; readonly paths: readonly string[] }];
  const net = new api[kind]();
  net.loadFromWeightMap(api.tf.io.decodeWeights(new Uint8Array(readFileSync(join(MODELS, paths[0]))).buffer, weights));
  const input = new api.NetInput([api.tf.tensor3d(image, [size, size, 3])]);
  return net.runNet ? net.runNet(input) : net.forwardInput(input, size);
}
