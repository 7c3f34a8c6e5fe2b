import type { FailedCell, StudyDetails } from '../../../../core/contract/studies.ts';
import { specBelongsTo } from '../../../../core/study/spec/resolvedSpec.ts';
import { canonicalName } from '../../../../core/text/nameLookup.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { Shard } from '../../../../core/study/plan/plan.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure, UsageError } from '../../errors.ts';
import { readSpecFile, readSpecFiles, type SpecFile } from '../../files/readSpec.ts';
import { withSpecErrors } from '../../files/specText.ts';
import { putFile } from '../../files/writeOut.ts';
import { failedLines, runStudy } from '../../runStudy.ts';
import { existingWorkspace, withEngine } from '../../workspace.ts';
import { print, printNotice } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRun } from '../../declarations/studyCommands.ts';

type RunOptions = OptionsOf<typeof declareRun>;

/**
 * eigenbench run: runs a study from a spec file, or one per dataset of the spec and prints their joined table. The same
 * spec again continues the study, or prints the results.
 */
export async function runCommand(path: string, options: RunOptions): Promise<void> {
  const { extend, retry, shard, into, baseAnywhere, json, ...where } = options;
  if (shard && retry) throw new UsageError('--retry does not go with --shard.');
  if (shard) return runShard(await readSpecFile(path, { baseAnywhere }), path, options, shard);
  if (into !== undefined) throw new UsageError('--into goes with --shard.');
  const files = await readSpecFiles(path, { baseAnywhere });
  await withEngine(where, async (engine) => {
    // Checks all specs before the first study is created.
    for (const { spec } of files.length > 1 ? files : []) {
      await withSpecErrors(path, engine.client.studies.preview({ spec }), spec.dataset);
    }
    const studies: StudyDetails[] = [];
    for (const file of files) studies.push(await findOrCreate(engine, file, path, { extend }));
    const failures: FailedCell[] = [];
    for (const study of studies) {
      if (studies.length > 1) printNotice(study.name);
      const { failed } = await runStudy(engine, study, { json: json === true, retry });
      failures.push(...failed);
    }
    const [id, ...beside] = studies.map((study) => study.id);
    const table = await engine.client.studies.export({
      id,
      beside,
      format: json ? 'json' : 'text',
      shown: true,
    });
    await putFile(table, undefined);
    requireNoFailures(failures);
  });
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
  { extend, shard }: Pick<RunOptions, 'extend' | 'shard'>,
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
  if (specBelongsTo(study.spec, same)) return study;
  if (extend) return withSpecErrors(path, client.studies.extend({ id: study.id, spec: same }));
  throw new Failure(
    `The workspace has another study named "${spec.name}" with a different spec: change "name" in ${path}, or add to that study with --extend, or delete it.`,
  );
}
