/** Worker thread: computes a network's input for a face, or its vectors of some or all images; then exits. */
import type { Eyes } from '../../core/images/preprocess/align.ts';
import type { Point } from '../../core/images/preprocess/steps.ts';
import type { Raster } from '../../core/images/resample.ts';
import { placeOf, type StoredPixels } from '../../core/images/storedImages.ts';
import type { PixelRange } from '../../core/perturbations/perturbation.ts';
import { perturbedPixels, type PerturbedRepeat } from '../../core/perturbations/registry.ts';
import {
  alignedFace,
  inputShape,
  networkInput,
  pointsOf,
  type Channels,
  type FacePoints,
} from '../../core/networks/input.ts';
import { facePoints, LANDMARK_SIDE, landmarkInput } from '../../core/networks/landmarks.ts';
import type { Recipe } from '../../core/networks/recipe.ts';
import {
  trialDistances,
  separabilityImages,
  separabilityProblem,
  type TrialDistances,
} from '../../core/networks/separabilityCheck.ts';
import { MOST_NUMBERS } from '../../core/features/attachedVectors.ts';
import { randomOperators } from '../../core/networks/randomOperators.ts';
import { bytes } from '../../core/text/phrases.ts';
import { networkFile } from '../networks/networkFiles.ts';
import { NetworkError } from '../networks/networkError.ts';
import { openNetwork, runtimeName, type Network } from '../networks/onnxRuntime.ts';
import { runJob, type JobParts } from './runJob.ts';

/** Input images of networks. */
export interface NetworkFaces {
  readonly pixels: StoredPixels;
  /** RGB triples, as rows of three times the columns; null if the images are grey. */
  readonly colours: StoredPixels | null;
  /** Subject numbers, one per image. */
  readonly labels: Int32Array;
  /** Known points of each image for its alignment; null: to be detected. */
  readonly eyes: readonly (Eyes | FacePoints | null)[];
}

interface Faced {
  readonly faces: NetworkFaces;
  readonly recipe: Recipe;
}

interface Modelled extends Faced {
  /** The model's name in errors. */
  readonly file: string;
  readonly model: Uint8Array;
}

/** 'input': for the first image. 'trial': for all, which are those of `separabilityImages`. */
export type NetworkJob =
  | (Faced & { readonly kind: 'input' })
  | (Modelled & { readonly kind: 'trial' })
  | VectorJob
  | PerturbedJob;

interface VectorJob extends Modelled {
  readonly kind: 'vectors';
}

/** Vectors of some of the images, perturbed. */
export interface PerturbedJob extends Modelled {
  readonly kind: 'perturbed';
  readonly of: PerturbedRepeat;
  /** Their positions in the dataset, in the order of the faces. */
  readonly images: readonly number[];
  /** Grey value range of the dataset. */
  readonly range: PixelRange;
}

/** A face in the shape of the network, on the scale of the image. */
export interface NetworkInput extends Raster {
  readonly pixels: Float64Array;
  /** Points of the alignment, in the image; null without alignment. */
  readonly points: readonly Point[] | null;
}

export interface NetworkTrial {
  readonly length: number;
  readonly images: number;
  readonly distances: TrialDistances | null;
  readonly secondsPerImage: number;
}

export interface NetworkVectors {
  readonly length: number;
  readonly values: Float64Array;
  readonly runtime: string;
  /** Points of each image's alignment; null without alignment. */
  readonly points: readonly (Eyes | FacePoints | null)[];
}

/** Results by kind of job. */
export interface NetworkResults {
  readonly input: NetworkInput;
  readonly trial: NetworkTrial;
  readonly vectors: NetworkVectors;
  readonly perturbed: NetworkVectors;
}

export type NetworkResult = NetworkResults[keyof NetworkResults];

runJob(async (job: NetworkJob, _, onProgress): Promise<NetworkResult> => {
  const faces = await openFaces(job);
  if (job.kind === 'input') return faces.input(0);
  const random = randomOperators(job.model);
  if (random.length > 0) throw new NetworkError(job.file, `${drawsNumbers} (operator ${random.join(', ')})`);
  const network = await openNetwork(job.model, job.file, MOST_NUMBERS);
  if (job.kind === 'perturbed') return vectors(network, job, faces, onProgress);
  await requireRepeatable(network, job, faces);
  const tried = job.kind === 'trial' ? Array.from(job.faces.labels.keys()) : separabilityImages(job.faces.labels);
  const began = performance.now();
  const trial = [];
  for (const n of tried) trial.push(await vector(network, job, await faces.given(n)));
  const problem = separabilityProblem(trial);
  if (problem) throw new NetworkError(job.file, problem);
  if (job.kind === 'trial') {
    const secondsPerImage = (performance.now() - began) / 1000 / tried.length;
    return { length: trial[0].length, images: tried.length, distances: trialDistances(trial), secondsPerImage };
  }
  return vectors(network, job, faces, onProgress);
});

const drawsNumbers = 'expected the same vector of an image every time; this network draws random numbers';

