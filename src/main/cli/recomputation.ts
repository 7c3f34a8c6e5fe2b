/** Recomputes a study to compare it with stored results. */
import type { Shard } from '../../core/study/plan/plan.ts';
import type { StudyDetails } from '../../core/contract/studies.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import type { Engine } from '../engine/engine.ts';
import { beginVerification } from '../engine/reproduction/verificationStudy.ts';
import { runStudy } from './runStudy.ts';

/**
 * Computes every cell of a spec in a study marked as the verification of `of`, which continues if it was interrupted.
 * Throws as `runStudy` does; finished cells are kept for the next run of the same command.
 */
export async function verify(
  engine: Engine,
  spec: StudySpec,
  of: unknown,
  options: { readonly json: boolean; readonly shard?: Shard },
): Promise<StudyDetails> {
  const { client } = engine;
  const study = await beginVerification(client, spec, of);
  await runStudy(engine, study, options);
  return client.studies.get({ id: study.id });
}
