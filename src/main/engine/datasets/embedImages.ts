/** Deep features: a network's vectors of the images of a dataset, attached to it. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { EmbedEvent } from '../../../core/contract/networks.ts';
import { sha256Hex } from '../../../core/identity.ts';
import { networkProvenance } from '../../../core/networks/provenance.ts';
import type { Recipe } from '../../../core/networks/recipe.ts';
import type { NetworkJob, NetworkVectors } from '../../threads/networkWorker.ts';
import { startJob } from '../../threads/oneJob.ts';
import type { Services } from '../services.ts';
import { MeanRateMeter } from '../streams/meanRateMeter.ts';
import { workStream } from '../streams/workStream.ts';
import { requireVectorName, storeVectors } from './attachments.ts';
import { networkFaces } from './networkFaces.ts';
import { networkModel } from './networkModel.ts';

/** Seconds without a time left: the first image pays for the trial. */
const SETTLING = 1;

interface EmbedInput {
  readonly name: string;
  readonly replace: boolean;
  /** The path of a model; null: the built-in one. */
  readonly path: string | null;
  /** In place of the JSON beside the model. */
  readonly recipe: Recipe | undefined;
}

/** Computes and attaches. Leaving the stream cancels; then nothing is attached. */
export async function embedStream(
  services: Pick<Services, 'workspace' | 'closing'>,
  dataset: DatasetSummary,
  { name, replace, path, recipe }: EmbedInput,
  signal: AbortSignal | undefined,
): Promise<AsyncIteratorObject<EmbedEvent, void, void>> {
  const { workspace } = services;
  const { id, count } = dataset;
  requireVectorName(name);
  const model = await networkModel(path, recipe);
  const faces = networkFaces(
    workspace,
    dataset,
    Array.from({ length: count }, (_, n) => n),
  );
  const job: NetworkJob = { kind: 'vectors', faces, recipe: model.recipe, file: model.file, model: model.bytes };
  const meter = new MeanRateMeter(SETTLING);
  const finish = ({ length, values, runtime }: NetworkVectors): EmbedEvent => {
    const marked = faces.eyes.filter((pair) => pair !== null).length;
    const { bytes, ...of } = model;
    const source = networkProvenance({ ...of, hash: sha256Hex(bytes), marked, coloured: dataset.coloured, runtime });
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
  return workStream<EmbedEvent>(
    services,
    signal,
    (stop, offer) =>
      new Promise((over) => {
        startJob('networkWorker', job, stop, (message) => {
          if (message.kind === 'iterations') {
            if (message.parts) offer({ kind: 'progress', progress: meter.update(message.parts) });
          } else over(message.kind === 'done' ? finish(message.result as NetworkVectors) : message);
        });
      }),
  );
}