/** Runs the first image twice. Throws NetworkError if a bit differs. */
async function requireRepeatable(
  network: Network,
  job: Modelled,
  faces: Awaited<ReturnType<typeof openFaces>>,
): Promise<void> {
  const given = await faces.given(0);
  const [first, second] = [await vector(network, job, given), await vector(network, job, given)];
  const bits = (values: Float32Array): Uint8Array =>
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (Buffer.compare(bits(first), bits(second)) !== 0) throw new NetworkError(job.file, drawsNumbers);
}

/** Throws NetworkError if the vectors of all images are larger than the workspace can store as one value. */
function requireRoom({ file }: Modelled, count: number, length: number): void {
  const needed = count * length * Float64Array.BYTES_PER_ELEMENT;
  if (needed < MOST_BYTES) return;
  const size = `${count.toLocaleString('en')} vectors of ${length.toLocaleString('en')} numbers`;
  throw new NetworkError(file, `expected less than ${bytes(MOST_BYTES)} of vectors, found ${size}`);
}

/** Maximum bytes of a value in SQLite. */
const MOST_BYTES = 2 ** 31 - 1;

async function vectors(
  network: Network,
  job: VectorJob | PerturbedJob,
  faces: Awaited<ReturnType<typeof openFaces>>,
  onProgress: (parts: JobParts) => void,
): Promise<NetworkVectors> {
  const { count } = job.faces.pixels;
  let length = 0;
  let values = new Float64Array(0);
  const points = [];
  for (let n = 0; n < count; n++) {
    onProgress({ done: n, total: count, running: 'Deep features' });
    points.push(await faces.points(n));
    const imageVector = await vector(network, job, await faces.given(n));
    if (n === 0) {
      length = imageVector.length;
      requireRoom(job, count, length);
      values = new Float64Array(count * length);
    }
    if (imageVector.length !== length || !imageVector.every(Number.isFinite)) {
      const image = 1 + (job.kind === 'perturbed' ? job.images[n] : n);
      throw new NetworkError(job.file, `image ${image} gives no vector of ${length} finite numbers`);
    }
    values.set(imageVector, n * length);
  }
  return { length, values, runtime: runtimeName(), points };
}

/** The faces of a job as input of a network; the landmark network detects alignment points that are unknown. */
async function openFaces(job: NetworkJob) {
  const {
    faces: { pixels, colours, eyes },
    recipe,
  } = job;
  const { rows, cols } = pixels;
  const grey = placeOf(pixels);
  const triples = colours && placeOf(colours);
  const finds = recipe.template !== null && eyes.some((pair) => pair === null);
  const landmarks = finds ? await openNetwork(networkFile('landmarks'), 'landmarks.onnx') : null;
  const raster = (n: number, values: Uint8Array | Float64Array): Raster => ({
    rows,
    cols,
    pixels: seen(job, n, values),
  });
  const channelsOf = (n: number): Channels => {
    if (triples === null) return [raster(n, grey(n))];
    const values = triples(n);
    const channel = (of: number): Raster =>
      raster(
        n,
        Float64Array.from({ length: rows * cols }, (_, i) => values[3 * i + of]),
      );
    return [channel(0), channel(1), channel(2)];
  };
  /** Points of the last requested image: the landmark network runs once per image. */
  let last: { readonly n: number; readonly points: FacePoints } | null = null;
  const points = async (n: number): Promise<Eyes | FacePoints | null> => {
    if (recipe.template === null) return null;
    const imageEyes = eyes[n];
    if (imageEyes !== null) return imageEyes;
    if (last?.n === n) return last.points;
    const image: Raster = { rows, cols, pixels: grey(n) };
    const { values } = await landmarks!.run(landmarkInput(image), [1, 3, LANDMARK_SIDE, LANDMARK_SIDE]);
    last = { n, points: facePoints(values, image) };
    return last.points;
  };
  return {
    points,
    given: async (n: number): Promise<Float32Array> => networkInput(channelsOf(n), recipe, await points(n)),
    input: async (n: number): Promise<NetworkInput> => {
      const imagePoints = await points(n);
      const [rows, cols] = recipe.size;
      const used = imagePoints && pointsOf(imagePoints).slice(0, recipe.template!.length);
      return { rows, cols, pixels: alignedFace(raster(n, grey(n)), recipe, imagePoints), points: used };
    },
  };
}

/** Values of one channel of an image, perturbed if the job says so. */
function seen(job: NetworkJob, n: number, values: Uint8Array | Float64Array): ArrayLike<number> {
  if (job.kind !== 'perturbed') return values;
  return perturbedPixels(job.of, job.images[n], Float64Array.from(values), job.faces.pixels, job.range);
}

async function vector(network: Network, { file, recipe }: Modelled, given: Float32Array): Promise<Float32Array> {
  const { shape, values } = await network.run(given, inputShape(recipe));
  if (shape[0] !== 1 || shape.slice(1).filter((side) => side !== 1).length > 1) {
    throw new NetworkError(file, `expected one vector per image, found an output of ${shape.join(' × ')}`);
  }
  return values;
}
