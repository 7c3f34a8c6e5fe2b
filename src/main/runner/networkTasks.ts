/** Vectors of perturbed images: computed by the network of a dataset's vectors before the cells that need them. */
import { withVectors } from '../../core/features/registry.ts';
import { hashOf, sha256Hex } from '../../core/hash.ts';
import { valueRange } from '../../core/images/imageSet.ts';
import { imagesOfPixels, placeOf, storedPixels, type StoredPixels } from '../../core/images/storedImages.ts';
import type { PixelRange } from '../../core/perturbations/perturbation.ts';
import type { Perturbation } from '../../core/perturbations/registry.ts';
import type { CellTask } from '../../core/study/cells/cellTask.ts';
import { perturbedOf, type PerturbedVectors } from '../../core/study/cells/perturbCell.ts';
import { drawsCondition } from '../../core/study/spec/conditions.ts';
import { networkFile } from '../networks/networkFiles.ts';
import type { NetworkFaces, PerturbedJob } from '../workers/networkWorker.ts';
import { JobFailure, runNetwork } from '../workers/jobThread.ts';
import { colourPixels } from '../workspace/datasets/colourPixels.ts';
import type { StoredNetwork } from '../workspace/networks.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { LoadStudy } from './loadStudy.ts';

/** Maximum images per job: the work that a killed process has to repeat. */
const MOST_IMAGES = 256;

/** Reports progress: "deep features of perturbed image 12 of 320". */
type OnProgress = (text: string) => void;

/** Why the vectors could not be computed: one sentence. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

export interface NetworkTasks {
  /**
   * The task with the vectors of its perturbed images; the task itself if it needs none. Rejects with Cancelled, or
   * with NetworkFailure if the network cannot compute them.
   */
  readonly ready: (task: CellTask, onProgress?: OnProgress) => CellTask | Promise<CellTask>;
}

interface Images {
  readonly pixels: StoredPixels;
  readonly range: PixelRange;
}

/**
 * Tasks of a study. Stores vectors in the workspace: no image is computed twice for the conditions of a study, or after
 * a crash. The vectors do not depend on the process that computes them. `load` reads the images.
 */
export function networkTasks(
  workspace: Pick<Workspace, 'attachments' | 'datasets' | 'networks' | 'readOnly'>,
  study: StoredStudy,
  load: LoadStudy,
  signal: AbortSignal,
): NetworkTasks {
  const { datasetId, datasetHash, spec } = study;
  let images: Promise<Images> | null = null;
  const networks = new Map<string, { readonly network: StoredNetwork; readonly model: Uint8Array }>();
  /** By condition and repeat, while the cells of a split wait for them. */
  const pending = new Map<string, Promise<PerturbedVectors>>();

  const loadImages = async (): Promise<Images> => {
    const { pixels } = await load({ ...study, spec: { ...spec, features: undefined, methods: [] } }, []);
    return { pixels, range: valueRange(imagesOfPixels(pixels)) };
  };
  const networkOf = (vectors: string) => {
    const cached = networks.get(vectors);
    if (cached) return cached;
    const network = workspace.networks.get(datasetId, vectors);
    if (!network) throw new NetworkFailure(`The network of "${vectors}" is not kept here.`);
    const model = network.model ?? networkFile('recognition');
    if (network.model === null && sha256Hex(model) !== network.hash) {
      throw new NetworkFailure(`"${vectors}" was computed by the built-in network of another version.`);
    }
    const entry = { network, model };
    networks.set(vectors, entry);
    return entry;
  };

  const compute = async (task: CellTask, perturbation: Perturbation, vectors: string, onProgress: OnProgress) => {
    const { network, model } = networkOf(vectors);
    const { hash, length } = workspace.attachments.present(datasetId)[vectors];
    const drawn = drawsCondition(spec.perturbations, task.condition);
    const key = hashOf({
      vectors: hash,
      datasetHash,
      perturbation,
      ...(drawn && { seed: task.seed, repeat: task.repeat }),
    });
    const perturbedImages = perturbedOf(perturbation, task.split);
    const vectorsByImage = workspace.networks.perturbed(datasetId, vectors, key);
    const missing = perturbedImages.filter((image) => vectorsByImage.get(image)?.length !== length);
    for (let from = 0; from < missing.length; from += MOST_IMAGES) {
      const part = missing.slice(from, from + MOST_IMAGES);
      const { pixels, range } = await (images ??= loadImages());
      const streamNames = { perturbation, seed: task.seed, datasetHash, repeat: task.repeat };
      const faces = facesOf(workspace.datasets, datasetId, pixels, network, part);
      const { file, recipe } = network;
      const job: PerturbedJob = { kind: 'perturbed', faces, recipe, file, model, of: streamNames, images: part, range };
      const { values } = await runNetwork(job, signal, ({ done }) =>
        onProgress(`deep features of perturbed image ${from + done + 1} of ${missing.length}`),
      ).catch((error: unknown) => {
        throw error instanceof JobFailure ? new NetworkFailure(error.message) : error;
      });
      const computed = part.map((image, n) => {
        return [image, Float32Array.from(values.subarray(n * length, (n + 1) * length))] as const;
      });
      computed.forEach(([image, vector]) => vectorsByImage.set(image, vector));
      if (!workspace.readOnly) workspace.networks.putPerturbed(datasetId, vectors, key, computed);
    }
    const stored = storedPixels({ rows: length, cols: 1, count: perturbedImages.length, type: 'f64' });
    const place = placeOf(stored);
    perturbedImages.forEach((image, n) => place(n).set(vectorsByImage.get(image)!));
    return { images: Int32Array.from(perturbedImages), vectors: stored };
  };

  const withVectorsOf = async (task: CellTask, perturbation: Perturbation, vectors: string, onProgress: OnProgress) => {
    const name = JSON.stringify([vectors, task.condition, task.repeat]);
    const computation = pending.get(name) ?? compute(task, perturbation, vectors, onProgress);
    pending.set(name, computation);
    try {
      return { ...task, networkVectors: await computation };
    } finally {
      pending.delete(name);
    }
  };

  return {
    ready(task, onProgress = () => undefined) {
      const { perturbation } = task;
      const { vectors } = withVectors(task.features);
      return perturbation && vectors !== null ? withVectorsOf(task, perturbation, vectors, onProgress) : task;
    },
  };
}

/** The original images of a job; its thread perturbs them. */
function facesOf(
  datasets: Workspace['datasets'],
  id: number,
  pixels: StoredPixels,
  { coloured, points }: StoredNetwork,
  images: readonly number[],
): NetworkFaces {
  const { rows, cols, type } = pixels;
  const copy = storedPixels({ rows, cols, count: images.length, type });
  const [from, to] = [placeOf(pixels), placeOf(copy)];
  images.forEach((image, n) => to(n).set(from(image)));
  return {
    pixels: copy,
    colours: coloured ? colourPixels(datasets, id, { rows, cols }, images) : null,
    labels: new Int32Array(images.length),
    eyes: images.map((image) => points[image]),
  };
}
