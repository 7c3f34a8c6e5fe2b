/** A worker thread: what a network sees of a face, its vectors of a few images or of all; then it ends. */
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
import { networkFile } from '../networks/networkFiles.ts';
import { NetworkError } from '../networks/networkError.ts';
import { openNetwork, runtimeName, type Network } from '../networks/onnxRuntime.ts';
import { runJob, type JobParts } from './runJob.ts';

/** Images as networks are given them. */
export interface NetworkFaces {
  readonly pixels: StoredPixels;
  /** RGB triples, as rows of three times the columns; null: the images are grey. */
  readonly colours: StoredPixels | null;
  /** Subject numbers, one per image. */
  readonly labels: Int32Array;
  /** What is known of each image to align it by; null: it is found. */
  readonly eyes: readonly (Eyes | FacePoints | null)[];
}

interface Faced {
  readonly faces: NetworkFaces;
  readonly recipe: Recipe;
}

interface Modelled extends Faced {
  /** How errors call the model. */
  readonly file: string;
  readonly model: Uint8Array;
}

/** 'input': of the first image. 'trial': of all, which are those of `trialImages`. */
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
  /** Of the grey values of the dataset. */
  readonly range: PixelRange;
}

/** A face in the shape of the network, on the scale of the image. */
export interface NetworkInput extends Raster {
  readonly pixels: Float64Array;
  /** What it was aligned by, in the image; null: it was not. */
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
  /** What each image was aligned by; null: it was not. */
  readonly points: readonly (Eyes | FacePoints | null)[];
}

export type NetworkResult = NetworkInput | NetworkTrial | NetworkVectors;

runJob(async (job: NetworkJob, _, told): Promise<NetworkResult> => {
  const faces = await openFaces(job);
  if (job.kind === 'input') return faces.input(0);
  const network = await openNetwork(job.model, job.file);
  if (job.kind === 'perturbed') return vectors(network, job, faces, told);
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
  return vectors(network, job, faces, told);
});

async function vectors(
  network: Network,
  job: VectorJob | PerturbedJob,
  faces: Awaited<ReturnType<typeof openFaces>>,
  told: (parts: JobParts) => void,
): Promise<NetworkVectors> {
  const { count } = job.faces.pixels;
  let length = 0;
  let values = new Float64Array(0);
  const points = [];
  for (let n = 0; n < count; n++) {
    told({ done: n, total: count, running: 'Deep features' });
    points.push(await faces.points(n));
    const own = await vector(network, job, await faces.given(n));
    if (n === 0) {
      length = own.length;
      values = new Float64Array(count * length);
    }
    if (own.length !== length || !own.every(Number.isFinite)) {
      const image = 1 + (job.kind === 'perturbed' ? job.images[n] : n);
      throw new NetworkError(job.file, `image ${image} gives no vector of ${length} finite numbers`);
    }
    values.set(own, n * length);
  }
  return { length, values, runtime: runtimeName(), points };
}

/** The faces of a job as a network takes them; what is not known of them to align them by is found by the landmarks. */
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
  /** Of the last image that was asked for: the landmarks look at it once. */
  let last: { readonly n: number; readonly points: FacePoints } | null = null;
  const points = async (n: number): Promise<Eyes | FacePoints | null> => {
    if (recipe.template === null) return null;
    const known = eyes[n];
    if (known !== null) return known;
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
      const found = await points(n);
      const [rows, cols] = recipe.size;
      const used = found && pointsOf(found).slice(0, recipe.template!.length);
      return { rows, cols, pixels: alignedFace(raster(n, grey(n)), recipe, found), points: used };
    },
  };
}

/** Values of one channel of an image as the network sees them. */
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
