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

interface Detector extends Net {
  readonly locateFaces: (
    image: unknown,
    options: unknown,
  ) => Promise<readonly { readonly box: Box; readonly score: number }[]>;
}
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function loaded(api: FaceApi, name: keyof typeof nets): Net {
  const [kind, model] = nets[name];
  const [{ weights, paths }] = JSON.parse(
    readFileSync(join(MODELS, `${model}-weights_manifest.json`), 'utf8'),
  ) as readonly [{ readonly weights: unknown; readonly paths: readonly string[] }];
  const net = new api[kind]();
  net.loadFromWeightMap(api.tf.io.decodeWeights(new Uint8Array(readFileSync(join(MODELS, paths[0]))).buffer, weights));
  return net;
}

/** The boxes that the package's own detector finds in a square grey image, the surest first. */
export async function boxesOfFaceApi(grey: Float64Array, side: number): Promise<(Box & { readonly score: number })[]> {
  const api = await load();
  const detector = loaded(api, 'detector') as Detector;
  const image = api.tf.tensor3d(
    Float32Array.from({ length: 3 * grey.length }, (_, i) => grey[Math.floor(i / 3)]),
    [side, side, 3],
  );
  const found = await detector.locateFaces(image, { inputSize: side, scoreThreshold: 0.5 });
  return found
    .map(({ box: { x, y, width, height }, score }) => ({ x, y, width, height, score }))
    .sort((a, b) => b.score - a.score);
}

/** What the package's own network answers for a square image of 0 … 255, red, green and blue of a pixel together. */
export async function answerOfFaceApi(name: keyof typeof nets, image: Float32Array, size: number): Promise<Numbers> {
  const api = await load();
  const net = loaded(api, name);
  const input = new api.NetInput([api.tf.tensor3d(image, [size, size, 3])]);
  return net.runNet ? net.runNet(input) : net.forwardInput(input, size);
}
