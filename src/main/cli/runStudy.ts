import type { StudyDetails } from '../../core/contract/studies.ts';
import type { FailedCell, StudyResults } from '../../core/contract/studyResults.ts';
import type { Shard } from '../../core/study/plan/plan.ts';
import type { Engine } from '../engine/engine.ts';
import { Failure, Interrupted } from './errors.ts';
import { FINISHING, interruptible } from './interrupt.ts';
import { ProgressLine } from './progress.ts';
import { progressTarget, printNotice } from './terminal.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';
import { plural } from '../../core/text/phrases.ts';

/**
 * Runs the missing cells of a study and shows progress on standard error until it is finished. `retry` also retries
 * failed cells. The first Ctrl-C pauses and lets the running cells finish; the next one abandons them. Throws
 * Interrupted then, and Failure if the run ended early for another reason; finished cells are kept.
 */
export async function runStudy(
  { client }: Engine,
  study: StudyDetails,
  options: { readonly json: boolean; readonly shard?: Shard; readonly retry?: boolean },
): Promise<StudyResults> {
  const { id } = study;
  const line = new ProgressLine(progressTarget(), { of: study.name, unit: 'cells', json: options.json });
  let stopped = false;
  const pause = (): void => {
    stopped = true;
    line.clear();
    printNotice(FINISHING);
    void client.studies.pause({ id });
  };
  const cancel = (): void => {
    stopped = true;
    void client.studies.cancel({ id });
  };
  const again = options.retry === true && study.cells.failed > 0;
  const runs = again || study.state !== 'finished';
  if (runs) {
    await interruptible([pause, cancel], async () => {
      if (again) await client.studies.retryFailed({ id });
      else await client.studies.run({ id, ...(options.shard && { shard: options.shard }) });
      for await (const event of await client.studies.watch({ id })) line.show(event.progress);
    });
  }
  // An interrupted run reports its progress below.
  if (stopped) line.clear();
  else line.end();
  const { cells, name, state, fault } = await client.studies.get({ id });
  if (stopped && state !== 'finished') {
    throw new Interrupted(
      `Stopped "${name}" after ${cells.done} of ${cells.total} cells. They are kept: run the same command to continue.`,
    );
  }
  const progress = `after ${cells.done} of ${cells.total} cells`;
  if (runs && fault !== null && state === 'finished') {
    throw new Failure(`"${name}" is finished, but ${fault}: run the same command again.`);
  }
  if (fault !== null && state !== 'finished') {
    throw new Failure(
      `"${name}" stopped ${progress}: ${fault}. Finished cells are kept: run the same command to continue.`,
    );
  }
  if (state !== 'finished' && !options.shard) {
    throw new Failure(`"${name}" was stopped ${progress}. They are kept: run the same command to continue.`);
  }
  return client.studies.results({ id });
}

/** Maximum cells per reason in text; JSON has all. */
const SHOWN = 10;

/** Why cells failed: every reason once, in full, with the number and names of its cells. */
export function failedLines(cells: readonly FailedCell[]): string[] {
  return failureGroups(cells).flatMap(({ reason, said, failed }) => {
    const names = failed
      .slice(0, SHOWN)
      .map(({ label, condition, repeat }) => `${label}, ${condition}, repeat ${repeat}`);
    if (failed.length > SHOWN) names.push(`and ${failed.length - SHOWN} more`);
    const full = (said ?? reason).trim().split('\n').join('\n      ');
    if (failed.length === 1) return [`  ${names[0]}: ${full}`];
    return [`  ${plural(failed.length, 'cell')}: ${full}`, `    ${names.join('; ')}`];
  });
}
