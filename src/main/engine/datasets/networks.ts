/** Networks on the images of a dataset: what they are given, how they do on a few images, their vectors of all. */
import { basename } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { BUILT_IN } from '../../../core/networks/provenance.ts';
import { builtInRecipe } from '../../../core/networks/recipe.ts';
import { separabilityImages } from '../../../core/networks/trial.ts';
import { Cancelled } from '../../cancelled.ts';
import type { NetworkResult, NetworkInput, NetworkJob, NetworkTrial } from '../../threads/networkWorker.ts';
import { fateOfModel } from '../../networks/networkError.ts';
import { startJob } from '../../threads/oneJob.ts';
import { invalid } from '../errors.ts';
import type { Implementer, Services } from '../services.ts';
import { pixelBlock } from '../pixelBlock.ts';
import { requireImages } from './datasetReads.ts';
import { embedStream } from './embedImages.ts';
import { networkFaces } from './faces/networkFaces.ts';
import { networkModel, recipeBeside } from './networkModel.ts';

/** Grey levels as they are. */
const LEVELS = { low: 0, high: 255 };

/** The file that a failure names; the landmarks alone work without a model. */
function fileOf(job: NetworkJob): string {
  return job.kind === 'input' ? BUILT_IN : job.file;
}

export function networkHandlers(
  os: Implementer,
  services: Pick<Services, 'workspace' | 'files' | 'closing'>,
  find: (id: number) => DatasetSummary,
) {
  const { workspace, files, closing } = services;
  const pathOf = async (model: string | undefined): Promise<string | null> =>
    model === undefined ? null : (await files.resolve(model)).path;
  const answer = <A extends NetworkResult>(job: NetworkJob, signal: AbortSignal | undefined): Promise<A> =>
    new Promise((give, fail) => {
      const stop = signal ? AbortSignal.any([signal, closing]) : closing;
      stop.addEventListener('abort', () => fail(new Cancelled()), { once: true });
      startJob('networkWorker', job, stop, (message) => {
        if (message.kind === 'done') give(message.result as A);
        else if (message.kind === 'failed')
          fail(invalid([{ path: 'model', message: fateOfModel(fileOf(job), message.reason) }]));
      });
    });
  return {
    network: os.datasets.network.handler(async ({ input: { model } }) => {
      const path = await pathOf(model);
      if (path === null) return { file: BUILT_IN, recipe: builtInRecipe };
      return { file: basename(path), recipe: await recipeBeside(path) };
    }),
    networkView: os.datasets.networkView.handler(async ({ input: { id, recipe, index, maxSide }, signal }) => {
      const dataset = find(id);
      requireImages([index], dataset);
      const { rows, cols } = dataset;
      const faces = networkFaces(workspace, dataset, [index]);
      const { points, ...seen } = await answer<NetworkInput>({ kind: 'input', faces, recipe }, signal);
      const pixels = new Float64Array(rows * cols);
      workspace.datasets.readPixels(id, pixels, [index]);
      return {
        image: pixelBlock([{ rows, cols, pixels }], LEVELS, maxSide),
        input: pixelBlock([seen], LEVELS, maxSide),
        points: points && points.map(({ x, y }) => ({ x: (x + 0.5) / cols, y: (y + 0.5) / rows })),
        marked: faces.eyes[0] !== null,
      };
    }),
    tryNetwork: os.datasets.tryNetwork.handler(async ({ input: { id, model, recipe }, signal }) => {
      const dataset = find(id);
      const { file, bytes, recipe: known } = await networkModel(await pathOf(model), recipe);
      const tried = separabilityImages(workspace.datasets.facts(id)!.labels);
      if (tried.length === 0) {
        const message = `dataset: a trial takes two images of a subject; "${dataset.name}" has one of each.`;
        throw invalid([{ path: 'dataset', message }]);
      }
      const faces = networkFaces(workspace, dataset, tried);
      return answer<NetworkTrial>({ kind: 'trial', faces, recipe: known, file, model: bytes }, signal);
    }),
    embed: os.datasets.embed.handler(async ({ input: { id, name, model, recipe, images, replace }, signal }) => {
      const originals = images === undefined ? null : await files.resolve(images);
      const asked = { name, replace, path: await pathOf(model), recipe, originals };
      return embedStream(services, find(id), asked, signal);
    }),
  };
}
