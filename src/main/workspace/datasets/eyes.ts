/** Eyes that were marked in the images of a dataset, by file. */
import type { Database } from 'better-sqlite3';
import type { Eyes } from '../../../core/images/preprocess/align.ts';
import { faceSearchSchema, type FaceSearch } from '../../../core/networks/faceSearch.ts';

export interface EyeRepository {
  readonly marked: (dataset: number) => ReadonlyMap<string, Eyes>;
  /** Stores all of them; null removes those of a file. */
  readonly put: (dataset: number, eyes: ReadonlyMap<string, Eyes | null>) => void;
}

interface EyeRow {
  file: string;
  left_x: number;
  left_y: number;
  right_x: number;
  right_y: number;
}

export function eyeRepository(db: Database): EyeRepository {
  const all = db.prepare<[number], EyeRow>('SELECT * FROM eyes WHERE dataset_id = ? ORDER BY file');
  const insert = db.prepare('INSERT OR REPLACE INTO eyes VALUES (?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM eyes WHERE dataset_id = ? AND file = ?');
  return {
    marked: (dataset) =>
      new Map(
        all
          .all(dataset)
          .map((row) => [
            row.file,
            { left: { x: row.left_x, y: row.left_y }, right: { x: row.right_x, y: row.right_y } },
          ]),
      ),
    put: db.transaction((dataset: number, eyes: ReadonlyMap<string, Eyes | null>) => {
      for (const [file, pair] of eyes) {
        if (pair === null) remove.run(dataset, file);
        else insert.run(dataset, file, pair.left.x, pair.left.y, pair.right.x, pair.right.y);
      }
    }),
  };
}

// Results of the last face search in the images of a dataset.

export interface FaceRepository {
  readonly get: (dataset: number) => FaceSearch | null;
  readonly put: (dataset: number, search: FaceSearch) => void;
}

export function faceRepository(db: Database): FaceRepository {
  const select = db.prepare<[number], { search: string }>('SELECT search FROM found_faces WHERE dataset_id = ?');
  const insert = db.prepare('INSERT OR REPLACE INTO found_faces VALUES (?, ?)');
  return {
    get(dataset) {
      const row = select.get(dataset);
      return row ? faceSearchSchema.parse(JSON.parse(row.search)) : null;
    },
    put: (dataset, search) => void insert.run(dataset, JSON.stringify(search)),
  };
}
