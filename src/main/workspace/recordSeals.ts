/** Digests of the tables' inputs other than results: datasets without their pixels, specs and plans of studies. */
import type { Database } from 'better-sqlite3';
import { digestOf, digestOfRows, type Stored } from './digests.ts';
import { damaged, type WorkspaceError } from './workspaceErrors.ts';

type Row = readonly (string | number | null)[];

export interface RecordSeals {
  /** Stores the digest of a dataset's records after they have been written. */
  readonly sealDataset: (id: number) => void;
  /**
   * Throws `WorkspaceError` if the records are damaged; checks them once, and again after they are sealed or forgotten.
   */
  readonly requireDataset: (id: number) => void;
  readonly forgetDataset: (id: number) => void;
  readonly sealStudy: (id: number) => void;
  readonly requireStudy: (id: number) => void;
  readonly sealPlan: (study: number) => void;
  readonly requirePlan: (study: number) => void;
}

export function recordSeals(db: Database): RecordSeals {
  const dataset = db
    .prepare<[number], Row>(
      `SELECT layout, source, rows, cols, count, hash, pixel_type, low, high, preprocessing, coloured
       FROM datasets WHERE id = ?`,
    )
    .raw();
  const subjects = db
    .prepare<[number], Row>('SELECT number, name FROM subjects WHERE dataset_id = ? ORDER BY number')
    .raw();
  const images = db
    .prepare<[number], Row>(
      `SELECT position, subject, file, attributes, file_rows, file_cols
       FROM images WHERE dataset_id = ? ORDER BY position`,
    )
    .raw();
  const study = db
    .prepare<[number], Stored[]>('SELECT name, dataset_id, dataset_hash, spec FROM studies WHERE id = ?')
    .raw();
  const cells = db
    .prepare<[number], Row>(
      `SELECT id, position, key, condition, repeat, method_key, label FROM cells WHERE study_id = ? ORDER BY position`,
    )
    .raw();
  const nameOf = (table: string) => db.prepare<[number], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck();
  const [datasetName, studyName] = [nameOf('datasets'), nameOf('studies')];

  function* datasetRows(id: number): Generator<Row> {
    yield dataset.get(id) ?? [];
    yield* subjects.iterate(id);
    yield* images.iterate(id);
  }

  const seal = (
    column: string,
    table: string,
    digest: (id: number) => Buffer,
    damage: (id: number) => WorkspaceError,
  ) => {
    const put = db.prepare<[Buffer, number]>(`UPDATE ${table} SET ${column} = ? WHERE id = ?`);
    const get = db.prepare<[number], Buffer | null>(`SELECT ${column} FROM ${table} WHERE id = ?`).pluck();
    return {
      put: (id: number): void => void put.run(digest(id), id),
      require(id: number): void {
        const stored = get.get(id);
        if (stored !== undefined && !stored?.equals(digest(id))) throw damage(id);
      },
    };
  };
  const ofDataset = seal(
    'digest',
    'datasets',
    (id) => digestOfRows(datasetRows(id)),
    (id) => damaged(`The dataset "${datasetName.get(id)}" is damaged: its images are not listed as they were stored.`),
  );
  const ofStudy = seal(
    'digest',
    'studies',
    (id) => digestOf(...study.get(id)!),
    (id) => damaged(`The study "${studyName.get(id)}" is damaged: its spec is not as it was stored.`),
  );
  const ofPlan = seal(
    'plan_digest',
    'studies',
    (id) => digestOfRows(cells.iterate(id)),
    (id) => damaged(`The study "${studyName.get(id)}" is damaged: its cells are not listed as they were stored.`),
  );
  const verified = new Set<number>();
  return {
    sealDataset(id) {
      ofDataset.put(id);
      verified.delete(id);
    },
    forgetDataset: (id) => void verified.delete(id),
    requireDataset(id) {
      if (verified.has(id)) return;
      ofDataset.require(id);
      verified.add(id);
    },
    sealStudy: ofStudy.put,
    requireStudy: ofStudy.require,
    sealPlan: ofPlan.put,
    requirePlan: ofPlan.require,
  };
}
