import type { StudyDetails } from '../../../../core/contract/studies.ts';
import type { FailedCell, StudyResults } from '../../../../core/contract/studyResults.ts';
import { changedSentence, type ChangedRow } from '../../../../core/study/plan/changedRows.ts';
import { entryName, omittedSettings, specBelongsTo } from '../../../../core/study/spec/resolvedSpec.ts';
import type { StudySpec } from '../../../../core/study/spec/spec.ts';
import { canonicalName } from '../../../../core/text/nameLookup.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { Shard } from '../../../../core/study/plan/plan.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure, UsageError } from '../../errors.ts';
import { writeNewSpec, type NewSpecOptions } from '../../files/newSpec.ts';
import { readSpecFile, readSpecFiles, type SpecFile } from '../../files/readSpec.ts';
import { withSpecErrors } from '../../files/specText.ts';
import { putFile } from '../../files/writeOut.ts';
import { failedLines, runStudy } from '../../runStudy.ts';
import { existingWorkspace, withEngine } from '../../workspace.ts';
import { print, printNotice, printVerdict } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRun } from '../../declarations/studyCommands.ts';

type RunOptions = OptionsOf<typeof declareRun>;

/**
 * eigenbench run: runs a study from a spec file, or one per dataset of the spec and prints their joined table; with
 * --data, writes the file first. The same spec again continues the study, or prints the results.
 */
export async function runCommand(given: string | undefined, options: RunOptions): Promise<void> {
  const {
    extend,
    retry,
    again,
    shard,
    into,
    baseAnywhere,
    json,
    notes = 'short',
    data,
    methods,
    train,
    repeats,
    name,
    ...where
  } = options;
  const stated = { methods, train, repeats, name };
  requireSpecOrData(given, data, stated);
  if (shard && retry) throw new UsageError('--retry cannot be combined with --shard.');
  if (shard && again) throw new UsageError('--again cannot be combined with --shard.');
  if (shard && given === undefined) throw new UsageError('--shard requires a spec file, which all parts share.');
  if (shard) return runShard(await readSpecFile(given!, { baseAnywhere }), given!, options, shard);
  if (into !== undefined) throw new UsageError('--into requires --shard.');
  const read = given === undefined ? null : await readSpecFiles(given, { baseAnywhere });
  await withEngine(where, async (engine) => {
    const path = given ?? (await writeNewSpec(engine, { ...stated, data: data! }));
    const files = read ?? (await readSpecFiles(path));
    // Checks all specs before the first study is created.
    for (const { spec } of files.length > 1 ? files : []) {
      await withSpecErrors(path, engine.client.studies.preview({ spec }), spec.dataset);
    }
    const studies: StudyDetails[] = [];
    for (const file of files) studies.push(await findOrCreate(engine, file, path, { extend, again }));
    const results: StudyResults[] = [];
    for (const study of studies) {
      if (studies.length > 1) printNotice(study.name);
      results.push(await runStudy(engine, study, { json: json === true, retry }));
    }
    const [id, ...beside] = studies.map((study) => study.id);
    const table = await engine.client.studies.export({
      id,
      beside,
      format: json ? 'json' : 'text',
      page: { notes },
      shown: true,
    });
    if (!json) {
      const [{ verdict }] = results;
      printVerdict(beside.length === 0 ? verdict : await engine.client.studies.verdict({ id, beside }));
    }
    await putFile(table, undefined);
    requireNoFailures(results.flatMap(({ failed }) => failed));
  });
}

