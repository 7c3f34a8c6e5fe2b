import type { Database } from 'better-sqlite3';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { pixelsAt } from '../../import/decode/imagePixels.ts';
import type { ImportedDataset } from '../../import/types.ts';
import { faultReason, WorkspaceError } from '../workspaceErrors.ts';
import type { Bundle } from '../bundle.ts';
import { digestOf } from '../digests.ts';
import type { RecordSeals } from '../recordSeals.ts';
import { giveBack } from '../database/space.ts';
import { encodePixels, pixelRange, pixelType, type Pixels } from './pixels.ts';

/** Bytes of pixels per transaction, which takes some milliseconds. */
const SLICE = 2 ** 20;
/** Milliseconds for the removal of an abandoned dataset: Ctrl-C ends a process soon, however large the import. */
const LONGEST = 500;

type SubjectNumbers = ReadonlyMap<string, number>;

export interface DatasetWriter {
  readonly write: (name: string, dataset: ImportedDataset, source: string) => Steps<number>;
  /** Abandons the dataset being written. */
  readonly abandon: () => void;
}

/**
 * Writes a dataset slice by slice, hidden until it is complete, and returns its id. Abandoned steps leave nothing that
 * is seen; what could not be removed soon, and the remains of a killed process, are purged like deleted datasets.
 * Throws `WorkspaceError` if another dataset has taken the name meanwhile.
 */
export function insertDataset(
  db: Database,
  seals: Pick<RecordSeals, 'sealDataset'>,
  bundle: Pick<Bundle, 'stored'>,
): DatasetWriter {
  const insert = db.prepare(
    `INSERT INTO datasets
       (name, layout, source, rows, cols, count, hash, pixel_type, low, high, created_at, deleted_at, preprocessing, coloured,
        stored)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, 0)`,
  );
  const insertSubject = db.prepare('INSERT INTO subjects (dataset_id, number, name) VALUES (?, ?, ?)');
  const insertImage = db.prepare(
    `INSERT INTO images (dataset_id, position, subject, file, attributes, pixels, colour, file_rows, file_cols, digest,
       colour_digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertProblem = db.prepare(
    'INSERT INTO import_problems (dataset_id, position, file, reason) VALUES (?, ?, ?, ?)',
  );
  const insertMaking = db.prepare('INSERT INTO makings (dataset_id, stages, digest) VALUES (?, ?, ?)');
  const named = db.prepare('SELECT id FROM datasets WHERE name = ? AND deleted_at IS NULL');
  const show = db.prepare('UPDATE datasets SET stored = 1, low = ?, high = ?, deleted_at = NULL WHERE id = ?');
  const removeImages = db.prepare(
    'DELETE FROM images WHERE rowid IN (SELECT rowid FROM images WHERE dataset_id = ? LIMIT 1000)',
  );
  const remove = db.prepare('DELETE FROM datasets WHERE id = ?');

  const begin = db.transaction((name: string, dataset: ImportedDataset, source: string, numbers: SubjectNumbers) => {
    const { images, layout, hash, colours, preprocessing, problems, making } = dataset;
    const { rows, cols, count } = images;
    const now = new Date().toISOString();
    const type = pixelType(pixelsAt(images, 0, 0));
    const made = preprocessing === undefined ? null : JSON.stringify(preprocessing);
    const coloured = colours?.some((imageColours) => imageColours !== null) ? 1 : 0;
    const id = Number(
      insert.run(name, layout, source, rows, cols, count, hash, type, now, now, made, coloured).lastInsertRowid,
    );
    for (const [subject, number] of numbers) insertSubject.run(id, number, subject);
    problems.forEach(({ file, reason }, position) => insertProblem.run(id, position, file, reason));
    if (making !== undefined) {
      const stages = JSON.stringify(making);
      insertMaking.run(id, stages, digestOf(stages));
    }
    return id;
  });

  const writeImages = db.transaction(
    (id: number, dataset: ImportedDataset, pixels: Pixels, numbers: SubjectNumbers, from: number, to: number): void => {
      const { images, colours, fileShapes } = dataset;
      const size = images.rows * images.cols;
      for (let n = from; n < to; n++) {
        const shape = fileShapes?.[n];
        const bytes = encodePixels(pixels, (n - from) * size, size);
        const colour = colourBytes(colours?.[n] ?? null, pixels);
        const digest = digestOf(bytes);
        const colourDigest = colour && digestOf(colour);
        insertImage.run(
          id,
          n,
          numbers.get(dataset.subjects[n]),
          dataset.files[n],
          JSON.stringify(dataset.attributes[n]),
          bundle.stored(bytes, digest),
          colour && bundle.stored(colour, colourDigest!),
          shape?.rows ?? null,
          shape?.cols ?? null,
          digest,
          colourDigest,
        );
      }
    },
  );

  const finish = db.transaction((low: number, high: number, id: number) => {
    show.run(low, high, id);
    seals.sealDataset(id);
  });

  const underWay = new Set<number>();
  const giveUp = (id: number): void => {
    underWay.delete(id);
    const end = performance.now() + LONGEST;
    while (removeImages.run(id).changes > 0) if (performance.now() > end) return;
    remove.run(id);
    giveBack(db, end - performance.now());
  };

  /** May fail on a full disk, and leaves the rest of a large dataset: the remains are hidden, and purged later. */
  const tryToGiveUp = (id: number): void => {
    try {
      giveUp(id);
    } catch (error) {
      if (faultReason(error) === null) throw error;
    }
  };

  function* write(name: string, dataset: ImportedDataset, source: string): Steps<number> {
    const { images } = dataset;
    const { count } = images;
    const numbers = subjectNumbers(dataset.subjects);
    const id = begin(name, dataset, source, numbers);
    underWay.add(id);
    try {
      const bytes = images.rows * images.cols * pixelsAt(images, 0, 0).BYTES_PER_ELEMENT;
      const step = Math.max(1, Math.floor(SLICE / bytes));
      let [low, high] = [Infinity, -Infinity];
      for (let from = 0; from < count; from += step) {
        const to = Math.min(from + step, count);
        const pixels = pixelsAt(images, from, to);
        writeImages(id, dataset, pixels, numbers, from, to);
        const range = pixelRange(pixels);
        [low, high] = [Math.min(low, range.low), Math.max(high, range.high)];
        yield to / count;
      }
      if (named.get(name)) throw new WorkspaceError(`There is already a dataset named "${name}".`);
      finish(low, high, id);
      underWay.delete(id);
      return id;
    } finally {
      if (underWay.has(id)) tryToGiveUp(id);
    }
  }
  return { write, abandon: () => [...underWay].forEach(tryToGiveUp) };
}

/** Numbers from 0 in the order of the subjects' first images. */
function subjectNumbers(subjects: readonly string[]): SubjectNumbers {
  return new Map([...new Set(subjects)].map((subject, number) => [subject, number]));
}

/** In the type of the pixels: 8-bit images may occur among others. */
function colourBytes(colours: Pixels | null, pixels: Pixels): Buffer | null {
  if (colours === null) return null;
  const converted = pixels instanceof Uint8Array ? colours : Float64Array.from(colours);
  return encodePixels(converted, 0, converted.length);
}
