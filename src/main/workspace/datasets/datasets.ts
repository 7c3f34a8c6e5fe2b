import type { Database } from 'better-sqlite3';
import type {
  AttributeValues,
  DatasetSubject,
  DatasetSummary,
  ExcludedImage,
  ImportProblem,
} from '../../../core/contract/datasets.ts';
import { addColours } from './addColours.ts';
import type { AttachmentRepository } from './attachments.ts';
import type { Bundle } from '../bundle.ts';
import { runSteps, type Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import { imageIdentities, type ImageIdentities } from '../../../core/identities.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { provenanceSchema, type DatasetProvenance } from '../../../core/images/provenance.ts';
import type { ImageSize, ImportedDataset } from '../../import/types.ts';
import { DELETED_AFTER_CREATION } from '../studies/hiddenByDamage.ts';
import type { Deleted } from '../studies/studies.ts';
import { digestOf, hashOfDataset } from '../digests.ts';
import { damaged, type WorkspaceError } from '../workspaceErrors.ts';
import { notebookEntry, type NotebookRow } from '../notebook.ts';
import type { RecordSeals } from '../recordSeals.ts';
import { giveBack } from '../database/space.ts';
import { insertDataset } from './insertDataset.ts';
import { placeOf, storedPixels, type StoredPixels } from '../../../core/images/storedImages.ts';
import { copyPixels, decodePixels, pixelsOf, type Pixels, type PixelType } from './pixels.ts';

/** Storage format and range of a dataset's pixels. */
export interface PixelFacts {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

export interface DatasetRepository {
  readonly list: () => DatasetSummary[];
  readonly get: (id: number) => DatasetSummary | null;
  readonly findByName: (name: string) => DatasetSummary | null;
  readonly bySubject: (id: number) => DatasetSubject[];
  readonly attributes: (id: number) => AttributeValues[];
  /** Adds a dataset in steps; it is visible after the last one, or not at all. Throws WorkspaceError. */
  readonly store: (name: string, dataset: ImportedDataset, source: string) => Steps<DatasetSummary>;
  /** The same in one step. */
  readonly add: (name: string, dataset: ImportedDataset, source: string) => DatasetSummary;
  /** Removes a partly stored dataset when the workspace closes. */
  readonly abandon: () => void;
  readonly rename: (id: number, name: string) => void;
  /** Hides the dataset from every other call, and frees its name. */
  readonly hide: (id: number) => void;
  /** The former name of a hidden dataset; null if there is none. */
  readonly hiddenName: (id: number) => string | null;
  /** Throws SQLite's error if another dataset has the name. */
  readonly unhide: (id: number) => void;
  /** Deleted datasets, which are hidden, the last one first. */
  readonly deleted: () => Deleted[];
  /** Permanently removes datasets hidden before this time. */
  readonly purge: (before: Date) => void;
  readonly excluded: (id: number) => ExcludedImage[];
  /** Provenance of the dataset, including its excluded images. Throws `WorkspaceError` if it is damaged. */
  readonly making: (id: number) => DatasetProvenance;
  /** Checks the records of a dataset again. Throws `WorkspaceError` if they are damaged. */
  readonly requireIntact: (id: number) => void;
  /** Keys of the included images, in order. */
  readonly keys: (id: number) => number[];
  /** Includes the images of these keys (ascending) and excludes the others; `hash` describes the result. */
  readonly arrange: (id: number, keys: readonly number[], hash: string) => void;
  /** Facts that the study engine needs besides pixels. */
  readonly facts: (id: number) => DatasetFacts | null;
  /** The facts of a dataset that must be there, such as that of a study. Throws if it is not: a damaged workspace. */
  readonly factsOf: (id: number) => DatasetFacts;
  readonly pixelFacts: (id: number) => PixelFacts | null;
  /** Grey values of the images with these positions, or of all, concatenated in `target`. */
  readonly readPixels: (id: number, target: Float64Array, positions?: readonly number[]) => void;
  /** All images in shared memory, in their stored form. */
  readonly loadPixels: (id: number) => StoredPixels;
  /** Reads all images once and keeps none. Throws `WorkspaceError` if they are damaged. */
  readonly requirePixels: (id: number) => void;
  readonly pixelType: (id: number) => PixelType;
  /** Grey values of the image of this key, excluded or not. */
  readonly readByKey: (id: number, key: number, target: Float64Array) => void;
  /** The same in the stored form. */
  readonly pixelsByKey: (id: number, key: number) => Pixels;
  /** RGB triples of the image at this position; null if it is grey. */
  readonly colours: (id: number, position: number) => Pixels | null;
  /** Adds the colours of every image; null if it stays grey. */
  readonly addColours: (id: number, colours: readonly (Pixels | null)[]) => void;
  /** Shape of each image in its file, null if it is the shape of the dataset. */
  readonly fileShapes: (id: number) => (ImageSize | null)[];
}

interface DatasetRow extends NotebookRow {
  id: number;
  name: string;
  layout: string;
  source: string;
  rows: number;
  cols: number;
  count: number;
  hash: string;
  pixel_type: PixelType;
  low: number;
  high: number;
  created_at: string;
  preprocessing: string | null;
  coloured: 0 | 1;
}

/** A blob and its digest. */
interface StoredBytes {
  bytes: Buffer;
  digest: Buffer | null;
}

export function datasetRepository(
  db: Database,
  seals: RecordSeals,
  attachments: Pick<AttachmentRepository, 'present'>,
  bundle: Pick<Bundle, 'stored' | 'bytesOf'>,
): DatasetRepository {
  const selectAll = db.prepare<[], DatasetRow>('SELECT * FROM datasets WHERE deleted_at IS NULL ORDER BY id');
  const selectOne = db.prepare<[number], DatasetRow>('SELECT * FROM datasets WHERE id = ? AND deleted_at IS NULL');
  const selectNamed = db.prepare<[string], DatasetRow>('SELECT * FROM datasets WHERE name = ? AND deleted_at IS NULL');
  const perSubject = db.prepare<[number], { subjects: number; least: number; most: number }>(
    `SELECT count(*) AS subjects, min(n) AS least, max(n) AS most
     FROM (SELECT count(*) AS n FROM images WHERE dataset_id = ? AND position >= 0 GROUP BY subject)`,
  );
  const countExcluded = db
    .prepare<[number], number>('SELECT count(*) FROM images WHERE dataset_id = ? AND position < 0')
    .pluck();
  const problems = db.prepare<[number], ImportProblem>(
    'SELECT file, reason FROM import_problems WHERE dataset_id = ? ORDER BY position',
  );
  // Exclusion may leave a subject without images.
  const subjects = db.prepare<[number], { number: number; name: string }>(
    `SELECT number, name FROM subjects WHERE dataset_id = ? AND EXISTS (
       SELECT 1 FROM images WHERE images.dataset_id = subjects.dataset_id AND subject = number AND position >= 0)
     ORDER BY number`,
  );
  const inOrder = (columns: string): string =>
    `SELECT ${columns} FROM images WHERE dataset_id = ? AND position >= 0 ORDER BY position`;
  const labels = db.prepare<[number], number>(inOrder('subject')).pluck();
  const labelNames = db
    .prepare<[number], string>(
      `SELECT name FROM images JOIN subjects ON subjects.dataset_id = images.dataset_id AND number = subject
       WHERE images.dataset_id = ? AND position >= 0 ORDER BY position`,
    )
    .pluck();
  const attributeTexts = db.prepare<[number], string>(inOrder('attributes')).pluck();
  const attributeCounts = db.prepare<[number], { attributes: string; count: number }>(
    'SELECT attributes, count(*) AS count FROM images WHERE dataset_id = ? AND position >= 0 GROUP BY attributes',
  );
  const imageRows = db.prepare<[number], { position: number; subject: number; file: string; attributes: string }>(
    inOrder('position, subject, file, attributes'),
  );
  const shapes = db.prepare<[number], { rows: number | null; cols: number | null }>(
    inOrder('file_rows AS rows, file_cols AS cols'),
  );
  const allPixels = db.prepare<[number], StoredBytes>(inOrder('pixels AS bytes, digest'));
  const fromImage = 'FROM images WHERE dataset_id = ? AND position = ?';
  const onePixels = db.prepare<[number, number], StoredBytes>(`SELECT pixels AS bytes, digest ${fromImage}`);
  const oneColour = db.prepare<[number, number], StoredBytes | { bytes: null }>(
    `SELECT colour AS bytes, colour_digest AS digest ${fromImage}`,
  );
  const keyedPixels = db.prepare<[number, number], StoredBytes>(
    'SELECT pixels AS bytes, digest FROM images WHERE dataset_id = ? AND rowid = ?',
  );
  const excluded = db.prepare<[number], ExcludedImage>(
    `SELECT images.rowid AS key, file, name AS subject FROM images
     JOIN subjects ON subjects.dataset_id = images.dataset_id AND number = subject
     WHERE images.dataset_id = ? AND position < 0 ORDER BY images.rowid`,
  );
  const makings = db.prepare<[number], { stages: string; digest: Buffer }>(
    'SELECT stages, digest FROM makings WHERE dataset_id = ?',
  );
  const keys = db.prepare<[number], number>(inOrder('rowid')).pluck();
  const fileNames = db.prepare<[number], string>(inOrder('file')).pluck();
  /** By id, with the hash of the dataset: identities change only as images are excluded or included. */
  const identityCache = new Map<number, { readonly hash: string; readonly identities: ImageIdentities }>();
  const identitiesAt = (id: number, hash: string, labels: Int32Array, names: readonly string[]): ImageIdentities => {
    const cached = identityCache.get(id);
    if (cached?.hash === hash) return cached.identities;
    const identities = imageIdentities(labels, names, fileNames.all(id));
    identityCache.set(id, { hash, identities });
    return identities;
  };
  const selectDeleted = db.prepare<[], Deleted>(
    `SELECT id, name, deleted_at AS deletedAt FROM datasets
     WHERE stored = 1 AND deleted_at IS NOT NULL ORDER BY deleted_at DESC`,
  );
  const hiddenName = db
    .prepare<[number], string>('SELECT name FROM datasets WHERE id = ? AND stored = 1 AND deleted_at IS NOT NULL')
    .pluck();

  const setDeleted = db.prepare('UPDATE datasets SET deleted_at = ? WHERE id = ?');

  const summary = (row: DatasetRow): DatasetSummary => {
    const counts = perSubject.get(row.id)!;
    return {
      id: row.id,
      name: row.name,
      layout: row.layout,
      source: row.source,
      rows: row.rows,
      cols: row.cols,
      count: row.count,
      subjects: counts.subjects,
      perSubject: [counts.least, counts.most],
      range: [row.low, row.high],
      hash: row.hash,
      createdAt: row.created_at,
      problems: problems.all(row.id),
      excluded: countExcluded.get(row.id)!,
      coloured: row.coloured === 1,
      preprocessing: row.preprocessing === null ? null : JSON.parse(row.preprocessing),
      ...notebookEntry(row),
    };
  };
  const summaryOrNull = (row: DatasetRow | undefined): DatasetSummary | null => (row ? summary(row) : null);
  const damage = (id: number): WorkspaceError =>
    damaged(`The dataset "${selectOne.get(id)?.name}" is damaged: its images are not as they were stored.`);
  const intact = (stored: StoredBytes, id: number): Buffer => {
    const { digest } = stored;
    const bytes = bundle.bytesOf(stored);
    if (!digest?.equals(digestOf(bytes))) throw damage(id);
    return bytes;
  };
  /** Reads and checks all images in order; `take` receives the stored bytes of each. */
  const readAll = (id: number, take: (n: number, bytes: Buffer) => void): void => {
    const { pixel_type: type, rows, cols, count, hash } = selectOne.get(id)!;
    const stored = allPixels.iterate(id);
    const values = new Float64Array(rows * cols);
    const read = (n: number): Float64Array => {
      const next = stored.next();
      if (next.done) throw damage(id);
      const bytes = intact(next.value, id);
      take(n, bytes);
      decodePixels(bytes, type, values, 0);
      return values;
    };
    try {
      if (hashOfDataset({ rows, cols, count, read }, labelNames.all(id)) !== hash) throw damage(id);
    } finally {
      stored.return?.();
    }
  };
  const { write, abandon } = insertDataset(db, seals, bundle);
  const store: DatasetRepository['store'] = function* (name, dataset, source) {
    return summary(selectOne.get(yield* write(name, dataset, source))!);
  };

  const readFacts = (id: number): DatasetFacts | null => {
    const row = selectOne.get(id);
    if (!row) return null;
    seals.requireDataset(id);
    const { name, hash, rows, cols } = row;
    const present = subjects.all(id);
    const numberOf = new Map(present.map(({ number }, k) => [number, k]));
    let parsed: Record<string, string>[] | undefined;
    const owners = Int32Array.from(labels.all(id), (number) => {
      const label = numberOf.get(number);
      if (label === undefined) throw damaged(`The dataset "${name}" is damaged: an image has no subject.`);
      return label;
    });
    const names = present.map((subject) => subject.name);
    return {
      name,
      hash,
      rows,
      cols,
      labels: owners,
      subjects: names,
      attachments: attachments.present(id),
      // Lazy, like the attributes: lists of datasets do not need them.
      get identities() {
        return identitiesAt(id, hash, owners, names);
      },
      // Lazy, because few studies use them.
      get attributes() {
        return (parsed ??= attributeTexts.all(id).map((text) => JSON.parse(text)));
      },
    };
  };
  return {
    list: () => selectAll.all().map(summary),
    get: (id) => summaryOrNull(selectOne.get(id)),
    findByName: (name) => summaryOrNull(selectNamed.get(name)),
    bySubject(id) {
      const groups = new Map(
        subjects
          .all(id)
          .map(({ number, name }) => [number, { subject: name, images: [] as DatasetSubject['images'][number][] }]),
      );
      for (const { position, subject, file, attributes } of imageRows.iterate(id)) {
        groups.get(subject)!.images.push({ index: position, file, attributes: JSON.parse(attributes) });
      }
      return [...groups.values()];
    },
    attributes: (id) => attributeValues(attributeCounts.all(id)),
    store,
    add: (name, dataset, source) => runSteps(store(name, dataset, source)),
    abandon,
    rename: (id, name) => void db.prepare('UPDATE datasets SET name = ? WHERE id = ?').run(name, id),
    hide: (id) => void setDeleted.run(new Date().toISOString(), id),
    hiddenName: (id) => hiddenName.get(id) ?? null,
    deleted: () => selectDeleted.all(),
    unhide: (id) => void setDeleted.run(null, id),
    purge(before) {
      const { changes } = db
        // A deleted study that can still be restored keeps its dataset.
        .prepare(
          `DELETE FROM datasets WHERE deleted_at < ? AND ${DELETED_AFTER_CREATION}
           AND id NOT IN (SELECT dataset_id FROM studies)`,
        )
        .run(before.toISOString());
      if (changes > 0) giveBack(db);
    },
    excluded: (id) => excluded.all(id),
    making(id) {
      const row = makings.get(id);
      if (!row) return [];
      if (!row.digest.equals(digestOf(row.stages))) {
        throw damaged(`The dataset "${selectOne.get(id)?.name}" is damaged: how it was made is not as it was stored.`);
      }
      const out = excluded.all(id).map(({ file }) => file);
      const made = provenanceSchema.parse(JSON.parse(row.stages));
      return out.length === 0 ? made : [...made, { kind: 'exclude', files: out }];
    },
    requireIntact(id) {
      seals.forgetDataset(id);
      seals.requireDataset(id);
    },
    keys: (id) => keys.all(id),
    arrange: db.transaction((id: number, kept: readonly number[], hash: string) => {
      seals.requireDataset(id);
      // Moves all images away first: positions must be unique at every moment.
      db.prepare('UPDATE images SET position = -1 - rowid WHERE dataset_id = ?').run(id);
      const place = db.prepare('UPDATE images SET position = ? WHERE rowid = ?');
      kept.forEach((key, position) => place.run(position, key));
      db.prepare('UPDATE datasets SET count = ?, hash = ? WHERE id = ?').run(kept.length, hash, id);
      seals.sealDataset(id);
    }),
    facts: readFacts,
    factsOf(id) {
      const facts = readFacts(id);
      if (!facts) throw damaged(`The dataset of number ${id} is missing.`);
      return facts;
    },
    pixelFacts(id) {
      const row = selectOne.get(id);
      if (row) seals.requireDataset(id);
      return row ? { rows: row.rows, cols: row.cols, count: row.count, low: row.low, high: row.high } : null;
    },
    readPixels(id, target, positions) {
      seals.requireDataset(id);
      const { pixel_type: type, rows, cols, hash } = selectOne.get(id)!;
      let offset = 0;
      const take = (stored: StoredBytes): void => {
        decodePixels(intact(stored, id), type, target, offset);
        offset += rows * cols;
      };
      if (positions) for (const position of positions) take(onePixels.get(id, position)!);
      else {
        for (const stored of allPixels.iterate(id)) take(stored);
        const pixels = target.subarray(0, offset);
        if (hashOfDataset({ rows, cols, count: offset / (rows * cols), pixels }, labelNames.all(id)) !== hash) {
          throw damage(id);
        }
      }
    },
    loadPixels(id) {
      seals.requireDataset(id);
      const { pixel_type: type, rows, cols, count } = selectOne.get(id)!;
      const pixels = storedPixels({ rows, cols, count, type });
      const place = placeOf(pixels);
      readAll(id, (n, bytes) => copyPixels(bytes, type, place(n)));
      return pixels;
    },
    requirePixels(id) {
      seals.requireDataset(id);
      readAll(id, () => undefined);
    },
    pixelType: (id) => selectOne.get(id)!.pixel_type,
    readByKey(id, key, target) {
      decodePixels(intact(keyedPixels.get(id, key)!, id), selectOne.get(id)!.pixel_type, target, 0);
    },
    pixelsByKey: (id, key) => pixelsOf(intact(keyedPixels.get(id, key)!, id), selectOne.get(id)!.pixel_type),
    colours(id, position) {
      const stored = oneColour.get(id, position);
      return stored && stored.bytes ? pixelsOf(intact(stored, id), selectOne.get(id)!.pixel_type) : null;
    },
    addColours: (id, colours) => addColours(db, seals, id, selectOne.get(id)!.pixel_type, colours),
    fileShapes: (id) =>
      shapes.all(id).map(({ rows, cols }) => (rows === null || cols === null ? null : { rows, cols })),
  };
}

/** Values by attribute, in order, with numbers in numeric order. */
function attributeValues(groups: readonly { attributes: string; count: number }[]): AttributeValues[] {
  const byName = new Map<string, Map<string, number>>();
  for (const { attributes, count } of groups) {
    for (const [name, value] of Object.entries(JSON.parse(attributes) as Record<string, string>)) {
      const values = byName.get(name) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + count);
      byName.set(name, values);
    }
  }
  return [...byName].map(([name, values]) => ({
    name,
    values: [...values].map(([value, count]) => ({ value, count })).sort((a, b) => compareNames(a.value, b.value)),
  }));
}
