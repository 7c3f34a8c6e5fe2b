import type { RecomputedNumber } from '../../../../core/contract/reproductions.ts';
import { measureOf } from '../../../../core/measures/measures.ts';
import { canonicalName } from '../../../../core/text/nameLookup.ts';
import { print, printJson, printNotice, progressTarget } from '../../terminal.ts';
import { Failure, Interrupted, UsageError } from '../../errors.ts';
import { FINISHING, interruptible } from '../../interrupt.ts';
import { ProgressLine } from '../../progress.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRecompute } from '../../declarations/studyCommands.ts';
import { columns } from '../../options/textColumns.ts';

/**
 * eigenbench recompute: recomputes the cells of one method of a study, all or those of one condition, in a temporary
 * study, and compares every number with the stored one. An interrupted recomputation continues. Fails if anything
 * differs.
 */
export async function recomputeCommand(name: string, options: OptionsOf<typeof declareRecompute>): Promise<void> {
  const { method, condition, measure = 'error-rate', json, ...where } = options;
  if (measureOf(measure).unit === 's') throw new UsageError('Times differ from run to run: name another measure.');
  const numbers = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const { methods } = await client.studies.get({ id });
    const label = canonicalName(
      method,
      methods.map((row) => row.label),
    );
    const line = new ProgressLine(progressTarget(), { unit: 'cells', of: `${name}: ${label}`, json: json === true });
    const abort = new AbortController();
    let running = 0;
    const pause = (): void => {
      line.clear();
      if (running === 0) return abort.abort();
      printNotice(FINISHING);
      void client.studies.pause({ id: running });
    };
    return interruptible([pause, () => abort.abort()], async () => {
      const input = { study: id, label, measure, ...(condition !== undefined && { condition }) };
      for await (const event of await client.reproductions.recompute(input, { signal: abort.signal })) {
        if (event.kind === 'progress') {
          running = event.study;
          line.show(event.progress);
          continue;
        }
        if (event.kind === 'done' && event.progress) line.show(event.progress);
        line.end();
        if (event.kind === 'done') return event.numbers;
        if (event.kind === 'failed') throw new Failure(event.reason);
        throw new Interrupted(`${event.reason} Run the same command to continue.`);
      }
      line.clear();
      throw new Interrupted('Stopped. Finished cells are kept: run the same command to continue.');
    });
  });
  if (json) printJson(numbers);
  else print(recomputedText(numbers));
  const different = numbers.filter(({ identical }) => !identical).length;
  if (different > 0) throw new Failure(`Not identical: ${different} of ${numbers.length} numbers.`);
}

function recomputedText(rows: readonly RecomputedNumber[]): string {
  return columns(
    ['condition', 'shape', '>stored', '>now', 'bit for bit'],
    rows.map(({ condition, selection, stored, now, identical }) => [
      condition,
      selection,
      String(stored ?? '–'),
      String(now ?? '–'),
      identical ? 'the same' : 'differs',
    ]),
  );
}
