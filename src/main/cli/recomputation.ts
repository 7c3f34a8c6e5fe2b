/** A study that is computed again to be compared with what is stored or recorded of it. */
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
  /** Cells that this command computed; the others an earlier run of the same verification did. */
  readonly computedNow: number;
  readonly computedBefore: number;
}

/**
 * Computes every cell of a spec, as a study that is marked as the verification of `of`. One that was interrupted goes
 * on, if the same program with the same kernels began it; the result of nothing else in the workspace is used.
 * Throws as `runStudy` does: what is finished then is kept for the next run of the same command.
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
    // A finished one was not compared, or the command that computed it ended before it was removed: it computes again.
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

/** The name, with a number where a study has it. */
export async function freeName({ client }: Engine, name: string): Promise<string> {
  return unusedName(await client.studies.list(), name);
}

/** Who computes, as sentences name it. */
export function computer({ kernel, appVersion }: { readonly kernel: string; readonly appVersion: string }): string {
  return `Eigenbench ${appVersion} with ${kernel}`;
}
