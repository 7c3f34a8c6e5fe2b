/** Checks that all data of a workspace are as stored, and reports what is affected if not. */
import type { Database } from 'better-sqlite3';
import type { WorkspaceFinding } from '../../core/contract/workspace.ts';
import type { Steps } from '../../core/formats/cooperativeSteps.ts';
import type { CellRepository } from './studies/cells.ts';
import type { DatasetRepository } from './datasets/datasets.ts';
import { hashOfDataset } from './digests.ts';
import { faultReason } from './workspaceErrors.ts';
import { hiddenByDamage } from './studies/hiddenByDamage.ts';
import type { MethodFileRepository } from './studies/methodFiles.ts';
import type { StudyRepository } from './studies/studies.ts';

interface Repositories {
  readonly datasets: DatasetRepository;
  readonly studies: StudyRepository;
  readonly cells: CellRepository;
  readonly methodFiles: MethodFileRepository;
}

/** SQLite's messages for an index that disagrees with its table, from which it can be rebuilt. */
const INDEX = /missing from index|wrong # of entries in index|non-unique entry in index/;
/** SQLite's message for an invalid state of a cell, which is reported as a separate finding. */
const STATE = /^CHECK constraint failed in cells$/;
const MAX_STRUCTURE = 20;

/**
 * Reads everything: structure of the file, datasets, specs, plans, states, results. With `repair`, indexes are rebuilt,
 * damaged cells lose their results and become pending, and states are derived from the results. Nothing else can be
 * recovered.
 */
export function* checkWorkspace(db: Database, stored: Repositories, repair: boolean): Steps<WorkspaceFinding[]> {
  const findings = structure(db, repair);
  for (const missing of hiddenByDamage(db))
    findings.push({ text: `The file: ${missing}.`, repairable: false, repaired: false });
  yield 0.1;
  const damagedDatasets = yield* checkDatasets(db, stored, findings);
  yield* checkStudies(db, stored, damagedDatasets, findings, repair);
  checkMethodFiles(stored, findings, repair);
  return findings;
}

function structure(db: Database, repair: boolean): WorkspaceFinding[] {
  const messages = (): string[] => {
    try {
      const rows = db.pragma(`integrity_check(${MAX_STRUCTURE})`) as { integrity_check: string }[];
      return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok' && !STATE.test(text));
    } catch (error) {
      return [reason(error)];
    }
  };
  const problems = messages();
  if (problems.length === 0) return [];
  const repairable = problems.every((text) => INDEX.test(text));
  if (repair && repairable) db.exec('REINDEX');
  const repaired = repair && repairable && messages().length === 0;
  return problems.map((text) => ({ text: `The file: ${text.replace(/\s+/g, ' ')}.`, repairable, repaired }));
}

function* checkDatasets(db: Database, { datasets }: Repositories, findings: WorkspaceFinding[]): Steps<Set<number>> {
  const bad = new Set<number>();
  const rows = db.prepare<[], { id: number; name: string; deleted: string | null }>(
    'SELECT id, name, deleted_at AS deleted FROM datasets ORDER BY id',
  );
  for (const { id, name, deleted } of tried(findings, 'The list of datasets', () => rows.all()) ?? []) {
    if (deleted !== null) continue;
    const steps = readDataset({ datasets }, id);
    try {
      for (let step = steps.next(); !step.done; step = steps.next()) yield 0.1 + 0.4 * (step.value ?? 0);
    } catch (error) {
      bad.add(id);
      const text = `The dataset "${name}" is damaged (${reason(error)}): import it again under another name, or restore a backup.`;
      findings.push({ text, repairable: false, repaired: false });
    }
  }
  return bad;
}

