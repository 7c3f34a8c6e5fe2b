/** Vectors that another program computed from the images of a dataset. */
import { endianness } from 'node:os';
import type { Database } from 'better-sqlite3';
import type { AttachmentSummary } from '../../../core/contract/datasets.ts';
import { sha256Hex } from '../../../core/hash.ts';
import type { Attachments } from '../../../core/dataset.ts';
import { placeOf, storedPixels, type StoredPixels } from '../../../core/images/storedImages.ts';
import type { Bundle } from '../bundle.ts';
import { digestOf } from '../digests.ts';
import { damaged } from '../workspaceErrors.ts';
import { copyPixels } from './pixels.ts';

export interface Attachment {
  readonly name: string;
  /** The file of their origin. */
  readonly source: string;
  /** SHA-256 (hex) of length and values. */
  readonly hash: string;
  readonly length: number;
  /** As stored: little-endian float64, images concatenated. */
  readonly values: Buffer;
}

export interface AttachmentRepository {
  readonly list: (dataset: number) => AttachmentSummary[];
  /** Vectors for the current images, by name: for plans and checks. */
  readonly present: (dataset: number) => Attachments;
  /** Adds vectors for the current images; replaces vectors of the same name. */
  readonly put: (dataset: number, attachment: Attachment) => void;
  readonly remove: (dataset: number, name: string) => void;
  /** Throws `WorkspaceError` if the vectors are damaged. */
  readonly get: (dataset: number, name: string) => Attachment | null;
}

interface Row {
  name: string;
  source: string;
  hash: string;
  length: number;
  bytes: Buffer;
  digest: Buffer;
}

export function attachmentRepository(db: Database, bundle: Pick<Bundle, 'stored' | 'bytesOf'>): AttachmentRepository {
  const select = db.prepare<
    [number],
    Omit<AttachmentSummary, 'usable' | 'network'> & { usable: 0 | 1; network: 0 | 1 }
  >(
    `SELECT attachments.name, attachments.source, attachments.hash, length, added_at AS addedAt,
       dataset_hash = datasets.hash AS usable, attachment_networks.name IS NOT NULL AS network
     FROM attachments JOIN datasets ON datasets.id = attachments.dataset_id
     LEFT JOIN attachment_networks USING (dataset_id, name)
     WHERE attachments.dataset_id = ? ORDER BY attachments.name`,
  );
  const selectOne = db.prepare<[number, string], Row>(
    `SELECT attachments.name, attachments.source, attachments.hash, length, bytes, attachments.digest FROM attachments
     WHERE dataset_id = ? AND name = ?`,
  );
  const insert = db.prepare(
    `INSERT OR REPLACE INTO attachments (dataset_id, name, source, hash, length, bytes, digest, dataset_hash, added_at)
     SELECT ?, ?, ?, ?, ?, ?, ?, hash, ? FROM datasets WHERE id = ?`,
  );
  const remove = db.prepare('DELETE FROM attachments WHERE dataset_id = ? AND name = ?');
  const list = (dataset: number): AttachmentSummary[] =>
    select.all(dataset).map((row) => ({ ...row, usable: row.usable === 1, network: row.network === 1 }));
  return {
    list,
    present: (dataset) =>
      Object.fromEntries(
        list(dataset)
          .filter(({ usable }) => usable)
          .map(({ name, hash, length, network }) => [name, { hash, length, ...(network && { network }) }]),
      ),
    put(dataset, { name, source, hash, length, values }) {
      const digest = digestOf(name, hash, length, values);
      insert.run(
        dataset,
        name,
        source,
        hash,
        length,
        bundle.stored(values, digest),
        digest,
        new Date().toISOString(),
        dataset,
      );
    },
    remove: (dataset, name) => void remove.run(dataset, name),
    get(dataset, name) {
      const row = selectOne.get(dataset, name);
      if (!row) return null;
      const { source, hash, length, digest } = row;
      const bytes = bundle.bytesOf(row);
      if (!digest.equals(digestOf(name, hash, length, bytes))) {
        throw damaged(`The attached vectors "${name}" are damaged: they are not as they were stored.`);
      }
      return { name, source, hash, length, values: bytes };
    },
  };
}

export function packVectors(values: Float64Array): Buffer {
  const bytes = Buffer.from(values.slice().buffer);
  return endianness() === 'LE' ? bytes : bytes.swap64();
}

/** SHA-256 (hex) of the length and the values of vectors, by which studies and manifests name them. */
export function vectorsHash(length: number, values: Float64Array): string {
  return sha256Hex(Buffer.concat([Buffer.from(`${length}\n`), packVectors(values)]));
}

/** Vectors in memory that all threads share, as images of one column. */
export function vectorPixels({ length, values }: Pick<Attachment, 'length' | 'values'>): StoredPixels {
  const count = values.length / (8 * length);
  const pixels = storedPixels({ rows: length, cols: 1, count, type: 'f64' });
  const place = placeOf(pixels);
  for (let n = 0; n < count; n++) {
    copyPixels(values.subarray(8 * n * length, 8 * (n + 1) * length), 'f64', place(n));
  }
  return pixels;
}
