import { existsSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename } from 'node:path';
import { csv } from '../../../../core/report/csv.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { PairMetric } from '../../../../core/allPairs/vectorSet.ts';
import { isNpy, MOST_HEADER, npyHeader, requireNpyLength } from '../../../../core/formats/npy.ts';
import { FormatError } from '../../../../core/formats/formatError.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { searchInThreads, sharedSource } from '../../../workers/pairThreads.ts';
import { readHead, readPart } from '../../../import/decode/readLimited.ts';
import type { SharedSource } from '../../../workers/pairWorker.ts';
import { loadImages, loadSubjects, requireFinite } from '../../files/arrays.ts';
import { Failure, UsageError } from '../../errors.ts';
import { rowsOf, withThreads, named } from './pairs.ts';
import { print, printJson } from '../../terminal.ts';
import { endingOf, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareSearch } from '../../declarations/modelCommands.ts';

/** Bytes per number in NumPy files that are searched in place: 10⁶ × 128 float32 values take 0.5 GB, without a copy. */
const TYPES = { '<f4': 4, '<f8': 8 } as const;

/** The vectors of a file; null if their numbers need conversion, or there is no such file. Throws Failure. */
async function galleryFile(path: string, metric: PairMetric): Promise<SharedSource | null> {
  if (endianness() !== 'LE' || !existsSync(path) || !statSync(path).isFile()) return null;
  const head = await readHead(path, MOST_HEADER);
  if (!isNpy(head)) return null;
  try {
    const header = npyHeader(head);
    const { descr, fortran, shape, from } = header;
    const [count, ...sides] = shape;
    const length = sides.reduce((product, side) => product * side, 1);
    if (!isPlain(descr) || fortran || sides.length < 1 || sides.length > 2 || count * length === 0) return null;
    requireNpyLength(header, statSync(path).size);
    const data = new SharedArrayBuffer(count * length * TYPES[descr]);
    await readPart(path, from, new Uint8Array(data));
    const values = descr === '<f4' ? new Float32Array(data) : new Float64Array(data);
    requireFinite(values, { rows: sides[0], cols: sides[1] ?? 1 });
    return named(path, () => sharedSource(values, data, { count, length, metric }));
  } catch (error) {
    if (error instanceof FormatError) throw new Failure(`${basename(path)}: ${error.message}`);
    throw error;
  }
}

function isPlain(descr: string): descr is keyof typeof TYPES {
  return Object.hasOwn(TYPES, descr);
}

/** eigenbench search: finds the most similar gallery vector for every probe. */
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
  const share = right === null ? '' : `: ${((100 * right) / from.count).toFixed(2)}% have the subject of the nearest`;
  print(`${plural(from.count, 'probe')} in a gallery of ${plural(among.count, 'vector')}${share}\n`);
  if (out !== undefined) reportWritten(out, `Nearest vectors written to ${out}`);
}

async function subjectsOf(
  file: string | undefined,
  { count }: { readonly count: number },
): Promise<readonly string[] | null> {
  return file === undefined ? null : await loadSubjects(file, count);
}
