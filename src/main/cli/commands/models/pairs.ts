import { availableParallelism } from 'node:os';
import { genuineScores } from '../../../../core/allPairs/genuineScores.ts';
import { pairRates } from '../../../../core/allPairs/pairRates.ts';
import { pairSummary, pointsOf, type PairSummary, type PointWithin } from '../../../../core/allPairs/pairSummary.ts';
import { type PairMetric, type ScoredSet, scoredRows, type ScoredRows } from '../../../../core/allPairs/vectorSet.ts';
import { csv } from '../../../../core/report/csv.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { scoreAllPairs, type PairRun } from '../../../workers/pairThreads.ts';
import { loadImages, loadLabels, type DataOptions, type LoadedImages } from '../../files/arrays.ts';
import { print, printJson, progressTarget } from '../../terminal.ts';
import { Failure, UsageError, Interrupted } from '../../errors.ts';
import { endingOf, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declarePairs } from '../../declarations/modelCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { InvalidInputError } from '../../../../core/methods/problems.ts';
import { MeanRateMeter, SETTLING } from '../../../engine/meanRateMeter.ts';
import { interruptible } from '../../interrupt.ts';
import { ProgressLine } from '../../progress.ts';

// Shared by commands that score pairs of vectors: loads vectors from files or datasets, runs threads with progress.

/** Vectors in memory shared between threads, with what their scores need. Throws Failure if a source has no vectors. */
export function rowsOf(source: string, { images }: LoadedImages, metric: PairMetric): ScoredRows {
  const { count } = images;
  const length = images.rows * images.cols;
  // The core types its arrays over plain buffers.
  const data = new Float64Array(new SharedArrayBuffer(8 * count * length)) as unknown as Float64Array<ArrayBuffer>;
  return named(source, () => scoredRows(images.data, { count, length, metric, data }));
}

/** Runs threads and shows progress; Ctrl-C ends them. Throws Failure, Interrupted. */
export function withThreads<T>(
  what: string,
  { workers, json }: { readonly workers?: number; readonly json?: boolean },
  work: (run: PairRun) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(progressTarget(), { unit: '%', json: json === true });
  const meter = new MeanRateMeter(SETTLING);
  const abort = new AbortController();
  return interruptible([() => abort.abort()], async () => {
    try {
      return await work({
        threads: workers || availableParallelism(),
        signal: abort.signal,
        onProgress(done, total) {
          const share = Math.floor((100 * done) / total);
          line.show({ ...meter.update({ done: share, total: 100, running: what }), rate: null });
        },
      });
    } catch (error) {
      if (abort.signal.aborted) throw new Interrupted('Cancelled; no file was written.');
      throw new Failure((error as Error).message);
    } finally {
      line.clear();
    }
  });
}

/** Rethrows input errors as Failure with the name of the source. */
export function named<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new Failure(`${source}: ${error.message}.`);
    throw error;
  }
}

/** Points of the exported curve per decade of false acceptance. */
const STEPS = 20;

/** eigenbench pairs: evaluates verification and identification on all pairs of a set of vectors. */
export async function pairsCommand(options: OptionsOf<typeof declarePairs>): Promise<void> {
  const { labels, metric, workers, out, json, ...source } = options;
  const { data } = source;
  if (out !== undefined && endingOf(out, '.csv') !== '.csv') {
    throw new UsageError(`--out ${out}: expected a file that ends in .csv.`);
  }
  applyKernelChoice();
  const set = await vectorsOf(source, labels, metric);
  const genuine = named(data, () => genuineScores(set));
  if (set.labels.every((label) => label === set.labels[0])) {
    throw new Failure(`${data}: all vectors are of one subject: there is no impostor pair.`);
  }
  const counts = await withThreads('Scoring pairs', { workers, json }, (run) =>
    scoreAllPairs(set, genuine.values, run),
  );
  const rates = pairRates(genuine, counts.impostors);
  const summary = pairSummary(set, rates, counts);
  if (out !== undefined) writeOut(out, curve(pointsOf(rates, STEPS)));
  if (json) printJson(summary);
  else print(describe(summary));
  if (out !== undefined && !json) reportWritten(out, `Curve written to ${out}`);
}

async function vectorsOf<Given extends DataOptions>(
  source: Only<DataOptions, Given>,
  file: string | undefined,
  metric: PairMetric,
): Promise<ScoredSet> {
  const { data } = source;
  const loaded = await loadImages(source);
  const labels = file === undefined ? loaded.labels : await loadLabels(file, loaded.images.count);
  if (!labels) throw new UsageError(`--labels is missing: ${data} does not name the subjects.`);
  const unknown = labels.findIndex((label) => label < 0);
  if (unknown >= 0) {
    throw new Failure(`${file}: expected the subject of every vector, found none for vector ${unknown} (from 0).`);
  }
  return { ...rowsOf(data, loaded, metric), labels };
}

function curve(points: readonly PointWithin[]): string {
  const records = points.flatMap(({ point }) =>
    point ? [[point.threshold, point.far, 1 - point.tar, point.tar]] : [],
  );
  return csv(['threshold', 'far', 'frr', 'tar'], records);
}

function describe({
  vectors,
  length,
  subjects,
  metric,
  genuine,
  impostors,
  auc,
  eer,
  points,
  rankOne,
}: PairSummary): string {
  const percent = (share: number): string => (100 * share).toFixed(2);
  const lines = [
    `${plural(vectors, 'vector')} of ${plural(length, 'number')}, ${plural(subjects, 'subject')}, ${metric === 'cosine' ? 'cosine' : 'Euclidean distance'}`,
    `${plural(genuine, 'genuine pair')}, ${plural(impostors, 'impostor pair')}`,
    `Area under the ROC curve ${auc.toFixed(6)}, equal error rate ${percent(eer)}%`,
    `Nearest other vector of the same subject: ${percent(rankOne.right / rankOne.of)}% of ${rankOne.of.toLocaleString('en-GB')}`,
  ];
  const rows = points
    .slice(1)
    .map(({ within, point }) => [
      within.toExponential(0),
      point ? percent(point.tar) : '0.00',
      point ? point.threshold.toPrecision(6) : '–',
    ]);
  const table = columns(['>False acceptance', '>True acceptance, %', '>Threshold'], rows);
  return `${lines.join('\n')}\n\n${table}`;
}
