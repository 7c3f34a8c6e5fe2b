import type { Database } from 'better-sqlite3';
import type { DatasetSubject, DatasetSummary, ImportProblem } from '../../core/contract/types.ts';
import type { DatasetFacts } from '../../core/study/dataset.ts';
import type { ImportedDataset } from '../import/types.ts';
import { decodePixels, encodePixels, pixelRange, pixelType, type PixelType } from './pixels.ts';

/** How the pixels of a dataset are stored, and the range they span. */
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
  /** Everything in one transaction: a dataset is there as a whole or not at all. */
  readonly add: (name: string, dataset: ImportedDataset, source: string) => DatasetSummary;
  readonly rename: (id: number, name: string) => void;
  readonly remove: (id: number) => void;
  /** What the study engine needs besides pixels. */
  readonly facts: (id: number) => DatasetFacts | null;
  readonly pixelFacts: (id: number) => PixelFacts | null;
  /** Grey values of the images with these positions, or of all, written one after another to `target`. */
  readonly readPixels: (id: number, target: Float64Array, positions?: readonly number[]) => void;
}

interface DatasetRow {
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
}

export function datasetRepository(db: Database): DatasetRepository {
  const selectAll = db.prepare<[], DatasetRow>('SELECT * FROM datasets ORDER BY id');
  const selectOne = db.prepare<[number], DatasetRow>('SELECT * FROM datasets WHERE id = ?');
  const selectNamed = db.prepare<[string], DatasetRow>('SELECT * FROM datasets WHERE name = ?');
  const perSubject = db.prepare<[number], { subjects: number; least: number; most: number }>(
    `SELECT count(*) AS subjects, min(n) AS least, max(n) AS most
     FROM (SELECT count(*) AS n FROM images WHERE dataset_id = ? GROUP BY subject)`,
  );
  const problems = db.prepare<[number], ImportProblem>(
    'SELECT file, reason FROM import_problems WHERE dataset_id = ? ORDER BY position',
  );
  const subjectNames = db
    .prepare<[number], string>('SELECT name FROM subjects WHERE dataset_id = ? ORDER BY number')
    .pluck();
  const labels = db
    .prepare<[number], number>('SELECT subject FROM images WHERE dataset_id = ? ORDER BY position')
    .pluck();
  const attributeTexts = db
    .prepare<[number], string>('SELECT attributes FROM images WHERE dataset_id = ? ORDER BY position')
    .pluck();
  const imageRows = db.prepare<[number], { position: number; subject: number; file: string; attributes: string }>(
    'SELECT position, subject, file, attributes FROM images WHERE dataset_id = ? ORDER BY position',
  );
  const allPixels = db
    .prepare<[number], Buffer>('SELECT pixels FROM images WHERE dataset_id = ? ORDER BY position')
    .pluck();
  const onePixels = db
    .prepare<[number, number], Buffer>('SELECT pixels FROM images WHERE dataset_id = ? AND position = ?')
    .pluck();

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
      hash: row.hash,
      createdAt: row.created_at,
      problems: problems.all(row.id),
    };
  };
  const summaryOrNull = (row: DatasetRow | undefined): DatasetSummary | null => (row ? summary(row) : null);
  const add = insertDataset(db);

  return {
    list: () => selectAll.all().map(summary),
    get: (id) => summaryOrNull(selectOne.get(id)),
    findByName: (name) => summaryOrNull(selectNamed.get(name)),
    bySubject(id) {
      const groups = subjectNames
        .all(id)
        .map((subject) => ({ subject, images: [] as DatasetSubject['images'][number][] }));
      for (const { position, subject, file, attributes } of imageRows.iterate(id)) {
        groups[subject].images.push({ index: position, file, attributes: JSON.parse(attributes) });
      }
      return groups;
    },
    add: (name, dataset, source) => summary(selectOne.get(add(name, dataset, source))!),
    rename: (id, name) => void db.prepare('UPDATE datasets SET name = ? WHERE id = ?').run(name, id),
    remove: (id) => void db.prepare('DELETE FROM datasets WHERE id = ?').run(id),
    facts(id) {
      const row = selectOne.get(id);
      if (!row) return null;
      const { name, hash, rows, cols } = row;
      let parsed: Record<string, string>[] | undefined;
      return {
        name,
        hash,
        rows,
        cols,
        labels: Int32Array.from(labels.all(id)),
        subjects: subjectNames.all(id),
        // Few studies look at them.
        get attributes() {
          return (parsed ??= attributeTexts.all(id).map((text) => JSON.parse(text)));
        },
      };
    },
    pixelFacts(id) {
      const row = selectOne.get(id);
      return row ? { rows: row.rows, cols: row.cols, count: row.count, low: row.low, high: row.high } : null;
    },
    readPixels(id, target, positions) {
      const { pixel_type: type, rows, cols } = selectOne.get(id)!;
      let offset = 0;
      const take = (stored: Buffer): void => {
        decodePixels(stored, type, target, offset);
        offset += rows * cols;
      };
      if (positions) for (const position of positions) take(onePixels.get(id, position)!);
      else for (const stored of allPixels.iterate(id)) take(stored);
    },
  };
}

function insertDataset(db: Database): (name: string, dataset: ImportedDataset, source: string) => number {
  const insert = db.prepare(
    `INSERT INTO datasets (name, layout, source, rows, cols, count, hash, pixel_type, low, high, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSubject = db.prepare('INSERT INTO subjects (dataset_id, number, name) VALUES (?, ?, ?)');
  const insertImage = db.prepare(
    'INSERT INTO images (dataset_id, position, subject, file, attributes, pixels) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertProblem = db.prepare(
    'INSERT INTO import_problems (dataset_id, position, file, reason) VALUES (?, ?, ?, ?)',
  );
  return db.transaction((name: string, dataset: ImportedDataset, source: string): number => {
    const { images, layout, hash } = dataset;
    const { low, high } = pixelRange(images.pixels);
    const now = new Date().toISOString();
    const type = pixelType(images.pixels);
    const id = Number(
      insert.run(name, layout, source, images.rows, images.cols, images.count, hash, type, low, high, now)
        .lastInsertRowid,
    );
    // Subjects are numbered in the order of their first images.
    const numbers = new Map<string, number>();
    for (const subject of dataset.subjects) {
      if (numbers.has(subject)) continue;
      insertSubject.run(id, numbers.size, subject);
      numbers.set(subject, numbers.size);
    }
    const size = images.rows * images.cols;
    for (let n = 0; n < images.count; n++) {
      const pixels = encodePixels(images.pixels, n * size, size);
      const attributes = JSON.stringify(dataset.attributes[n]);
      insertImage.run(id, n, numbers.get(dataset.subjects[n]), dataset.files[n], attributes, pixels);
    }
    dataset.problems.forEach(({ file, reason }, position) => insertProblem.run(id, position, file, reason));
    return id;
  });
}
