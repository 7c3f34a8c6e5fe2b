/** Recomputes a study to compare it with stored or recorded results. */
import type { Shard } from '../../core/study/plan/plan.ts';
import type { StudyDetails, Verification } from '../../core/contract/studies.ts';
import { hashOf } from '../../core/hash.ts';
import { specBelongsTo } from '../../core/study/spec/resolvedSpec.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import type { Engine } from '../engine/engine.ts';
import { engineInfo } from '../engineInfo.ts';
import { runStudy } from './runStudy.ts';
import { unusedName } from '../../core/text/nameLookup.ts';

export interface Verified {
  readonly study: StudyDetails;
  /** Number of cells computed by this command; an earlier run of the same verification computed the others. */
  readonly computedNow: number;
  readonly computedBefore: number;
}

/**
 * Computes every cell of a spec in a study marked as the verification of `of`. An interrupted verification continues if
 * the same program with the same kernels began it; no other results of the workspace are used. Throws as `runStudy`
 * does; finished cells are kept for the next run of the same command.
 */
export async function verify(
  engine: Engine,
  spec: StudySpec,
  of: unknown,
  options: { readonly json: boolean; readonly shard?: Shard },
): Promise<Verified> {
  const { client } = engine;
  const { appVersion, commit, kernel } = engineInfo();
  const mark: Verification = {
    of: hashOf(of),
    kernel,
    program: commit === null ? appVersion : `${appVersion} ${commit}`,
  };
  const begun = (await client.studies.list()).filter(
    ({ verification }) => hashOf(verification ?? null) === hashOf(mark),
  );
  let unfinished: StudyDetails | null = null;
  for (const { id, state } of begun) {
    const study = await client.studies.get({ id });
    // A finished verification is not reused: it was not compared, or its command ended before removing it.
    if (state !== 'finished' && specBelongsTo(study.spec, { ...spec, name: study.name })) unfinished = study;
    else if (state !== 'running') await client.studies.delete({ id, forGood: true });
  }
  const study =
    unfinished ??
    (await client.studies.create({ spec: { ...spec, name: await freeName(engine, spec.name) }, verification: mark }));
  const computedBefore = study.cells.done;
  await runStudy(engine, study, options);
  const finished = await client.studies.get({ id: study.id });
  return { study: finished, computedNow: finished.cells.done - computedBefore, computedBefore };
}

/** The name, with a number appended if a study has it. */
export async function freeName({ client }: Engine, name: string): Promise<string> {
  return unusedName(await client.studies.list(), name);
}

/** Program and kernel, as worded in sentences. */
export function computer({ kernel, appVersion }: { readonly kernel: string; readonly appVersion: string }): string {
  return `Eigenbench ${appVersion} with ${kernel}`;
}
