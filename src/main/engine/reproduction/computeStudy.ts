/** Studies that compute another one again, for comparison: begun, continued and run to their end. */
import type { StudyDetails, Verification } from '../../../core/contract/studies.ts';
import { hashOf } from '../../../core/hash.ts';
import type { Progress } from '../../../core/progress.ts';
import { specBelongsTo } from '../../../core/study/spec/resolvedSpec.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { unusedName } from '../../../core/text/nameLookup.ts';
import { engineInfo } from '../../engineInfo.ts';
import type { EngineClient } from '../router.ts';
import type { Services } from '../services.ts';
import { EvidenceError } from './openEvidence.ts';

/**
 * A study of this spec marked as the verification of `of`. An interrupted verification continues if the same program
 * with the same kernels began it; no other results of the workspace are used.
 */
export async function beginVerification(
  calls: Pick<EngineClient, 'studies'>,
  spec: StudySpec,
  of: unknown,
): Promise<StudyDetails> {
  const { appVersion, commit, kernel } = engineInfo();
  const mark: Verification = {
    of: hashOf(of),
    kernel,
    program: commit === null ? appVersion : `${appVersion} ${commit}`,
  };
  const begun = (await calls.studies.list()).filter(
    ({ verification }) => hashOf(verification ?? null) === hashOf(mark),
  );
  let unfinished: StudyDetails | null = null;
  for (const { id, state } of begun) {
    const study = await calls.studies.get({ id });
    // A finished verification is not reused: it was not compared, or its command ended before removing it.
    if (state !== 'finished' && specBelongsTo(study.spec, { ...spec, name: study.name })) unfinished = study;
    else if (state !== 'running') await calls.studies.delete({ id, forGood: true });
  }
  const name = unusedName(await calls.studies.list(), spec.name);
  return unfinished ?? calls.studies.create({ spec: { ...spec, name }, verification: mark });
}

/** The run was paused or cancelled; finished cells are kept. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export interface ComputeContext {
  readonly services: Pick<Services, 'workspace'>;
  /** In-process client of the contract. */
  readonly calls: Pick<EngineClient, 'studies'>;
  /** Aborting abandons the running cells; finished ones are kept. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Computes the missing cells of a study, in all conditions or one. Throws Stopped; EvidenceError if the run ends early
 * for another reason.
 */
export async function computeStudy(
  { services, calls, signal, onProgress }: ComputeContext,
  { id, name, state }: StudyDetails,
  condition: string | null = null,
): Promise<StudyDetails> {
  if (state !== 'finished') {
    const cancel = (): void => void calls.studies.cancel({ id });
    signal.throwIfAborted();
    await calls.studies.run({ id, ...(condition !== null && { shard: { index: 1, count: 1, condition } }) });
    signal.addEventListener('abort', cancel);
    try {
      for await (const { progress } of await calls.studies.watch({ id })) onProgress(progress);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
  const study = await calls.studies.get({ id });
  const { done, total } = study.cells;
  if (study.fault !== null) {
    throw new EvidenceError(
      `"${name}" stopped after ${done} of ${total} cells: ${study.fault}. Finished cells are kept: start it again to continue.`,
    );
  }
  const isOver = (status: string): boolean => status === 'done' || status === 'failed';
  if (!services.workspace.cells.all(id, condition).every((cell) => isOver(cell.status))) {
    throw new Stopped(`Stopped "${name}" after ${done} of ${total} cells, which are kept.`);
  }
  return study;
}
