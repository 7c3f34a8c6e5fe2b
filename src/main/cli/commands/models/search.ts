import { csv } from '../../../../core/report/csv.ts';
import { plural } from '../../../../core/text/words.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { searchInThreads } from '../../../threads/pairThreads.ts';
import { loadImages, loadSubjects } from '../../files/arrays.ts';
import { Failure, UsageError } from '../../errors.ts';
import { galleryFile } from '../../files/galleryFile.ts';
import { rowsOf, withThreads } from '../../scoring.ts';
import { print, printJson } from '../../terminal.ts';
import { endingOf, tellWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareSearch } from '../../declarations/modelCommands.ts';

/** eigenbench search: the most alike vector of a gallery for every probe. */
export async function searchCommand(options: OptionsOf<typeof declareSearch>): Promise<void> {
  const { gallery, labels, galleryLabels, metric, workers, out, json, ...source } = options;
  const { data } = source;
  if (out !== undefined && endingOf(out, '.csv') !== '.csv') {
    throw new UsageError(`--out ${out}: expected a file that ends in .csv.`);
  }
  if ((labels === undefined) !== (galleryLabels === undefined)) {
    throw new UsageError('--labels and --gallery-labels belong together: give both or neither.');
  }
  applyKernelChoice();
  const from = rowsOf(data, await loadImages(source), metric);
  const among =
    (await galleryFile(gallery, metric)) ?? rowsOf(gallery, await loadImages({ ...source, data: gallery }), metric);
  if (from.length !== among.length) {
    throw new Failure(
      `${data} has vectors of ${plural(from.length, 'number')}, ${gallery} of ${among.length}: expected the same.`,
    );
  }
  const subjects = await subjectsOf(labels, from);
  const others = await subjectsOf(galleryLabels, among);
  const { nearest, best } = await withThreads('Searching', { workers, json }, (run) =>
    searchInThreads(from, among, run),
  );
  const right = subjects && others ? subjects.filter((subject, n) => subject === others[nearest[n]]).length : null;
  if (out !== undefined) {
    const records = Array.from(nearest, (at, n) => [n, at, best[n], ...(others ? [others[at]] : [])]);
    writeOut(out, csv(['probe', 'nearest', 'score', ...(others ? ['subject'] : [])], records));
  }
  const summary = { probes: from.count, gallery: among.count, length: from.length, metric, right };
  if (json) return printJson(summary);
  const share = right === null ? '' : `: ${((100 * right) / from.count).toFixed(2)} % have the subject of the nearest`;
  print(`${plural(from.count, 'probe')} in a gallery of ${plural(among.count, 'vector')}${share}\n`);
  if (out !== undefined) tellWritten(out, `Nearest vectors written to ${out}`);
}

async function subjectsOf(
  file: string | undefined,
  { count }: { readonly count: number },
): Promise<Float64Array | null> {
  return file === undefined ? null : await loadSubjects(file, count);
}
