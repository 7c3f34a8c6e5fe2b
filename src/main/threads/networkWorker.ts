/** A worker thread: a network's vectors of the images of a dataset, then it ends. */
import type { Eyes } from '../../core/images/preprocess/align.ts';
import type { Raster } from '../../core/images/resample.ts';
import { placeOf, type StoredPixels } from '../../core/images/storedImages.ts';
import { inputShape, networkInput } from '../../core/networks/input.ts';
import { facePoints, LANDMARK_SIDE, landmarkInput } from '../../core/networks/landmarks.ts';
import type { Recipe } from '../../core/networks/recipe.ts';
import { trialImages, trialProblem } from '../../core/networks/trial.ts';
import { networkFile } from '../networks/files.ts';
import { NetworkError } from '../networks/networkError.ts';
import { openNetwork, runtimeName } from '../networks/runtime.ts';
import { answerJob } from './answerJob.ts';

export interface NetworkJob {
  readonly pixels: StoredPixels;
  /** Subject numbers, one per image. */
  readonly labels: Int32Array;
  /** Those of each image that are known; null: they are found. */
  readonly eyes: readonly (Eyes | null)[];
  readonly recipe: Recipe;
  /** How errors call the model. */
  readonly file: string;
  readonly model: Uint8Array;
}

export interface NetworkVectors {
  readonly length: number;
  readonly values: Float64Array;
  readonly runtime: string;
}

answerJob(async ({ pixels, labels, eyes, recipe, file, model }: NetworkJob, _, told): Promise<NetworkVectors> => {
  const { rows, cols, count } = pixels;
  const place = placeOf(pixels);
  const network = await openNetwork(model, file);
  const finds = recipe.template !== null && eyes.some((pair) => pair === null);
  const landmarks = finds ? await openNetwork(networkFile('landmarks'), 'landmarks.onnx') : null;
  const vectorOf = async (n: number): Promise<Float32Array> => {
    const image: Raster = { rows, cols, pixels: place(n) };
    const found = async () =>
      facePoints((await landmarks!.run(landmarkInput(image), [1, 3, LANDMARK_SIDE, LANDMARK_SIDE])).values, image);
    const points = recipe.template === null ? null : (eyes[n] ?? (await found()));
    const { shape, values } = await network.run(networkInput(image, recipe, points), inputShape(recipe));
    if (shape[0] !== 1 || shape.slice(1).filter((side) => side !== 1).length > 1) {
      throw new NetworkError(file, `expected one vector per image, found an output of ${shape.join(' × ')}`);
    }
    return values;
  };

  const trial = [];
  for (const n of trialImages(labels)) trial.push(await vectorOf(n));
  const problem = trialProblem(trial);
  if (problem) throw new NetworkError(file, problem);

  let length = 0;
  let values = new Float64Array(0);
  for (let n = 0; n < count; n++) {
    told({ done: n, total: count, running: 'Deep features' });
    const vector = await vectorOf(n);
    if (n === 0) {
      length = vector.length;
      values = new Float64Array(count * length);
    }
    if (vector.length !== length || !vector.every(Number.isFinite)) {
      throw new NetworkError(file, `image ${n + 1} gives no vector of ${length} finite numbers`);
    }
    values.set(vector, n * length);
  }
  return { length, values, runtime: runtimeName() };
});