/** Throws at the first damaged image or record. */
function* readDataset({ datasets }: Pick<Repositories, 'datasets'>, id: number): Steps<void> {
  datasets.requireIntact(id);
  datasets.making(id);
  const { rows, cols, count } = datasets.pixelFacts(id)!;
  const { hash } = datasets.get(id)!;
  const { labels, subjects } = datasets.factsOf(id);
  const pixels = new Float64Array(rows * cols);
  const names = Array.from(labels, (label) => subjects[label]);
  for (let n = 0; n < count; n++) {
    datasets.colours(id, n);
    if (n % 100 === 99) yield n / count;
  }
  for (const { key } of datasets.excluded(id)) datasets.readByKey(id, key, pixels);
  const read = (n: number): Float64Array => {
    datasets.readPixels(id, pixels, [n]);
    return pixels;
  };
  if (hashOfDataset({ rows, cols, count, read }, names) !== hash) throw new Error('its images have another hash');
}

function* checkStudies(
  db: Database,
  { studies, cells }: Repositories,
  damagedDatasets: ReadonlySet<number>,
  findings: WorkspaceFinding[],
  repair: boolean,
): Steps<void> {
  const rows = db.prepare<[], { id: number; name: string }>('SELECT id, name FROM studies ORDER BY id');
  const all = tried(findings, 'The list of studies', () => rows.all()) ?? [];
  for (const [at, { id, name }] of all.entries()) {
    const study = tried(findings, `"${name}"`, () => studies.get(id)!);
    const list = study && tried(findings, `"${name}"`, () => cells.withFaults(id));
    if (!list) continue;
    if (damagedDatasets.has(study.datasetId)) {
      const text = `"${name}" cannot continue: its dataset is damaged. Its finished cells were computed before that, or the damage was refused.`;
      findings.push({ text, repairable: false, repaired: false });
    }
    for (const [i, { cell, fault }] of list.entries()) {
      if (i % 100 === 99) yield 0.5 + (0.5 * (at + i / list.length)) / all.length;
      const { position, status, label, condition, repeat } = cell;
      const place = `${label}, ${condition}, repeat ${repeat} of "${name}"`;
      const mended = (mend: (study: number, position: number) => void): boolean =>
        repair && tried(findings, `"${name}"`, () => (mend(id, position), true)) === true;
      const result = resultOf(cells, id, position);
      if (result === 'damaged' || (result === 'none' && status === 'done')) {
        const repaired = mended(cells.giveUp);
        const fate = repaired ? 'the cell is pending again' : 'it has to be computed again';
        findings.push({ text: `The result of ${place} is damaged: ${fate}.`, repairable: true, repaired });
      } else if (fault !== null) {
        // The result decides: a cell with an intact result is done.
        const [mend, fate] =
          result === 'intact' ? ([cells.settle, 'done'] as const) : ([cells.giveUp, 'pending'] as const);
        const repaired = mended(mend);
        const verb = repaired ? 'is' : 'has to be';
        const explanation = `its state says "${status}", by its result it ${verb} ${fate}`;
        findings.push({ text: `The state of ${place} is damaged: ${explanation}.`, repairable: true, repaired });
      }
    }
  }
}

/** Damaged files of methods are dropped by a repair: the folder of a registered method may still have them. */
function checkMethodFiles({ methodFiles }: Repositories, findings: WorkspaceFinding[], repair: boolean): void {
  for (const version of tried(findings, 'The list of methods', () => methodFiles.versions()) ?? []) {
    try {
      methodFiles.get(version);
    } catch (error) {
      const repaired =
        repair && tried(findings, 'The list of methods', () => (methodFiles.remove(version), true)) === true;
      findings.push({ text: `${reason(error)}.`, repairable: true, repaired });
    }
  }
}

/** Whether the result of a cell is intact. */
function resultOf(cells: CellRepository, study: number, position: number): 'none' | 'intact' | 'damaged' {
  try {
    return cells.result(study, position) === null ? 'none' : 'intact';
  } catch {
    return 'damaged';
  }
}

/** The result of `read`, or null and a finding about `what`. */
function tried<T>(findings: WorkspaceFinding[], what: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    findings.push({ text: `${what}: ${reason(error)}.`, repairable: false, repaired: false });
    return null;
  }
}

function reason(error: unknown): string {
  const text = faultReason(error) ?? (error instanceof Error ? error.message : String(error));
  return text.replace(/\.? "eigenbench check" lists the damage\.?$/, '').replace(/ \("eigenbench check".*?\)$/, '');
}
