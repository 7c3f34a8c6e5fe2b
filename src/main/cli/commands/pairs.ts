import { availableParallelism } from 'node:os';
import { genuineScores } from '../../../core/allPairs/genuineScores.ts';
import { pairRates } from '../../../core/allPairs/pairRates.ts';
import { pairSummary, pointsOf, type PairSummary, type PointWithin } from '../../../core/allPairs/pairSummary.ts';
import type { PairCounts } from '../../../core/allPairs/scorePairs.ts';
import { scoredSet, type PairMetric, type ScoredSet } from '../../../core/allPairs/vectorSet.ts';
import { InvalidInputError } from '../../../core/methods/problems.ts';
import { csv } from '../../../core/report/csv.ts';
import { plural } from '../../../core/text/words.ts';
import { MeanRateMeter } from '../../engine/streams/meanRateMeter.ts';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { scoreAllPairs } from '../../threads/scoreAllPairs.ts';
import { loadImages, loadLabels, type DataOptions } from '../arrays.ts';
import { columns } from '../columns.ts';
import { Failure, Interrupted, UsageError } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { ProgressLine } from '../progress.ts';
import { print, printJson, progressTarget } from '../terminal.ts';
import { endingOf, tellWritten, writeOut } from '../writeOut.ts';

interface PairsOptions extends DataOptions {
  readonly labels?: string;
  readonly metric: PairMetric;
  readonly out?: string;
  readonly json?: boolean;
}

/** Points of the curve that is written, per decade of false acceptance. */
const STEPS = 20;

/** eigenbench pairs: verification and identification by all pairs of a set of vectors. */
export async function pairsCommand(options: PairsOptions): Promise<void> {
  const { data, out, json } = options;
  if (out !== undefined && endingOf(out, '.csv') !== '.csv') {
    throw new UsageError(`--out ${out}: expected a file that ends in .csv.`);
  }
  applyKernelChoice();
  const set = await vectorsOf(options);
  const genuine = named(data, () => genuineScores(set));
  if (set.labels.every((label) => label === set.labels[0])) {
    throw new Failure(`${data}: all vectors are of one subject: there is no impostor pair.`);
  }
  const counts = await scored(set, genuine.values, options);
  const rates = pairRates(genuine, counts.impostors);
  const summary = pairSummary(set, rates, counts);
  if (out !== undefined) writeOut(out, curve(pointsOf(rates, STEPS)));
  if (json) printJson(summary);
  else print(describe(summary));
  if (out !== undefined && !json) tellWritten(out, `Curve written to ${out}`);
}

/** The vectors in memory that threads share, with what their scores need. */
async function vectorsOf(options: PairsOptions): Promise<ScoredSet> {
  const { images, labels: own } = await loadImages(options);
  const labels = options.labels === undefined ? own : await loadLabels(options.labels, images.count);
  if (!labels) throw new UsageError(`--labels is missing: ${options.data} does not name the subjects.`);
  const unknown = labels.findIndex((label) => label < 0);
  if (unknown >= 0) {
    throw new Failure(
      `${options.labels}: expected the subject of every vector, found none for vector ${unknown} (from 0).`,
    );
  }
  const length = images.rows * images.cols;
  const data = new Float64Array(new SharedArrayBuffer(8 * images.count * length));
  return named(options.data, () =>
    scoredSet(images.data, {
      labels,
      length,
      metric: options.metric,
      // The core's arrays are typed over plain buffers.
      data: data as unknown as Float64Array<ArrayBuffer>,
    }),
  );
}

/** Scores in threads, with a line of progress; Ctrl-C ends them. */
function scored(set: ScoredSet, genuine: Float64Array, { workers, json }: PairsOptions): Promise<PairCounts> {
  const line = new ProgressLine(progressTarget(), { unit: '%', json: json === true });
  const meter = new MeanRateMeter(1);
  const abort = new AbortController();
  return interruptible([() => abort.abort()], async () => {
    try {
      return await scoreAllPairs(set, genuine, {
        threads: workers || availableParallelism(),
        signal: abort.signal,
        onProgress(done, total) {
          const share = Math.floor((100 * done) / total);
          line.show({ ...meter.update({ done: share, total: 100, running: 'Scoring pairs' }), rate: null });
        },
      });
    } catch (error) {
      if (abort.signal.aborted) throw new Interrupted('Cancelled; nothing was written.');
      throw new Failure((error as Error).message);
    } finally {
      line.clear();
    }
  });
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
    `Area under the ROC curve ${auc.toFixed(6)}, equal error rate ${percent(eer)} %`,
    `Nearest other vector of the same subject: ${percent(rankOne.right / rankOne.of)} % of ${rankOne.of.toLocaleString('en-GB')}`,
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

/** Throws Failure that begins with the name where what was given is at fault. */
function named<T>(data: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new Failure(`${data}: ${error.message}.`);
    throw error;
  }
}
