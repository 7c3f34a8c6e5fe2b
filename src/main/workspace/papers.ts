/** Results of experiments of papers: one per experiment, size and database. */
import type { Database } from 'better-sqlite3';
import { experimentRecordSchema, type ExperimentRecord } from '../../core/papers/record.ts';
import { digestOf } from './digests.ts';
import { damaged } from './workspaceErrors.ts';

/** Key of a result. `database`: null if the experiment generates its data. */
export interface ResultKey {
  readonly experiment: string;
  readonly size: string;
  readonly database: string | null;
}

export interface PaperRepository {
  /** Throws `WorkspaceError` for a damaged result. */
  readonly list: () => ExperimentRecord[];
  /** null if there is no result. Throws as `list`. */
  readonly get: (key: ResultKey) => ExperimentRecord | null;
  /** Replaces an older result of the same experiment, size and database. */
  readonly put: (record: ExperimentRecord) => void;
}

interface Row {
  readonly experiment: string;
  readonly record: string;
  readonly digest: Buffer;
}

export function paperRepository(db: Database): PaperRepository {
  const all = db.prepare<[], Row>(
    'SELECT experiment, record, digest FROM paper_results ORDER BY experiment, size, source',
  );
  const one = db.prepare<[string, string, string], Row>(
    'SELECT experiment, record, digest FROM paper_results WHERE experiment = ? AND size = ? AND source = ?',
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO paper_results (experiment, size, source, record, digest) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    list: () => all.all().map(read),
    get({ experiment, size, database }) {
      const row = one.get(experiment, size, database ?? '');
      return row ? read(row) : null;
    },
    put(record) {
      const text = JSON.stringify(record);
      put.run(record.experiment, record.size, record.data?.database ?? '', text, digestOf(text));
    },
  };
}

function read({ experiment, record, digest }: Row): ExperimentRecord {
  const what = `The result of the experiment ${experiment} is not as it was stored.`;
  if (!digestOf(record).equals(digest)) throw damaged(what);
  const parsed = experimentRecordSchema.safeParse(JSON.parse(record));
  if (!parsed.success) throw damaged(what);
  return parsed.data;
}
