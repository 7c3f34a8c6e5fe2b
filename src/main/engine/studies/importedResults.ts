/** Imported results: converts files to cells of a study, and removes them again. */
import type { SentFile } from '../../../core/contract/files.ts';
import type { ImportedResultsPreview, ImportedResultsSummary } from '../../../core/contract/importedResults.ts';
import { filesByIndex } from '../../../core/dataset.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { sha256Hex } from '../../../core/hash.ts';
import { IMPORTED, type ImportedSource } from '../../../core/methods/importedMethod.ts';
import { importedLabels, type StudySpec } from '../../../core/study/spec/spec.ts';
import { InvalidInputError } from '../../../core/methods/problems.ts';
import { importedCell } from '../../../core/importedResults/importedCell.ts';
import {
  splitName,
  type ResultFile,
  type ImportedResults,
  type ImportTarget,
} from '../../../core/importedResults/importTarget.ts';
import { readResults } from '../../../core/importedResults/readResults.ts';
import type { CellResult } from '../../../core/study/cells/cellResult.ts';
import { conditionsOf, repeatCount } from '../../../core/study/spec/conditions.ts';
import { checkSpec } from '../../../core/study/spec/check.ts';
import { available } from '../../../core/text/phrases.ts';
import { planCells } from '../../../core/study/plan/plan.ts';
import { planStudy } from '../../../core/study/study.ts';
import { splitOf } from '../../../core/study/plan/splits.ts';
import { mean } from '../../../core/stats/describe.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict, invalid } from '../errors.ts';
import { allCells } from './cells/allCells.ts';
import type { PublishedNumber } from '../../../core/study/table/publishedNumber.ts';
import { readPublishedNumbers } from '../../../core/importedResults/publishedNumbers.ts';

interface Read {
  readonly elsewhere: ImportedSource;
  readonly remarks: ImportedResults['remarks'];
  /** By condition and repeat. */
  readonly results: ReadonlyMap<string, CellResult>;
}

/** Maximum split names listed by a preview. */
const LISTED = 20;

/** Previews the results in files. Throws INVALID with everything that does not fit the study's splits. */
export function previewImportedResults(
  workspace: Workspace,
  study: StoredStudy,
  sent: readonly SentFile[],
): ImportedResultsPreview {
  const outside = outsideStudy(workspace, study);
  const { elsewhere, results, remarks } = read(opened(sent), outside);
  const repeats = Array.from({ length: outside.repeats }, (_, i) => i + 1);
  const names = outside.conditions.flatMap(({ key }) => repeats.map((repeat) => splitName(key, repeat)));
  return {
    holds: elsewhere.holds,
    source: elsewhere.source,
    sha256: elsewhere.sha256,
    splits: results.size,
    planned: names.length,
    lacking: names.filter((name) => !results.has(name)).slice(0, LISTED),
    conditions: outside.conditions.map(({ key }) => {
      const splitResults = repeats.flatMap((repeat) => results.get(splitName(key, repeat)) ?? []);
      const errors = splitResults.map(({ wrong, testCount }) => (100 * wrong[0]) / testCount);
      return { key, repeats: splitResults.length, error: errors.length === 0 ? null : mean(errors) };
    }),
    remarks,
  };
}

/**
 * Adds files as a row of the study's table. Throws INVALID as the preview does; CONFLICT if the study has the label, or
 * the same files were added before, unless they are to be replaced.
 */
export function addImportedResults(
  workspace: Workspace,
  study: StoredStudy,
  sent: readonly SentFile[],
  label: string,
  replace: boolean,
): void {
  const { elsewhere, results } = read(opened(sent), outsideStudy(workspace, study));
  workspace.transaction(() => {
    const entry = { method: IMPORTED, label, settings: {}, latent: 'default' as const, elsewhere };
    const { methods } = study.spec;
    const place = methods.findIndex((method) => method.method === IMPORTED && method.label === label);
    const same = methods.find((method) => method.elsewhere?.sha256 === elsewhere.sha256);
    if (same && (same.label !== label || !replace) && lacksNothing(workspace, study, same.label!)) {
      throw conflict(`${elsewhere.source} is in "${study.name}" already, as "${same.label}".`);
    }
    if (place >= 0 && !replace && !same) {
      throw conflict(`"${study.name}" has imported results labelled "${label}": replace or remove them.`);
    }
    const changed = place < 0 ? [...methods, entry] : methods.with(place, entry);
    put(workspace, study, { ...study.spec, methods: changed });
    fill(workspace, study.id, label, results);
  });
}

