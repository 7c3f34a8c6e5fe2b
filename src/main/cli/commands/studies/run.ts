import type { FailedCell, StudyDetails } from '../../../../core/contract/studies.ts';
import { isSpecOf } from '../../../../core/study/spec/filledSpec.ts';
import { knownName } from '../../../../core/text/names.ts';
import { plural } from '../../../../core/text/words.ts';
import type { Shard } from '../../../../core/study/plan/shard.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure, UsageError } from '../../errors.ts';
import type { BaseOptions } from '../../spec/extendSpec.ts';
import { readSpecFile, readSpecFiles, type SpecFile } from '../../spec/readSpec.ts';
import { refusingSpec } from '../../spec/specText.ts';
import { putFile } from '../../files/putFile.ts';
import { failedLines } from '../../failedLines.ts';
import { runStudy } from '../../runStudy.ts';
import { existingWorkspace, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { print, say } from '../../terminal.ts';

interface RunOptions extends WorkspaceOptions, BaseOptions {
  readonly json?: boolean;
  readonly extend?: boolean;
  readonly retry?: boolean;
  readonly shard?: Shard;
  readonly into?: string;
}

/**
 * eigenbench run: a study from a spec file, or one for each of its datasets and their common table. The same spec again
 * continues where it stopped, or prints what is there.
 */
export async function runCommand(path: string, options: RunOptions): Promise<void> {
  if (options.shard && options.retry) throw new UsageError('--retry does not go with --shard.');
  if (options.shard) return runShard(await readSpecFile(path, options), path, options, options.shard);
  if (options.into !== undefined) throw new UsageError('--into goes with --shard.');
  const files = await readSpecFiles(path, options);
  await withEngine(options, async (engine) => {
    // What is wrong with the last is said before the first is made.
    for (const { spec } of files.length > 1 ? files : []) {
      await refusingSpec(path, engine.client.studies.preview({ spec }), spec.dataset);
    }
    const studies: StudyDetails[] = [];
    for (const file of files) studies.push(await findOrCreate(engine, file, path, options));
    const failures: FailedCell[] = [];
    for (const study of studies) {
      if (studies.length > 1) say(study.name);
      const { failed } = await runStudy(engine, study, { json: options.json === true, retry: options.retry });
      failures.push(...failed);
    }
    const [id, ...beside] = studies.map((study) => study.id);
    const table = await engine.client.studies.export({
      id,
      beside,
      format: options.json ? 'json' : 'text',
      shown: true,
    });
    await putFile(table, undefined);
    requireNoFailures(failures);
  });
}

/** Runs a part of the study in a workspace of its own and says where that is. */
async function runShard(file: SpecFile, path: string, options: RunOptions, shard: Shard): Promise<void> {
  const { spec } = file;
  const { shardWorkspace } = await import('../../shards/shardWorkspace.ts');
  const workspace = shardWorkspace(await existingWorkspace(options), spec.dataset, shard, options.into);
  await withEngine({ ...options, workspace }, async (engine) => {
    const study = await findOrCreate(engine, file, path, options);
    const { failed } = await runStudy(engine, study, { json: options.json === true, shard });
    const { cells } = await engine.client.studies.get({ id: study.id });
    const facts = { workspace, shard, cells };
    print(
      options.json
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
  { extend, shard }: RunOptions,
): Promise<StudyDetails> {
  const spec = {
    ...given,
    dataset: knownName(
      given.dataset,
      (await client.datasets.list()).map(({ name }) => name),
    ),
  };
  const existing = (await client.studies.list()).find((study) => study.name === spec.name);
  if (!existing) {
    const created = await refusingSpec(path, client.studies.create({ spec, ...(shard && { shard }) }));
    // Of a study in parts whoever planned it has read them: they take longer than the start of a part.
    if (shard) return created;
    const { warnings } = await client.studies.preview({ spec });
    for (const warning of warnings) say(warning);
    return created;
  }
  const study = await client.studies.get({ id: existing.id });
  // What the file leaves open of the comparison stays as the study was made.
  const same = { ...spec, comparison: { ...study.spec.comparison, ...comparison } };
  if (isSpecOf(study.spec, same)) return study;
  if (extend) return refusingSpec(path, client.studies.extend({ id: study.id, spec: same }));
  throw new Failure(
    `The workspace has another study named "${spec.name}" with a different spec: change "name" in ${path}, or add to that study with --extend, or delete it.`,
  );
}
