import type { Database } from 'better-sqlite3';
import type { ImportedDataset } from '../import/types.ts';
import { encodePixels, pixelRange, pixelType, type Pixels } from './pixels.ts';

/** Writes a dataset in one transaction and answers its id. */
export function insertDataset(db: Database): (name: string, dataset: ImportedDataset, source: string) => number {
  const insert = db.prepare(
    `INSERT INTO datasets
       (name, layout, source, rows, cols, count, hash, pixel_type, low, high, created_at, preprocessing, coloured)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSubject = db.prepare('INSERT INTO subjects (dataset_id, number, name) VALUES (?, ?, ?)');
  const insertImage = db.prepare(
    `INSERT INTO images (dataset_id, position, subject, file, attributes, pixels, colour, file_rows, file_cols)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertProblem = db.prepare(
    'INSERT INTO import_problems (dataset_id, position, file, reason) VALUES (?, ?, ?, ?)',
  );
  return db.transaction((name: string, dataset: ImportedDataset, source: string): number => {
    const { images, layout, hash, colours, fileShapes, preprocessing } = dataset;
    const { low, high } = pixelRange(images.pixels);
    const now = new Date().toISOString();
    const type = pixelType(images.pixels);
    const made = preprocessing === undefined ? null : JSON.stringify(preprocessing);
    const coloured = colours?.some((own) => own !== null) ? 1 : 0;
    const { rows, cols, count } = images;
    const id = Number(
      insert.run(name, layout, source, rows, cols, count, hash, type, low, high, now, made, coloured).lastInsertRowid,
    );
    // Subjects are numbered in the order of their first images.
    const numbers = new Map<string, number>();
    for (const subject of dataset.subjects) {
      if (numbers.has(subject)) continue;
      insertSubject.run(id, numbers.size, subject);
      numbers.set(subject, numbers.size);
    }
    const size = rows * cols;
    for (let n = 0; n < count; n++) {
      const shape = fileShapes?.[n];
      insertImage.run(
        id,
        n,
        numbers.get(dataset.subjects[n]),
        dataset.files[n],
        JSON.stringify(dataset.attributes[n]),
        encodePixels(images.pixels, n * size, size),
        colourBytes(colours?.[n] ?? null, images.pixels),
        shape?.rows ?? null,
        shape?.cols ?? null,
      );
    }
    dataset.problems.forEach(({ file, reason }, position) => insertProblem.run(id, position, file, reason));
    return id;
  });
}

/** In the type of the pixels: images of 8 bits may stand among others. */
function colourBytes(colours: Pixels | null, pixels: Pixels): Buffer | null {
  if (colours === null) return null;
  const own = pixels instanceof Uint8Array ? colours : Float64Array.from(colours);
  return encodePixels(own, 0, own.length);
}
