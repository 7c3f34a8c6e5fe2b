/** Runs networks on a dataset: previews of their inputs, a trial on a few images, and the vectors of all images. */
import { basename, dirname } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { BUILT_IN } from '../../../core/networks/provenance.ts';
import { builtInRecipe, type Recipe } from '../../../core/networks/recipe.ts';
import { separabilityImages } from '../../../core/networks/separabilityCheck.ts';
import type { NetworkJob } from '../../workers/networkWorker.ts';
import { JobFailure, runNetwork } from '../../workers/jobThread.ts';
import { invalid } from '../errors.ts';
import type { Implementer, Services } from '../services.ts';
import { pixelBlock } from '../pixelBlock.ts';
import { requireImages } from './datasetReads.ts';
import { networkFaces } from './networkFaces.ts';
import { networkModel, recipeBeside } from './networkModel.ts';
import { networkVectors } from './networkVectors.ts';
import type { EmbedEvent } from '../../../core/contract/networks.ts';
import type { GrantedPath } from '../fileTokens.ts';
import { ImportError, type ImportProgress } from '../../import/index.ts';
import { originalColours } from '../../import/originalColours.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import { workStream } from '../latestStream.ts';
import { requireVectorName, storeVectors } from './attachmentHandlers.ts';
import { imageEntries } from './imageEntries.ts';

// Deep features: vectors that a network computes from the images of a dataset and attaches to it.

interface EmbedInput {
  readonly name: string;
  readonly replace: boolean;
  /** Path of the model; null: the built-in one. */
  readonly path: string | null;
  /** Replaces the JSON next to the model. */
  readonly recipe: Recipe | undefined;
  /** Folder of the original files, read for their colours; null: the stored images. */
  readonly originals: GrantedPath | null;
}

/**
 * Computes and attaches the vectors. Leaving the stream cancels: nothing is attached, but colours already read are
 * kept.
 */
async function embedStream(
  services: Pick<Services, 'workspace' | 'closing'>,
  grey: DatasetSummary,
  { name, replace, path, recipe, originals }: EmbedInput,
  signal: AbortSignal | undefined,
): Promise<AsyncIteratorObject<EmbedEvent, void, void>> {
  const { workspace } = services;
  const { id, count } = grey;
  requireVectorName(name);
  const model = await networkModel(path, recipe);
  const all = Array.from({ length: count }, (_, n) => n);
  const first = originals === null ? networkFaces(workspace, grey, all) : null;
  const meter = new MeanRateMeter(SETTLING);
  return workStream<EmbedEvent>(services, signal, async (stop, offer) => {
    let dataset = grey;
    try {
      if (originals !== null) {
        await takeColours(workspace, grey, originals, stop, (progress) =>
          offer({ kind: 'progress', progress: meter.update(progress) }),
        );
        dataset = workspace.datasets.get(id)!;
      }
      const faces = first ?? networkFaces(workspace, dataset, all);
      const { file, recipe: modelRecipe, bytes } = model;
      const vectors = await runNetwork(
        { kind: 'vectors', faces, recipe: modelRecipe, file, model: bytes },
        stop,
        (parts) => offer({ kind: 'progress', progress: meter.update(parts) }),
      );
      if (workspace.datasets.facts(id)?.hash !== dataset.hash) {
        return { kind: 'failed', reason: `"${dataset.name}" has changed: no vectors were attached.` };
      }
      const made = networkVectors({ model, builtIn: path === null, faces, coloured: dataset.coloured }, vectors);
      return { kind: 'done', attached: storeVectors(workspace, dataset, { name, ...made }, replace) };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  });
}

/**
 * Stores the colours of the original files. Throws ImportError if the files differ from the imported ones, Cancelled.
 */
async function takeColours(
  { path: workspacePath, datasets }: Services['workspace'],
  { id, name, rows, cols, hash }: DatasetSummary,
  { path, roots }: GrantedPath,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<void> {
  const pixels = new Float64Array(rows * cols);
  const stored = {
    ...{ name, rows, cols },
    making: datasets.making(id),
    files: imageEntries(datasets, id).map(({ file }) => file),
    read(n: number) {
      datasets.readPixels(id, pixels, [n]);
      return pixels;
    },
  };
  const folder = dirname(workspacePath);
  const colours = await originalColours({ path, folder, ...(roots && { roots }), signal, onProgress }, stored);
  if (datasets.facts(id)?.hash !== hash) throw new ImportError(`"${name}" has changed: no colours were stored`);
  datasets.addColours(id, colours);
}

/** Unscaled grey levels. */
const LEVELS = { low: 0, high: 255 };

export function networkHandlers(
  os: Implementer,
  services: Pick<Services, 'workspace' | 'files' | 'closing'>,
  find: (id: number) => DatasetSummary,
) {
  const { workspace, files, closing } = services;
  const pathOf = async (model: string | undefined): Promise<string | null> =>
    model === undefined ? null : (await files.resolve(model)).path;
  /** Throws INVALID if the model fails, Cancelled. */
  const run = async <J extends NetworkJob>(job: J, signal: AbortSignal | undefined) => {
    try {
      return await runNetwork(job, signal ? AbortSignal.any([signal, closing]) : closing);
    } catch (error) {
      throw error instanceof JobFailure ? invalid([{ path: 'model', message: error.message }]) : error;
    }
  };
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
      const { points, ...seen } = await run({ kind: 'input', faces, recipe }, signal);
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
      const { file, bytes, recipe: modelRecipe } = await networkModel(await pathOf(model), recipe);
      const tried = separabilityImages(workspace.datasets.factsOf(id).labels);
      if (tried.length === 0) {
        const message = `dataset: a trial takes two images of a subject; "${dataset.name}" has one of each.`;
        throw invalid([{ path: 'dataset', message }]);
      }
      const faces = networkFaces(workspace, dataset, tried);
      return run({ kind: 'trial', faces, recipe: modelRecipe, file, model: bytes }, signal);
    }),
    embed: os.datasets.embed.handler(async ({ input: { id, name, model, recipe, images, replace }, signal }) => {
      const originals = images === undefined ? null : await files.resolve(images);
      const request = { name, replace, path: await pathOf(model), recipe, originals };
      return embedStream(services, find(id), request, signal);
    }),
  };
}
