import type { Database } from 'better-sqlite3';
import { digestOf, resultDigests, type Stored } from './digests.ts';
import { recordSeals } from './records.ts';

/** Digests of everything that is stored, as it is now: what was damaged before stays so without being noticed. */
export function fillDigests(db: Database): void {
  db.function('digest_of', { deterministic: true, varargs: true }, (...values: unknown[]) =>
    digestOf(...(values as Stored[])),
  );
  db.function('result_digests', { deterministic: true, varargs: true }, (...values: unknown[]) => {
    const [cell, shapeList, testCount, wrong, details, nearestBytes, nearest, measures, curves] = values as never[];
    return resultDigests({ cell, shapeList, testCount, wrong, details, nearestBytes, nearest, measures, curves });
  });
  db.exec(`
    UPDATE images SET digest = digest_of(pixels), colour_digest = iif(colour IS NULL, NULL, digest_of(colour));
    UPDATE shape_lists SET digest = digest_of(shapes);
    UPDATE cell_results SET digests = result_digests(
      cell_id, shape_list_id, test_count, wrong, details, nearest_bytes, nearest, measures, curves);
  `);
  const seals = recordSeals(db);
  const ids = (table: string): number[] => db.prepare<[], number>(`SELECT id FROM ${table}`).pluck().all();
  for (const id of ids('datasets')) seals.sealDataset(id);
  for (const id of ids('studies')) {
    seals.sealStudy(id);
    seals.sealPlan(id);
  }
}
