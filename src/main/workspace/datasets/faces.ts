/** What the last search for faces found in the images of a dataset. */
import type { Database } from 'better-sqlite3';
import { faceSearchSchema, type FaceSearch } from '../../../core/networks/faceSearch.ts';

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
