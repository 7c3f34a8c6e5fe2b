/** Deep features: a network's vectors of the images of a dataset, attached to it. */
import { dirname } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { EmbedEvent } from '../../../core/contract/networks.ts';
import { sha256Hex } from '../../../core/identity.ts';
import { networkProvenance } from '../../../core/networks/provenance.ts';
import type { Recipe } from '../../../core/networks/recipe.ts';
import type { GrantedPath } from '../../files/fileTokens.ts';
import { fateOfModel } from '../../networks/networkError.ts';
import { ImportError, type ImportProgress } from '../../import/index.ts';
import { originalColours } from '../../import/originalColours.ts';
import type { NetworkFaces, NetworkJob, NetworkVectors } from '../../threads/networkWorker.ts';
import { startJob } from '../../threads/oneJob.ts';
import type { Services } from '../services.ts';
import { MeanRateMeter, SETTLING } from '../streams/meanRateMeter.ts';
import { workStream } from '../streams/workStream.ts';
import { requireVectorName, storeVectors } from './attachments.ts';
import { imageEntries } from './imageEntries.ts';
import { networkFaces } from './faces/networkFaces.ts';
import { networkModel } from './networkModel.ts';

interface EmbedInput {
  readonly name: string;
  readonly replace: boolean;
  /** The path of a model; null: the built-in one. */
  readonly path: string | null;
  /** In place of the JSON beside the model. */
  readonly recipe: Recipe | undefined;
  /** Folder of the files that the images came from, for their colours; null: the images as they are stored. */
  readonly originals: GrantedPath | null;
}

/** Computes and attaches. Leaving the stream cancels; then nothing is attached, and colours that were read are kept. */
export async function embedStream(
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
  const finish = (dataset: DatasetSummary, faces: NetworkFaces, found: NetworkVectors): EmbedEvent => {
    const { length, values, runtime, points } = found;
    const marked = faces.eyes.filter((pair) => pair !== null).length;
    const { bytes, ...of } = model;
    const { coloured } = dataset;
    const hash = sha256Hex(bytes);
    const source = networkProvenance({ ...of, hash, marked, coloured, runtime });
    const network = { ...of, hash, coloured, points: [...points], model: path === null ? null : bytes };
    try {
      if (workspace.datasets.facts(id)?.hash !== dataset.hash) {
        return { kind: 'failed', reason: `"${dataset.name}" has changed: no vectors were attached.` };
      }
      const attached = storeVectors(workspace, dataset, { name, source, length, values, network }, replace);
      return { kind: 'done', attached };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return workStream<EmbedEvent>(services, signal, async (stop, offer) => {
    let dataset = grey;
    let faces = first;
    try {
      if (originals !== null) {
        await takeColours(workspace, grey, originals, stop, (progress) =>
          offer({ kind: 'progress', progress: meter.update(progress) }),
        );
        dataset = workspace.datasets.get(id)!;
      }
      faces ??= networkFaces(workspace, dataset, all);
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    const seen = faces;
    const job: NetworkJob = {
      kind: 'vectors',
      faces: seen,
      recipe: model.recipe,
      file: model.file,
      model: model.bytes,
    };
    return new Promise((over) => {
      startJob('networkWorker', job, stop, (message) => {
        if (message.kind === 'iterations') {
          if (message.parts) offer({ kind: 'progress', progress: meter.update(message.parts) });
        } else
          over(
            message.kind === 'done'
              ? finish(dataset, seen, message.result as NetworkVectors)
              : { kind: 'failed', reason: fateOfModel(model.file, message.reason) },
          );
      });
    });
  });
}

/** Stores the colours of the files that the images came from. Throws ImportError where they are others, Cancelled. */
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
