import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { CellErrors } from '../../core/study/table/errors.ts';
import type { TableCell } from '../../core/study/table/measured.ts';
import type { CellMeasures } from '../../core/study/measures/cellMeasures.ts';
import type { CellResult } from '../../core/study/result.ts';
import { packIntegers, unpackIntegers } from './integers.ts';

/** What a result holds besides errors, measures and nearest neighbours: traces of the fits, hash of the predictions, seconds. */
export type CellDetails = Omit<CellResult, 'nearest' | 'measures' | keyof CellErrors>;

/** What is read of a finished cell besides its errors; each takes time. */
export interface WantedParts {
  /** The validated shape. */
  readonly selected?: boolean;
  /** Values of the measures that the study asks for. */
  readonly measures?: boolean;
  /** Iterations, and whether they converged. */
  readonly fits?: boolean;
}

export interface ResultRepository {
  readonly put: (cell: number, result: CellResult) => void;
  /** Errors of the finished cells of a study, by position, and what is wanted besides. */
  readonly errors: (study: number, wanted?: WantedParts) => Map<number, TableCell>;
  readonly details: (cell: number) => CellDetails | null;
  /** All of it, as it was put. */
  readonly whole: (cell: number) => CellResult | null;
  /** Values and curves; null where the study asks for none. */
  readonly measures: (cell: number) => CellMeasures | null;
  readonly nearest: (cell: number) => CellResult['nearest'] | null;
  /** Builds of the kernels that computed the finished cells of a study, in order of their names. */
  readonly kernels: (study: number) => string[];
}

interface ErrorRow {
  position: number;
  shapeList: number;
  testCount: number;
  wrong: Buffer;
  /** Null unless asked for, as what follows. */
  selected: number | null;
  iterations: string | null;
  converged: string | null;
  measures: Buffer | null;
}

/**
 * Results of cells, in parts by how often they are wanted: errors (tables), measures, details (exports), curves, nearest
 * (seldom).
 */
export function resultRepository(db: Database): ResultRepository {
  const findShapes = db.prepare<[string], number>('SELECT id FROM shape_lists WHERE shapes = ?').pluck();
  const addShapes = db.prepare<[string]>('INSERT INTO shape_lists (shapes) VALUES (?)');
  const selectShapes = db.prepare<[number], string>('SELECT shapes FROM shape_lists WHERE id = ?').pluck();
  const put = db.prepare(
    `INSERT OR REPLACE INTO cell_results
       (cell_id, shape_list_id, test_count, wrong, details, nearest_bytes, nearest, measures, curves)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Reading the chosen shape means parsing the details of every cell: only where a study has chosen any.
  const selectErrors = db.prepare<[number, number, number, number, number], ErrorRow>(
    `SELECT position, shape_list_id AS shapeList, test_count AS testCount, wrong,
       CASE WHEN ? THEN json_extract(details, '$.selected') END AS selected,
       CASE WHEN ? THEN json_extract(details, '$.iterations') END AS iterations,
       CASE WHEN ? THEN json_extract(details, '$.converged') END AS converged,
       CASE WHEN ? THEN measures END AS measures
     FROM cells JOIN cell_results ON cell_id = cells.id WHERE study_id = ? AND status = 'done' ORDER BY position`,
  );
  const selectCounts = db.prepare<[number], Pick<ErrorRow, 'shapeList' | 'testCount' | 'wrong'>>(
    'SELECT shape_list_id AS shapeList, test_count AS testCount, wrong FROM cell_results WHERE cell_id = ?',
  );
  const selectDetails = db.prepare<[number], string>('SELECT details FROM cell_results WHERE cell_id = ?').pluck();
  const selectMeasures = db.prepare<[number], { measures: Buffer | null; curves: Buffer | null }>(
    'SELECT measures, curves FROM cell_results WHERE cell_id = ?',
  );
  const selectNearest = db.prepare<[number], { nearest: Buffer; bytes: 2 | 4 }>(
    'SELECT nearest, nearest_bytes AS bytes FROM cell_results WHERE cell_id = ?',
  );

  const selectKernels = db
    .prepare<[number], string>(
      `SELECT DISTINCT json_extract(details, '$.kernel') AS kernel FROM cells JOIN cell_results ON cell_id = cells.id
       WHERE study_id = ? AND status = 'done' AND kernel IS NOT NULL ORDER BY kernel`,
    )
    .pluck();

  const shapeListId = (shapes: CellResult['shapes']): number => {
    const text = JSON.stringify(shapes);
    return findShapes.get(text) ?? Number(addShapes.run(text).lastInsertRowid);
  };

  const details = (cell: number): CellDetails | null => {
    const text = selectDetails.get(cell);
    return text === undefined ? null : JSON.parse(text);
  };
  const measures = (cell: number): CellMeasures | null => {
    const row = selectMeasures.get(cell);
    return row?.measures && row.curves ? { values: unpackJson(row.measures), curves: unpackJson(row.curves) } : null;
  };
  const nearest = (cell: number): CellResult['nearest'] | null => {
    const row = selectNearest.get(cell);
    return row ? unpackIntegers(inflateRawSync(row.nearest), row.bytes) : null;
  };

  return {
    details,
    measures,
    nearest,
    put(cell, { shapes, wrong, testCount, nearest, measures, ...details }) {
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
        measures ? packJson(measures.values) : null,
        measures ? packJson(measures.curves) : null,
      );
    },
    errors(study, wanted = {}) {
      const lists = new Map<number, CellResult['shapes']>();
      const shapesOf = (id: number): CellResult['shapes'] => {
        const known = lists.get(id);
        if (known) return known;
        const shapes: CellResult['shapes'] = JSON.parse(selectShapes.get(id)!);
        lists.set(id, shapes);
        return shapes;
      };
      const found = new Map<number, TableCell>();
      const [selected, fits, measured] = [wanted.selected, wanted.fits, wanted.measures].map((part) => (part ? 1 : 0));
      for (const row of selectErrors.all(selected, fits, fits, measured, study)) {
        found.set(row.position, {
          shapes: shapesOf(row.shapeList),
          wrong: unpackIntegers(row.wrong, 4),
          testCount: row.testCount,
          ...(wanted.selected && { selected: row.selected }),
          ...(wanted.fits && { iterations: JSON.parse(row.iterations!), converged: JSON.parse(row.converged!) }),
          ...(row.measures && { measures: { values: unpackJson<CellMeasures['values']>(row.measures) } }),
        });
      }
      return found;
    },
    whole(cell) {
      const counts = selectCounts.get(cell);
      if (!counts) return null;
      const measured = measures(cell);
      return {
        shapes: JSON.parse(selectShapes.get(counts.shapeList)!),
        wrong: Array.from(unpackIntegers(counts.wrong, 4)),
        testCount: counts.testCount,
        ...details(cell)!,
        ...(measured && { measures: measured }),
        nearest: nearest(cell)!,
      };
    },
    kernels: (study) => selectKernels.all(study),
  };
}

function packJson(value: CellMeasures['values'] | CellMeasures['curves']): Buffer {
  return deflateRawSync(JSON.stringify(value));
}

function unpackJson<T>(bytes: Buffer): T {
  return JSON.parse(inflateRawSync(bytes).toString());
}