/** The imported rows of a study. */
export function listImportedResults(workspace: Workspace, study: StoredStudy): ImportedResultsSummary[] {
  const stored = allCells(workspace, study);
  return study.spec.methods.flatMap(({ label, elsewhere }) => {
    if (!elsewhere || label === undefined) return [];
    const rowCells = stored.filter((cell) => cell.label === label);
    const done = rowCells.filter(({ status }) => status === 'done').length;
    return [{ label, ...elsewhere, cells: { total: rowCells.length, done } }];
  });
}

/** Removes an imported row. Throws INVALID for another label, CONFLICT if the study would be empty. */
export function removeImportedResults(workspace: Workspace, study: StoredStudy, label: string): void {
  const { methods } = study.spec;
  const rest = methods.filter((method) => method.elsewhere === undefined || method.label !== label);
  if (rest.length === methods.length) {
    const labels = listImportedResults(workspace, study).map((row) => `"${row.label}"`);
    const message = `label: "${study.name}" has no imported results labelled "${label}"; ${available(labels)}.`;
    throw invalid([{ path: 'label', message }]);
  }
  if (rest.length === 0) throw conflict(`"${label}" is the only row of "${study.name}": delete the study instead.`);
  workspace.transaction(() => put(workspace, study, { ...study.spec, methods: rest }));
}

/** Replaces the list of methods; results of methods in both lists are kept. */
function put({ studies, cells, datasets }: Workspace, study: StoredStudy, spec: StudySpec): void {
  const facts = datasets.factsOf(study.datasetId);
  const { problems } = checkSpec(spec, facts);
  if (problems.length > 0) throw invalid(problems);
  const [before, next] = [planStudy(study.spec), planStudy(spec)];
  const kept = new Set(next.methods.map(({ key }) => key));
  // Cells planned with the settings of another version are kept.
  const gone = before.methods.flatMap(({ key, elsewhere }) => (elsewhere && !kept.has(key) ? [key] : []));
  if (study.partial) cells.fill(study.id, planCells(before, facts).cells);
  const remaining = cells.all(study.id).filter((cell) => !gone.includes(cell.methodKey));
  for (const key of gone) cells.removeMethod(study.id, key);
  const plan = planCells(next, facts).cells;
  const added = plan.filter((cell) => !remaining.some((other) => sameCell(other, cell)));
  studies.setSpec(study.id, spec);
  const all = [...remaining, ...added.filter((cell) => importedLabels(spec).includes(cell.label))];
  cells.extendPlan(
    study.id,
    all.map((cell, position) => ({ ...cell, position })),
  );
}

function sameCell(
  a: { methodKey: string; condition: string; repeat: number },
  b: { methodKey: string; condition: string; repeat: number },
): boolean {
  return a.methodKey === b.methodKey && a.condition === b.condition && a.repeat === b.repeat;
}

/** Stores the results that the files contain; other cells stay pending. */
function fill({ cells }: Workspace, study: number, label: string, results: Read['results']): void {
  for (const { position, condition, repeat } of cells.all(study).filter((cell) => cell.label === label)) {
    const result = results.get(splitName(condition, repeat));
    if (result) cells.complete(study, position, result);
  }
}

function lacksNothing({ cells }: Workspace, study: StoredStudy, label: string): boolean {
  return cells.all(study.id).every((cell) => cell.label !== label || cell.status === 'done');
}

