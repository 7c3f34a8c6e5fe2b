import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { endianness } from 'node:os';
import type { Database } from 'better-sqlite3';
import type { CellErrors } from '../../../core/study/table/repeatErrors.ts';
import type { TableCell } from '../../../core/study/table/measuredRepeats.ts';
import type { CellMeasures } from '../../../core/measures/cellMeasures.ts';
import type { CellResult } from '../../../core/study/cells/cellResult.ts';
import { digestOf, isIntact, resultDigests, type ResultColumns, type ResultPart } from '../digests.ts';
import { damaged, type WorkspaceError } from '../workspaceErrors.ts';

// Stored lists of integers: little-endian, 2 or 4 bytes each, on every machine.

const LITTLE_ENDIAN = endianness() === 'LE';

type Integers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export function packIntegers(values: ArrayLike<number>, size: 2 | 4): Buffer {
  const integers = size === 2 ? Uint16Array.from(values) : Uint32Array.from(values);
  return swapped(Buffer.from(integers.buffer), size);
}

export function unpackIntegers(bytes: Buffer, size: 2 | 4): Integers {
  // A view if alignment and byte order allow: most data of large tables are such lists.
  if (LITTLE_ENDIAN && bytes.buffer instanceof ArrayBuffer && bytes.byteOffset % size === 0) {
    return size === 2
      ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      : new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const values = size === 2 ? new Uint16Array(bytes.length / 2) : new Uint32Array(bytes.length / 4);
  // A copy of all bytes at once: reading 8 million values one by one takes three seconds.
  const target = Buffer.from(values.buffer);
  target.set(bytes);
  swapped(target, size);
  return values;
}

/** Between the machine's order and little-endian, in place. */
function swapped(bytes: Buffer, size: 2 | 4): Buffer {
  if (LITTLE_ENDIAN) return bytes;
  return size === 2 ? bytes.swap16() : bytes.swap32();
}

/**
 * Parts of a result other than errors, measures and nearest neighbours: traces of the fits, hash of the predictions,
 * seconds.
 */
export type CellDetails = Omit<CellResult, 'nearest' | 'measures' | keyof CellErrors>;

/** Optional parts of a finished cell besides its errors; each takes time. */
export interface RequestedParts {
  /** The validated shape, and its errors on the inner splits. */
  readonly selected?: boolean;
  /** Values of the study's measures. */
  readonly measures?: boolean;
  /** Iterations and convergence. */
  readonly fits?: boolean;
  /** Convergence of the cells that have a fit without it; others lack the list. */
  readonly unconverged?: boolean;
  /** Only cells of this condition; null or absent: all. */
  readonly condition?: string | null;
}

export interface ResultRepository {
  readonly put: (cell: number, result: CellResult) => void;
  readonly remove: (cell: number) => void;
  /** Errors of the finished cells of a study, by position, with the requested parts. */
  readonly errors: (study: number, wanted?: RequestedParts) => Map<number, TableCell>;
  readonly details: (cell: number) => CellDetails | null;
  readonly whole: (cell: number) => CellResult | null;
  /** Values and curves; null if the study has none. */
  readonly measures: (cell: number) => CellMeasures | null;
  readonly nearest: (cell: number) => CellResult['nearest'] | null;
  /** Builds of the kernels that computed finished cells of a study, in order of their names. */
  readonly kernels: (study: number) => string[];
}

interface Sealed {
  cell: number;
  digests: Buffer | null;
}

interface ErrorRow extends Sealed {
  position: number;
  shapeList: number;
  testCount: number;
  wrong: Buffer;
  /** null unless requested, as are the following columns. */
  details: string | null;
  measures: Buffer | null;
}

type FitParts = Partial<Pick<CellResult, 'selected' | 'inner' | 'iterations' | 'converged'>>;
const NO_PARTS: FitParts = {};

/**
 * Every part is compared with its digest when it is read; a damaged one throws `WorkspaceError` with the name of the
 * cell. Results are stored in parts by frequency of use: errors (tables), measures, details (exports), curves, nearest
 * (rarely).
 */
export function resultRepository(db: Database): ResultRepository {
  const findShapes = db.prepare<[string], number>('SELECT id FROM shape_lists WHERE shapes = ?').pluck();
  const addShapes = db.prepare<[string, Buffer]>('INSERT INTO shape_lists (shapes, digest) VALUES (?, ?)');
  const selectShapes = db.prepare<[number], { shapes: string; digest: Buffer | null }>(
    'SELECT shapes, digest FROM shape_lists WHERE id = ?',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO cell_results
       (cell_id, shape_list_id, test_count, wrong, details, nearest_bytes, nearest, measures, curves, digests)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Reading the selected shape means parsing the details of every cell: done only if the study selects shapes.
  const selectErrors = db.prepare<[number, number, number, number, string | null], ErrorRow>(
    `SELECT position, shape_list_id AS shapeList, test_count AS testCount, wrong,
       CASE WHEN ? OR (? AND instr(details, 'false')) THEN details END AS details, CASE WHEN ? THEN measures END AS measures, cell_id AS cell, digests
     FROM cells JOIN cell_results ON cell_id = cells.id
     WHERE study_id = ? AND condition = ifnull(?, condition) ORDER BY position`,
  );
  const selectPart = <T>(columns: string) =>
    db.prepare<[number], T & Sealed>(`SELECT ${columns}, cell_id AS cell, digests FROM cell_results WHERE cell_id = ?`);
  const selectCounts = selectPart<Pick<ErrorRow, 'shapeList' | 'testCount' | 'wrong'>>(
    'shape_list_id AS shapeList, test_count AS testCount, wrong',
  );
  const selectDetails = selectPart<{ details: string }>('details');
  const selectMeasures = selectPart<{ measures: Buffer | null; curves: Buffer | null }>('measures, curves');
  const selectNearest = selectPart<{ nearest: Buffer; nearestBytes: 2 | 4 }>('nearest, nearest_bytes AS nearestBytes');
  const selectPlace = db
    .prepare<[number], string>(
      `SELECT format('%s, %s, repeat %d of "%s"', label, condition, repeat, studies.name)
       FROM cells JOIN studies ON studies.id = study_id WHERE cells.id = ?`,
    )
    .pluck();
  const remove = db.prepare('DELETE FROM cell_results WHERE cell_id = ?');

  const damage = (cell: number): WorkspaceError =>
    damaged(`The result of ${selectPlace.get(cell) ?? 'a cell'} is damaged: it is not as it was stored.`);
  const require = <P extends ResultPart>(part: P, row: Parameters<typeof isIntact<P>>[1] & Sealed): void => {
    if (!isIntact(part, row, row.digests)) throw damage(row.cell);
  };

  const selectKernels = db
    .prepare<[number], string>(
      `SELECT DISTINCT json_extract(details, '$.kernel') AS kernel FROM cells JOIN cell_results ON cell_id = cells.id
       WHERE study_id = ? AND status = 'done' AND kernel IS NOT NULL AND kernel <> 'elsewhere' ORDER BY kernel`,
    )
    .pluck();

  const shapeListId = (shapes: CellResult['shapes']): number => {
    const text = JSON.stringify(shapes);
    return findShapes.get(text) ?? Number(addShapes.run(text, digestOf(text)).lastInsertRowid);
  };
  const shapesAt = (id: number, cell: number): CellResult['shapes'] => {
    const row = selectShapes.get(id);
    if (!row?.digest?.equals(digestOf(row.shapes))) throw damage(cell);
    return JSON.parse(row.shapes);
  };

  const details = (cell: number): CellDetails | null => {
    const row = selectDetails.get(cell);
    if (!row) return null;
    require('details', row);
    return JSON.parse(row.details);
  };
  const measures = (cell: number): CellMeasures | null => {
    const row = selectMeasures.get(cell);
    if (!row) return null;
    require('measures', row);
    require('curves', row);
    return row.measures && row.curves ? { values: unpackJson(row.measures), curves: unpackJson(row.curves) } : null;
  };
  const nearest = (cell: number): CellResult['nearest'] | null => {
    const row = selectNearest.get(cell);
    if (!row) return null;
    require('nearest', row);
    return unpackIntegers(inflateRawSync(row.nearest), row.nearestBytes);
  };

  return {
    details,
    measures,
    nearest,
    remove: (cell) => void remove.run(cell),
    put(cell, { shapes, wrong, testCount, nearest, measures, ...details }) {
      const bytes = nearest.BYTES_PER_ELEMENT as 2 | 4;
      const row: ResultColumns = {
        cell,
        shapeList: shapeListId(shapes),
        testCount,
        wrong: packIntegers(wrong, 4),
        details: JSON.stringify(details satisfies CellDetails),
        nearestBytes: bytes,
        nearest: deflateRawSync(packIntegers(nearest, bytes)),
        measures: measures ? packJson(measures.values) : null,
        curves: measures ? packJson(measures.curves) : null,
      };
      put.run(...Object.values(row), resultDigests(row));
    },
    errors(study, wanted = {}) {
      const lists = new Map<number, CellResult['shapes']>();
      const shapesOf = (id: number, cell: number): CellResult['shapes'] => {
        const cached = lists.get(id);
        if (cached) return cached;
        const shapes = shapesAt(id, cell);
        lists.set(id, shapes);
        return shapes;
      };
      const cellsByPosition = new Map<number, TableCell>();
      const inDetails = wanted.selected || wanted.fits ? 1 : 0;
      const [inSome, inMeasures] = [wanted.unconverged ? 1 : 0, wanted.measures ? 1 : 0];
      for (const row of selectErrors.all(inDetails, inSome, inMeasures, study, wanted.condition ?? null)) {
        require('errors', row);
        if (row.details !== null) require('details', { cell: row.cell, details: row.details, digests: row.digests });
        if (wanted.measures) require('measures', row);
        const { selected, inner, iterations, converged } =
          row.details === null ? NO_PARTS : (JSON.parse(row.details) as FitParts);
        cellsByPosition.set(row.position, {
          shapes: shapesOf(row.shapeList, row.cell),
          wrong: unpackIntegers(row.wrong, 4),
          testCount: row.testCount,
          ...(wanted.selected && { selected: selected ?? null }),
          ...(wanted.selected && inner !== undefined && { inner }),
          ...(wanted.unconverged && converged?.includes(false) && { converged }),
          ...(wanted.fits && { iterations, converged }),
          ...(row.measures && { measures: { values: unpackJson<CellMeasures['values']>(row.measures) } }),
        });
      }
      return cellsByPosition;
    },
    whole(cell) {
      const row = selectCounts.get(cell);
      if (!row) return null;
      require('errors', row);
      const measured = measures(cell);
      return {
        shapes: shapesAt(row.shapeList, cell),
        wrong: Array.from(unpackIntegers(row.wrong, 4)),
        testCount: row.testCount,
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
