import { genuineScores } from '../../../../core/allPairs/genuineScores.ts';
import { pairRates } from '../../../../core/allPairs/pairRates.ts';
import { pairSummary, pointsOf, type PairSummary, type PointWithin } from '../../../../core/allPairs/pairSummary.ts';
import type { PairMetric, ScoredSet } from '../../../../core/allPairs/vectorSet.ts';
import { csv } from '../../../../core/report/csv.ts';
import { plural } from '../../../../core/text/words.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { scoreAllPairs } from '../../../threads/pairThreads.ts';
import { loadImages, loadLabels, type DataOptions } from '../../files/arrays.ts';
import { print, printJson } from '../../terminal.ts';
import { Failure, UsageError } from '../../errors.ts';
import { named, rowsOf, withThreads } from '../../scoring.ts';
import { endingOf, reportWritten, writeOut } from '../../files/writeOut.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declarePairs } from '../../declarations/modelCommands.ts';
import { columns } from '../../options/columns.ts';

/** Points of the curve that is written, per decade of false acceptance. */
const STEPS = 20;

/** eigenbench pairs: verification and identification by all pairs of a set of vectors. */
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