function outsideStudy({ datasets }: Workspace, { spec, datasetId }: StoredStudy): ImportTarget {
  const facts = datasets.factsOf(datasetId);
  const splits = new Map<string, ReturnType<typeof splitOf>>();
  return {
    ...(spec.measures && { measures: spec.measures }),
    facts,
    files: filesByIndex(datasets.bySubject(datasetId)),
    conditions: conditionsOf(spec.protocol, spec.perturbations),
    repeats: repeatCount(spec, facts),
    splitOf(condition, repeat) {
      const name = splitName(condition, repeat);
      const split = splits.get(name) ?? splitOf(spec, facts, condition, repeat);
      splits.set(name, split);
      return split;
    },
  };
}

function opened(sent: readonly SentFile[]): ResultFile[] {
  return sent.map(({ name, content }) => ({ name, bytes: new Uint8Array(Buffer.from(content, 'base64')) }));
}

/** The results of every split in the files. Throws INVALID. */
function read(files: readonly ResultFile[], outside: ImportTarget): Read {
  try {
    const { holds, answers, remarks } = readResults(files, outside);
    const results = new Map(
      answers.map((answer) => [splitName(answer.condition, answer.repeat), importedCell(answer, outside)]),
    );
    return { elsewhere: { ...identityOf(files), holds }, results, remarks };
  } catch (error) {
    if (error instanceof InvalidInputError) throw invalid(error.problems);
    if (!(error instanceof FormatError)) throw error;
    throw invalid([{ path: 'file', message: `${files[0].name}: ${error.message}.` }]);
  }
}

/** Name and SHA-256 of a file; for several, of the list of their names and hashes. */
function identityOf(files: readonly ResultFile[]): Pick<ImportedSource, 'source' | 'sha256'> {
  const [first] = files;
  const base = (name: string): string => name.replace(/^.*[/\\]/, '').slice(0, 150);
  if (files.length === 1) return { source: base(first.name), sha256: sha256Hex(first.bytes) };
  const hashes = files.map(({ name, bytes }) => `${sha256Hex(bytes)}  ${name}\n`).sort();
  return { source: `${base(first.name)} and ${files.length - 1} more`, sha256: sha256Hex(hashes.join('')) };
}

// Published numbers of a study: added from a file, listed, removed by source.

/**
 * Adds and returns the numbers of a file. Throws INVALID with every row that does not fit the study; CONFLICT if a
 * place already has a different number, unless it is to be replaced.
 */
export function addPublished(
  { published }: Workspace,
  { id, name, spec }: StoredStudy,
  file: SentFile,
  replace: boolean,
): PublishedNumber[] {
  const numbers = publishedNumbersIn(file, spec);
  const there = published.list(id);
  const taken = numbers.find(({ method, condition }) =>
    there.some((other) => other.method === method && other.condition === condition),
  );
  if (taken && !replace) {
    throw conflict(`"${name}" has a published number of ${taken.method} in ${taken.condition}: replace or remove it.`);
  }
  published.put(id, numbers);
  return numbers;
}

/** Removes the numbers of a source and returns how many. Throws INVALID if the study does not have the source. */
export function removePublished({ published }: Workspace, { id, name }: StoredStudy, source: string): number {
  const removed = published.remove(id, source);
  if (removed > 0) return removed;
  const sources = [...new Set(published.list(id).map((number) => `"${number.source}"`))];
  const there = available(sources);
  const message = `source: "${name}" has no published numbers from "${source}"; ${there}.`;
  throw invalid([{ path: 'source', message }]);
}

function publishedNumbersIn({ name, content }: SentFile, spec: StoredStudy['spec']): PublishedNumber[] {
  const planned = planStudy(spec);
  try {
    return readPublishedNumbers(name, new Uint8Array(Buffer.from(content, 'base64')), {
      labels: planned.rows.map(({ label }) => label),
      conditions: planned.conditions,
    });
  } catch (error) {
    if (error instanceof InvalidInputError) throw invalid(error.problems);
    if (!(error instanceof FormatError)) throw error;
    throw invalid([{ path: 'file', message: `${name}: ${error.message}.` }]);
  }
}
