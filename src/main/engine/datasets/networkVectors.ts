/** Vectors that a network computes of all images of a dataset: computed, described, and computed again. */
import { basename } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { sha256Hex } from '../../../core/hash.ts';
import { BUILT_IN, networkProvenance, type RecordedNetwork } from '../../../core/networks/provenance.ts';
import type { NetworkFaces, NetworkVectors } from '../../workers/networkWorker.ts';
import type { JobParts } from '../../workers/runJob.ts';
import { JobFailure, runNetwork } from '../../workers/jobThread.ts';
import { vectorsHash } from '../../workspace/datasets/attachments.ts';
import type { StoredNetwork } from '../../workspace/networks.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { storeVectors } from './attachmentHandlers.ts';
import { networkFaces } from './networkFaces.ts';
import { networkModel, type NetworkModel } from './networkModel.ts';

interface ComputedBy {
  readonly model: NetworkModel;
  readonly builtIn: boolean;
  readonly faces: NetworkFaces;
  /** Whether the network saw colours. */
  readonly coloured: boolean;
}

/** Vectors with their provenance and their network, as they are attached. */
export function networkVectors(
  { model: { bytes, ...model }, builtIn, faces, coloured }: ComputedBy,
  { length, values, runtime, points }: NetworkVectors,
) {
  const marked = faces.eyes.filter((pair) => pair !== null).length;
  const facts = { ...model, hash: sha256Hex(bytes), coloured, runtime };
  const network: StoredNetwork = { ...facts, points: [...points], model: builtIn ? null : bytes };
  return { length, values, source: networkProvenance({ ...facts, marked }), network };
}

// Vectors of a manifest, computed again.

export interface RecordedVectors {
  readonly name: string;
  /** SHA-256 (hex) of the vectors. */
  readonly hash: string;
  readonly network: RecordedNetwork;
  /** Paths of models; the one with the recorded SHA-256 is taken unless the network is built in. */
  readonly models: readonly string[];
}

/** What came of computing vectors again. */
export type RecomputedVectors =
  /** The same bit for bit; they are attached with their network, which computes those of perturbed images. */
  | { readonly kind: 'same' }
  /** Others; attached if the dataset had no vectors of that name. `hash`: their SHA-256 (hex). */
  | { readonly kind: 'different'; readonly hash: string }
  /** They could not be computed; `reason` is a clause without its full stop. */
  | { readonly kind: 'lacking'; readonly reason: string };

/**
 * Computes attached vectors of a manifest again on the dataset with its images, and compares them. Throws a contract
 * error if a model cannot be read, Cancelled.
 */
export async function recomputeVectors(
  workspace: Workspace,
  dataset: DatasetSummary,
  { name, hash, network, models }: RecordedVectors,
  { signal, onProgress = () => undefined }: { signal: AbortSignal; onProgress?: (parts: JobParts) => void },
): Promise<RecomputedVectors> {
  const { id, count, coloured } = dataset;
  const existing = workspace.attachments.list(id).find((each) => each.name === name);
  if (existing && (existing.hash !== hash || !existing.usable)) {
    return { kind: 'lacking', reason: `"${dataset.name}" has other vectors "${name}", which must be detached first` };
  }
  if (network.coloured && !coloured) {
    return { kind: 'lacking', reason: 'its network saw the images in colour, and here they are in grey' };
  }
  if (network.eyes !== undefined && network.eyes.length !== count) {
    return { kind: 'lacking', reason: `its eyes are of ${network.eyes.length} images, not of ${count}` };
  }
  const model = await recordedModel(network, models);
  if (typeof model === 'string') return { kind: 'lacking', reason: model };
  const all = Array.from({ length: count }, (_, n) => n);
  const storedFaces = networkFaces(workspace, dataset, all);
  const faces: NetworkFaces = {
    ...storedFaces,
    colours: network.coloured ? storedFaces.colours : null,
    eyes: all.map((n) => {
      const [left, right] = network.eyes?.[n] ?? [];
      return left && right ? { left: { x: left[0], y: left[1] }, right: { x: right[0], y: right[1] } } : null;
    }),
  };
  let vectors: NetworkVectors;
  try {
    const { file, recipe, bytes } = model;
    vectors = await runNetwork({ kind: 'vectors', faces, recipe, file, model: bytes }, signal, onProgress);
  } catch (error) {
    if (error instanceof JobFailure) return { kind: 'lacking', reason: error.message.replace(/\.$/, '') };
    throw error;
  }
  const made = networkVectors(
    { model, builtIn: network.file === BUILT_IN, faces, coloured: network.coloured },
    vectors,
  );
  const computedHash = vectorsHash(made.length, made.values);
  if (computedHash === hash || !existing) storeVectors(workspace, dataset, { name, ...made }, false);
  return computedHash === hash ? { kind: 'same' } : { kind: 'different', hash: computedHash };
}

/** The model of a recorded network with its recipe, or why there is none, as a clause. */
async function recordedModel(
  { file, hash, recipe }: RecordedNetwork,
  models: readonly string[],
): Promise<NetworkModel | string> {
  const digits = `SHA-256 ${hash.slice(0, 12)}…`;
  if (file === BUILT_IN) {
    const model = await networkModel(null, recipe);
    return sha256Hex(model.bytes) === hash
      ? model
      : `it was computed by the built-in network of another version of the program (${digits})`;
  }
  for (const path of models) {
    const model = await networkModel(path, recipe);
    if (sha256Hex(model.bytes) === hash) return { ...model, file };
  }
  if (models.length === 0) return `it needs the network ${file} (${digits}), which "--model <file>" names`;
  const given = models.map((path) => basename(path)).join(' and ');
  return `it needs the network ${file} (${digits}), and ${given} ${models.length === 1 ? 'is another' : 'are others'}`;
}
