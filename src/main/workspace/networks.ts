/** The networks of attached vectors, and their vectors of perturbed images. */
import { endianness } from 'node:os';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { sha256Hex } from '../../core/hash.ts';
import { pointSchema } from '../../core/images/preprocess/steps.ts';
import { recordedNetwork, type RecordedNetwork } from '../../core/networks/provenance.ts';
import { recipeSchema } from '../../core/networks/recipe.ts';
import { digestOf } from './digests.ts';
import { damaged } from './workspaceErrors.ts';

/**
 * Stored with the vectors of a network: everything needed to compute the vectors of other pixels of the same images.
 */
const eyesSchema = z.object({ left: pointSchema, right: pointSchema });
const facePointsSchema = eyesSchema.extend({ nose: pointSchema, mouthLeft: pointSchema, mouthRight: pointSchema });

const keptNetworkSchema = z.object({
  /** Name of the model's file, or `BUILT_IN`. */
  file: z.string(),
  /** SHA-256 (hex) of the model. */
  hash: z.string(),
  recipe: recipeSchema,
  /** Whether the network saw the images in colour. */
  coloured: z.boolean(),
  /** Name and version of what ran it; absent in older files. */
  runtime: z.string().optional(),
  /** Alignment points of each image, in its pixels; null without alignment. */
  points: z.array(z.union([facePointsSchema, eyesSchema]).nullable()),
});

type KeptNetwork = z.infer<typeof keptNetworkSchema>;

/** A network with the user's model; the built-in model belongs to the application. */
export interface StoredNetwork extends KeptNetwork {
  readonly model: Uint8Array | null;
}

export interface NetworkRepository {
  /** Throws `WorkspaceError` if the network is damaged. */
  readonly get: (dataset: number, vectors: string) => StoredNetwork | null;
  /** What a manifest records of the network. Throws `WorkspaceError` if that is damaged. */
  readonly record: (dataset: number, vectors: string) => RecordedNetwork | null;
  /** Stores the network of attached vectors; it is removed with them. */
  readonly put: (dataset: number, vectors: string, network: StoredNetwork) => void;
  /** Stored vectors of perturbed images, by image; omits damaged ones. */
  readonly perturbed: (dataset: number, vectors: string, key: string) => Map<number, Float32Array>;
  readonly putPerturbed: (
    dataset: number,
    vectors: string,
    key: string,
    entries: Iterable<readonly [number, Float32Array]>,
  ) => void;
}

export function networkRepository(db: Database): NetworkRepository {
  const select = db.prepare<
    [number, string],
    { model: string | null; network: string; digest: Buffer; bytes: Buffer | null }
  >(
    `SELECT model, network, digest, bytes FROM attachment_networks
     LEFT JOIN network_models ON network_models.hash = model WHERE dataset_id = ? AND name = ?`,
  );
  const selectNetwork = db.prepare<[number, string], { model: string | null; network: string; digest: Buffer }>(
    'SELECT model, network, digest FROM attachment_networks WHERE dataset_id = ? AND name = ?',
  );
  const isDamaged = (vectors: string): Error => damaged(`The network of the attached vectors "${vectors}" is damaged.`);
  const parsed = (
    vectors: string,
    { model, network, digest }: { model: string | null; network: string; digest: Buffer },
  ): KeptNetwork => {
    if (!digest.equals(digestOf(vectors, model, network))) throw isDamaged(vectors);
    return keptNetworkSchema.parse(JSON.parse(network));
  };
  const insertModel = db.prepare('INSERT OR IGNORE INTO network_models VALUES (?, ?)');
  const insert = db.prepare('INSERT OR REPLACE INTO attachment_networks VALUES (?, ?, ?, ?, ?)');
  const selectPerturbed = db.prepare<[number, string, string], { image: number; vector: Buffer; digest: Buffer }>(
    'SELECT image, vector, digest FROM perturbed_vectors WHERE dataset_id = ? AND name = ? AND key = ?',
  );
  const insertPerturbed = db.prepare('INSERT OR REPLACE INTO perturbed_vectors VALUES (?, ?, ?, ?, ?, ?)');
  return {
    get(dataset, vectors) {
      const row = select.get(dataset, vectors);
      if (!row) return null;
      const network = parsed(vectors, row);
      if (row.model === null) return { ...network, model: null };
      if (row.bytes === null || sha256Hex(row.bytes) !== network.hash) throw isDamaged(vectors);
      return { ...network, model: row.bytes };
    },
    record(dataset, vectors) {
      const row = selectNetwork.get(dataset, vectors);
      if (!row) return null;
      const network = parsed(vectors, row);
      return recordedNetwork(network, network.points);
    },
    put(dataset, vectors, { model, ...network }) {
      const text = JSON.stringify(network);
      const modelHash = model === null ? null : network.hash;
      if (model !== null) insertModel.run(modelHash, model);
      insert.run(dataset, vectors, modelHash, text, digestOf(vectors, modelHash, text));
    },
    perturbed(dataset, vectors, key) {
      const rows = selectPerturbed.all(dataset, vectors, key);
      return new Map(
        rows
          .filter(({ image, vector, digest }) => digest.equals(digestOf(key, image, vector)))
          .map(({ image, vector }) => [image, unpacked(vector)]),
      );
    },
    putPerturbed: (dataset, vectors, key, entries) =>
      db
        .transaction(() => {
          for (const [image, values] of entries) {
            const vector = inOrder(Buffer.from(values.slice().buffer));
            insertPerturbed.run(dataset, vectors, key, image, vector, digestOf(key, image, vector));
          }
        })
        .immediate(),
  };
}

function unpacked(vector: Buffer): Float32Array {
  const bytes = inOrder(Buffer.from(vector));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Converts between the machine's byte order and little-endian. */
function inOrder(bytes: Buffer): Buffer {
  return endianness() === 'LE' ? bytes : bytes.swap32();
}