/** Throws UsageError unless there is a spec file, or a dataset for a new one. */
function requireSpecOrData(path: string | undefined, data: string | undefined, fields: NewSpecOptions): void {
  if (path === undefined && data === undefined) {
    throw new UsageError(
      'Expected a spec file, or a dataset and methods: eigenbench run --data faces --methods pca,lda --train 2,3.',
    );
  }
  if (path === undefined) return;
  const [other] = Object.entries({ data, ...fields }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (other !== undefined) throw new UsageError(`--${other} stands for a field of a new spec: change it in ${path}.`);
}

/** Runs a part of the study in its own workspace and prints the path. */
async function runShard(file: SpecFile, path: string, options: RunOptions, shard: Shard): Promise<void> {
  const { spec } = file;
  const { into, json, workers } = options;
  const { shardWorkspace } = await import('../../shards/shardWorkspace.ts');
  const workspace = shardWorkspace(
    await existingWorkspace({ workspace: options.workspace }),
    spec.dataset,
    shard,
    into,
  );
  await withEngine({ workers, workspace }, async (engine) => {
    const study = await findOrCreate(engine, file, path, options);
    const { failed } = await runStudy(engine, study, { json: json === true, shard });
    const { cells } = await engine.client.studies.get({ id: study.id });
    const facts = { workspace, shard, cells };
    print(
      json
        ? `${JSON.stringify(facts, null, 2)}\n`
        : `Shard ${shard.index} of ${shard.count} of "${spec.name}": ${cells.done} of the study’s ${cells.total} cells are in ${workspace}.\n`,
    );
    requireNoFailures(failed);
  });
}

function requireNoFailures(failed: readonly FailedCell[]): void {
  if (failed.length === 0) return;
  throw new Failure([`${plural(failed.length, 'cell')} failed:`, ...failedLines(failed)].join('\n'));
}

async function findOrCreate(
  { client }: Engine,
  { spec: given, comparison }: SpecFile,
  path: string,
  { extend, shard, again = [] }: Pick<RunOptions, 'extend' | 'shard' | 'again'>,
): Promise<StudyDetails> {
  const spec = {
    ...given,
    dataset: canonicalName(
      given.dataset,
      (await client.datasets.list()).map(({ name }) => name),
    ),
  };
  const existing = (await client.studies.list()).find((study) => study.name === spec.name);
  if (!existing) {
    const created = await withSpecErrors(path, client.studies.create({ spec, ...(shard && { shard }) }));
    // Warnings were shown when the study was split into parts, and computing them takes longer than starting a part.
    if (shard) return created;
    const { warnings } = await client.studies.preview({ spec });
    for (const warning of warnings) printNotice(warning);
    return created;
  }
  const study = await client.studies.get({ id: existing.id });
  // Comparison options that the file does not state keep the values of the existing study.
  const same = { ...spec, comparison: { ...study.spec.comparison, ...comparison } };
  requireUnchanged(study, same, path, again);
  const belongs = specBelongsTo(withoutRows(study.spec, study, again), withoutRows(same, study, again));
  if (!belongs && !extend) {
    throw new Failure(
      `The workspace has another study named "${spec.name}" with a different spec: change "name" in ${path}, add to that study with --extend, compute a row that differs again with --again <label>, or delete it.`,
    );
  }
  requireStatedSettings(study, same, path, again);
  if (again.length > 0) {
    return withSpecErrors(path, client.studies.computeAgain({ id: study.id, labels: [...again], spec: same }));
  }
  return belongs ? study : withSpecErrors(path, client.studies.extend({ id: study.id, spec: same }));
}

/** The spec without the entries of rows (labels) of a study. */
function withoutRows(spec: StudySpec, study: StudyDetails, labels: readonly string[]): StudySpec {
  const names = study.spec.methods.filter((_, i) => labels.includes(study.methods[i].label)).map(entryName);
  return { ...spec, methods: spec.methods.filter((entry) => !names.includes(entryName(entry))) };
}

/** Throws Failure if a method has changed since its results, except in rows of `again`. */
function requireUnchanged(study: StudyDetails, spec: StudySpec, path: string, again: readonly string[]): void {
  const rows = study.methods.flatMap(({ label, changed }, i): ChangedRow[] => {
    const { method, label: given, program } = study.spec.methods[i];
    const stated = spec.methods.find((entry) => entry.method === method && entry.label === given)?.program?.version;
    const isMeant = program !== undefined && stated === program.version;
    return changed === undefined || isMeant || again.includes(label) ? [] : [{ label, change: changed }];
  });
  if (rows.length === 0) return;
  const options = rows.map(({ label }) => `--again "${label}"`).join(' ');
  const [what, whose] = rows.length === 1 ? ['the row', 'its'] : ['these rows', 'their'];
  throw new Failure(
    `${changedSentence(study.name, rows)}: compute ${what} again with ${options}, which replaces ${whose} results, or change "name" in ${path}.`,
  );
}

/** Throws Failure if results have settings that the spec leaves out and that are not the defaults. */
function requireStatedSettings(study: StudyDetails, spec: StudySpec, path: string, again: readonly string[]): void {
  const [first] = omittedSettings(study.spec, withoutRows(spec, study, again));
  if (!first) return;
  const { label, name, value, standard } = first;
  throw new Failure(
    `"${label}" in "${study.name}" was computed with ${name} = ${JSON.stringify(value)}, which ${path} leaves out (default: ${JSON.stringify(standard)}): ` +
      `state it there, compute the row again with --again "${label}", or change "name".`,
  );
}
