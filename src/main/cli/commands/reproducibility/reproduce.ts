import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  ReproductionContents,
  ReproductionEvent,
  ReproductionFailure,
} from '../../../../core/contract/reproductions.ts';
import { leftOutText } from '../../../../core/study/plan/manifestRows.ts';
import {
  otherVersion,
  programText,
  type ReproductionVerdict,
} from '../../../../core/study/plan/reproductionVerdict.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { fileReason } from '../../../disk/fileReason.ts';
import type { Engine } from '../../../engine/engine.ts';
import { invitations } from '../../../engine/reproduction/reproduce.ts';
import { Failure, Interrupted } from '../../errors.ts';
import { FINISHING, interruptible } from '../../interrupt.ts';
import { ProgressLine } from '../../progress.ts';
import { withNewEngine } from '../../workspace.ts';
import { print, printJson, printNotice, progressTarget } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareReproduce } from '../../declarations/studyCommands.ts';

/**
 * eigenbench reproduce: recomputes the study of a manifest or parcel on the dataset of the same hash, compares labels,
 * errors and numbers, and removes the recomputed study. `images` creates the dataset first, as the manifest says, from
 * that folder or file; otherwise a parcel's own images are used. The dataset is kept. If interrupted, the same command
 * continues. Fails if anything differs, or if not all that was asked for could be compared: rows that cannot run here
 * must be left out by name.
 */
export async function reproduceCommand(path: string, options: OptionsOf<typeof declareReproduce>): Promise<void> {
  const { images, model: models = [], keep, only, without, json, ...where } = options;
  if (images !== undefined && !existsSync(images)) {
    throw new Failure(`--images ${images}: there is no such file or folder.`);
  }
  for (const model of models) if (!existsSync(model)) throw new Failure(`--model ${model}: there is no such file.`);
  await withNewEngine(where, async (engine) => {
    const { client } = engine;
    const contents = await client.reproductions.open({ source: granted(engine, path) });
    const { id } = contents;
    await client.reproductions.start({
      id,
      ...{ only: [...(only ?? [])], without: [...(without ?? [])], keep: keep === true },
      ...(images !== undefined && { images: engine.grant(resolve(images)) }),
      models: models.map((model) => engine.grant(resolve(model))),
    });
    const { verdict, failure } = await followed(engine, contents, json === true);
    if (failure) throw failureOf(failure, contents);
    report(verdict!, contents, json === true);
  });
}

/** The token of the file. Throws Failure if there is none. */
function granted({ grant }: Engine, path: string): string {
  try {
    return grant(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}.`);
  }
}

/** Shows notices and progress until the end. The first Ctrl-C lets the running cells finish, the next abandons them. */
async function followed(
  { client: { reproductions } }: Engine,
  { id, study }: ReproductionContents,
  json: boolean,
): Promise<ReproductionEvent> {
  const line = new ProgressLine(progressTarget(), { unit: 'cells', of: study.name, json });
  let noticeCount = 0;
  let last: ReproductionEvent | null = null;
  const pause = (): void => {
    line.clear();
    printNotice(FINISHING);
    void reproductions.pause({ id });
  };
  await interruptible([pause, () => void reproductions.cancel({ id })], async () => {
    for await (const event of await reproductions.watch({ id })) {
      last = event;
      if (event.notices.length > noticeCount) line.clear();
      event.notices.slice(noticeCount).forEach(printNotice);
      noticeCount = event.notices.length;
      if (event.progress) line.show(event.progress, event.unit);
    }
  });
  line.end();
  return last!;
}

function failureOf({ kind, message, lines }: ReproductionFailure, { dataset }: ReproductionContents): Error {
  if (kind === 'stopped') return new Interrupted(`${message} Run the same command to continue.`);
  const { files } = dataset;
  const option =
    kind === 'images' && files !== null
      ? [`"--images <path>" makes it from the folder or file of ${plural(files, 'file')}.`]
      : [];
  return new Failure([message, ...lines, ...option].join('\n  '));
}

/** Prints the verdict. Throws Failure unless everything that was asked for was compared and is the same. */
function report(verdict: ReproductionVerdict, { file, methods }: ReproductionContents, json: boolean): void {
  const { outcome, headline, cells, numbers, computedNow, computedBefore, pending, leftOut, files } = verdict;
  const { then, now, differences, remarks } = verdict;
  const notComputed = files.filter(({ state }) => state === 'intact').map(({ name }) => name);
  if (json) {
    printJson({
      ...verdict,
      identical: outcome === 'identical',
      cells: cells.total,
      compared: verdictCounts(verdict),
      numbers: { compared: numbers.compared, different: numbers.compared - numbers.same },
      filesNotChecked: notComputed,
      kernels: [then.kernel, now.kernel],
      versions: [then.version, now.version],
    });
  }
  const resumed = computedBefore === 0 ? '' : `, ${computedBefore} by an earlier run of this verification`;
  const lines = [
    `Computed now: ${computedNow} of ${cells.total} cells${resumed}, by ${programText(now)}. Compared with: ${programText(then)}.`,
    ...remarks,
    ...(pending > 0 ? [`Pending when the manifest was written, so not compared: ${plural(pending, 'cell')}.`] : []),
    ...verdict.otherRuntimes.map(({ label, text }) => `"${label}": ${text}.`),
    ...(leftOut.length > 0 ? [`Left out, so not checked: ${leftOutText(leftOut)}.`] : []),
    ...invitations(file, leftOut, { methods }),
    ...otherVersion(verdict),
    ...(notComputed.length > 0 ? [`Not checked in ${file}: ${notComputed.join(', ')}.`] : []),
  ];
  if (outcome === 'identical' || outcome === 'same-labels') {
    if (!json) print(`${[headline, ...lines].join('\n')}\n`);
    return;
  }
  if (outcome === 'incomplete') {
    const rows = leftOut.filter(({ why }) => why !== 'not-asked-for').map(({ label }) => `--without "${label}"`);
    const remedy = rows.length > 0 ? [`To leave rows out: ${rows.join(' ')}.`] : [];
    throw new Failure([headline, ...lines, ...remedy].join('\n  '));
  }
  const why =
    then.kernel === now.kernel
      ? []
      : [`The kernels differ: ${then.kernel}, now ${now.kernel}; their results differ in the last bits.`];
  throw new Failure([headline, ...differences, ...why, ...lines].join('\n  '));
}

/** What was compared, by kind. */
function verdictCounts(verdict: ReproductionVerdict) {
  const { rows, images, splits, cells, methodFiles, vectors } = verdict;
  return { rows, images, splits, cells, methodFiles, vectors };
}
