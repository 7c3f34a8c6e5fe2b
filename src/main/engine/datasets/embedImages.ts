/** Deep features: a network's vectors of the images of a dataset, attached to it. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { EmbedEvent } from '../../../core/contract/networks.ts';
import { sha256Hex } from '../../../core/identity.ts';
import { builtInRecipe, recipeSchema, recipeText, type Recipe } from '../../../core/networks/recipe.ts';
import type { JobMessage } from '../../threads/answerJob.ts';
import type { NetworkJob, NetworkVectors } from '../../threads/networkWorker.ts';
import { startJob } from '../../threads/oneJob.ts';
import { networkFile } from '../../networks/files.ts';
import { invalid } from '../errors.ts';
import type { Services } from '../services.ts';
import { latestStream } from '../streams/latestStream.ts';
import { MeanRateMeter } from '../streams/meanRateMeter.ts';
import { requireVectorName, storeVectors } from './attachments.ts';
import { imageEntries } from './imageEntries.ts';

/** Seconds without a time left: the first image pays for the trial. */
const SETTLING = 1;

interface Model {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly recipe: Recipe;
}

interface EmbedInput {
  readonly name: string;
  readonly replace: boolean;
  /** The path of a model; null: the built-in one. */
  readonly path: string | null;
}

/** Computes and attaches. Leaving the stream cancels; then nothing is attached. */
export async function embedStream(
  services: Pick<Services, 'workspace' | 'closing'>,
  dataset: DatasetSummary,
  { name, replace, path }: EmbedInput,
  signal: AbortSignal | undefined,
): Promise<AsyncIteratorObject<EmbedEvent, void, void>> {
  const { workspace, closing } = services;
  const { id, range } = dataset;
  requireVectorName(name);
  if (range[0] < 0 || range[1] > 255 || range[1] <= 1) {
    const message = `dataset: networks take grey values of 0 … 255; "${dataset.name}" has ${range[0]} … ${range[1]}.`;
    throw invalid([{ path: 'dataset', message }]);
  }
  const model = path === null ? builtIn() : await userModel(path);
  const marked = workspace.eyes.marked(id);
  const eyes = imageEntries(workspace.datasets, id).map(({ file }) => marked.get(file) ?? null);
  const labels = Int32Array.from(workspace.datasets.facts(id)!.labels);
  const pixels = workspace.datasets.loadPixels(id);
  const job: NetworkJob = { pixels, labels, eyes, recipe: model.recipe, file: model.file, model: model.bytes };

  const abort = new AbortController();
  const { stream, offer, end } = latestStream<EmbedEvent>(signal, () => abort.abort());
  const meter = new MeanRateMeter(SETTLING);
  const finish = ({ length, values, runtime }: NetworkVectors): EmbedEvent => {
    const source = provenance(model, eyes.filter((pair) => pair !== null).length, runtime);
    try {
      if (workspace.datasets.facts(id)?.hash !== dataset.hash) {
        return { kind: 'failed', reason: `"${dataset.name}" has changed: no vectors were attached.` };
      }
      const attached = storeVectors(workspace, dataset, { name, source, length, values }, replace);
      return { kind: 'done', attached };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  startJob('networkWorker', job, AbortSignal.any([abort.signal, closing]), (message: JobMessage<NetworkVectors>) => {
    if (message.kind === 'iterations') {
      if (message.parts) offer({ kind: 'progress', progress: meter.update(message.parts) });
      return;
    }
    offer(message.kind === 'done' ? finish(message.result) : message);
    end();
  });
  return stream;
}

function builtIn(): Model {
  return { file: 'built-in', bytes: networkFile('recognition'), recipe: builtInRecipe };
}

/** A model and the JSON beside it, which says how it takes faces. */
async function userModel(path: string): Promise<Model> {
  const beside = path.replace(/\.onnx$/i, '').concat('.json');
  const text = await readFile(beside, 'utf8').catch(() => null);
  const problem = (message: string): Error => invalid([{ path: 'model', message: `${basename(beside)}: ${message}` }]);
  if (text === null) {
    const example = '{ "size": [112, 112], "mean": 127.5, "scale": 127.5, "channels": "RGB", "template": null }';
    throw problem(`expected this file beside the model, to say how it takes faces, such as ${example}.`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw problem('expected JSON.');
  }
  const recipe = recipeSchema.safeParse(parsed);
  if (!recipe.success) {
    const [{ path: field, message }] = recipe.error.issues;
    throw problem(`${field.join('.')}: ${message}.`.replace(/^: /, ''));
  }
  return { file: basename(path), bytes: await readFile(path), recipe: recipe.data };
}

/** What the vectors were computed by, and how: all that they depend on. */
function provenance({ file, bytes, recipe }: Model, known: number, runtime: string): string {
  const eyes = recipe.template === null ? '' : `; eyes: ${known} marked, others by landmarks`;
  return `${file} network, SHA-256 ${sha256Hex(bytes).slice(0, 16)}; grey images of the dataset, ${recipeText(recipe)}${eyes}; ${runtime}`;
}
