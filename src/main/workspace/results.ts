import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { CellErrors } from '../../core/study/errors.ts';
import type { CellResult } from '../../core/study/result.ts';
import { packIntegers, unpackIntegers } from './integers.ts';

/** What a result holds besides errors and nearest neighbours: traces of the fits, hash of the predictions, seconds. */
export type CellDetails = Omit<CellResult, 'nearest' | keyof CellErrors>;

export interface ResultRepository {
  readonly put: (cell: number, result: CellResult) => void;
  /** Errors of the finished cells of a study, by position; `withSelected` reads the validated shape too. */
  readonly errors: (study: number, withSelected?: boolean) => Map<number, CellErrors>;
  readonly details: (cell: number) => CellDetails | null;
  readonly nearest: (cell: number) => CellResult['nearest'] | null;
}

interface ErrorRow {
  position: number;
  shapeList: number;
  testCount: number;
  wrong: Buffer;
  /** 0 unless asked for. */
  selected: number | null;
}

/** Results of cells, in three parts by how often they are wanted: errors (tables), details (exports), nearest (seldom). */
export function resultRepository(db: Database): ResultRepository {
  const findShapes = db.prepare<[string], number>('SELECT id FROM shape_lists WHERE shapes = ?').pluck();
  const addShapes = db.prepare<[string]>('INSERT INTO shape_lists (shapes) VALUES (?)');
  const selectShapes = db.prepare<[number], string>('SELECT shapes FROM shape_lists WHERE id = ?').pluck();
  const put = db.prepare(
    `INSERT OR REPLACE INTO cell_results (cell_id, shape_list_id, test_count, wrong, details, nearest_bytes, nearest)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  // Reading the chosen shape means parsing the details of every cell: only where a study has chosen any.
  const selectErrors = db.prepare<[number, number], ErrorRow>(
    `SELECT position, shape_list_id AS shapeList, test_count AS testCount, wrong,
       CASE WHEN ? THEN json_extract(details, '$.selected') ELSE 0 END AS selected
     FROM cells JOIN cell_results ON cell_id = cells.id WHERE study_id = ? AND status = 'done' ORDER BY position`,
  );
  const selectDetails = db.prepare<[number], string>('SELECT details FROM cell_results WHERE cell_id = ?').pluck();
  const selectNearest = db.prepare<[number], { nearest: Buffer; bytes: 2 | 4 }>(
    'SELECT nearest, nearest_bytes AS bytes FROM cell_results WHERE cell_id = ?',
  );

  const shapeListId = (shapes: CellResult['shapes']): number => {
    const text = JSON.stringify(shapes);
    return findShapes.get(text) ?? Number(addShapes.run(text).lastInsertRowid);
  };

  return {
    put(cell, { shapes, wrong, testCount, nearest, ...details }) {
      const bytes = nearest.BYTES_PER_ELEMENT as 2 | 4;
      const packed = deflateRawSync(packIntegers(nearest, bytes));
      put.run(
        cell,
        shapeListId(shapes),
        testCount,
        packIntegers(wrong, 4),
        JSON.stringify(details satisfies CellDetails),
        bytes,
        packed,
      );
    },
    errors(study, withSelected = false) {
      const lists = new Map<number, CellResult['shapes']>();
      const shapesOf = (id: number): CellResult['shapes'] => {
        const known = lists.get(id);
        if (known) return known;
        const shapes: CellResult['shapes'] = JSON.parse(selectShapes.get(id)!);
        lists.set(id, shapes);
        return shapes;
      };
      const found = new Map<number, CellErrors>();
      for (const { position, shapeList, testCount, wrong, selected } of selectErrors.all(withSelected ? 1 : 0, study)) {
        const counts = Array.from(unpackIntegers(wrong, 4));
        found.set(position, {
          shapes: shapesOf(shapeList),
          wrong: counts,
          testCount,
          ...(withSelected && { selected }),
        });
      }
      return found;
    },
    details(cell) {
      const text = selectDetails.get(cell);
      return text === undefined ? null : JSON.parse(text);
    },
    nearest(cell) {
      const row = selectNearest.get(cell);
      return row ? unpackIntegers(inflateRawSync(row.nearest), row.bytes) : null;
    },
  };
}
