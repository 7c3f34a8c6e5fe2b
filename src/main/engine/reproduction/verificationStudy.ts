/** Studies that compute another one again, for comparison. */
import type { StudyDetails, Verification } from '../../../core/contract/studies.ts';
import { hashOf } from '../../../core/hash.ts';
import { specBelongsTo } from '../../../core/study/spec/resolvedSpec.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { unusedName } from '../../../core/text/nameLookup.ts';
import { engineInfo } from '../../engineInfo.ts';
import type { EngineClient } from '../router.ts';

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
