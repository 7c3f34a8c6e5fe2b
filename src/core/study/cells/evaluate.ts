/** One cell of a study: fit on the training images, classify the test images or pairs, at every latent shape. */
import { evaluateShapes } from '../../classify/evaluateShapes.ts';
import { kernelName } from '../../linalg/index.ts';
import { latentShapes } from '../../methods/latentGrid.ts';
import type { Random } from '../../random/random.ts';
import { stream } from '../../random/stream.ts';
import { adaptiveGrid } from './adaptiveGrid.ts';
import { cellInput } from './cellInput.ts';
import { fitRandom, insideName, type CellData, type CellTask } from './cellTask.ts';
import { int32Bytes, sha256Hex } from '../../identity.ts';
import { methodOfTask } from './methodOfTask.ts';
import { judgedDevelopment } from '../../measures/developmentJudge.ts';
import { cellMeter } from '../../measures/cellMeter.ts';
import { groupOf, measureOf } from '../../measures/measures.ts';
import { pairMeter } from '../../measures/pairMeter.ts';
import { searchesGrid } from '../plan/plan.ts';
import type { Split } from '../../protocols/split.ts';
import type { CellResult } from './cellResult.ts';
import { innerSplits, selectInside, shapesByScore, type JudgedBy } from './select.ts';
import { shapeKey } from '../../methods/latentShape.ts';
import { splitWork, type SplitWork } from './splitWork.ts';

/**
 * Evaluates a cell. The result depends on the task and the data only, never on the order of cells: the random stream of
 * a fit is named by seed, dataset, condition, repeat and method. `work` is that of the cell's split (condition and
 * repeat); its time counts in the seconds of every cell that uses it.
 * Throws FitError when the one fit of a nested method fails, CancelledError when `checkCancelled` does.
 */
export function evaluateCell(
  task: CellTask,
  data: CellData,
  checkCancelled: () => void,
  work: SplitWork = splitWork(),
): CellResult {
  const started = work.clock();
  const method = methodOfTask(task);
  const { images, labels, split, size, inputOf } = cellInput(method, task, data, checkCancelled, work);
  const gallery = split.gallery ?? split.train;
  const place = [task.condition, task.repeat] as const;
  const shapes = searchesGrid(task)
    ? adaptiveGrid(method, task, data, checkCancelled)
    : latentShapes(method, task.latent, images.rows, images.cols, size.images, size.subjects);
  const onDevelopment = task.selection?.on === 'development';
  const pairs = split.pairs
    ? pairMeter(
        split.pairs,
        Array.from(gallery, (image) => labels[image]),
        onDevelopment ? (samples, rule) => judgedDevelopment(samples, rule, task.selection?.by ?? 'error-rate') : null,
      )
    : null;
  const full = task.latent === 'full' && { full: true as const };
  const input = {
    ...inputOf('split', split, shapes, fitRandom(task)),
    ...full,
    ...(pairs && { undecided: true as const }),
  };
  const meter = task.measures && cellMeter(method, input, task.measures, pairs);
  const evaluation = evaluateShapes(
    method,
    input,
    task.classifier,
    (pairs || meter) &&
      ((view) => {
        pairs?.observe(view);
        meter?.observe(view);
      }),
  );
  let validation: Pick<CellResult, 'selected' | 'inner' | 'fits'> | undefined;
  if (onDevelopment && pairs) {
    const scores = pairs.judged(evaluation.shapes);
    const [{ shape, score }] = [...shapesByScore(evaluation.shapes, scores), { shape: null, score: null }];
    const selected = shape && evaluation.shapes.indexOf(shape);
    validation = { selected, ...(task.tuned && { inner: score }), fits: evaluation.fits };
  } else if (task.selection) {
    const draw = stream(...insideName(task), 'inner split', ...place);
    const inner = innerSplits(split.train, labels, task.selection.innerSplits, draw);
    const named = (index: number): Random =>
      stream(...insideName(task), 'inner fit', ...place, task.methodKey, index + 1);
    const selection = selectInside(
      method,
      evaluation.shapes,
      inner,
      (part, index, candidates) => ({
        ...inputOf(`inner split ${index + 1}`, part, candidates, named(index)),
        ...full,
      }),
      task.classifier,
      judgedBy(task),
    );
    const key = selection.shape && shapeKey(selection.shape);
    const selected = key === null ? null : evaluation.shapes.findIndex((shape) => shapeKey(shape) === key);
    validation = { selected, ...(task.tuned && { inner: selection.score }), fits: evaluation.fits + selection.fits };
  }
  const recognised = () => {
    const predicted = Int32Array.from(evaluation.nearest, (position) => labels[gallery[position]]);
    const predictionHash = sha256Hex(int32Bytes(predicted));
    return { ...(split.open && knownOnly(evaluation, split, labels)), predictionHash };
  };
  return {
    ...evaluation,
    ...(pairs && { warnings: [...evaluation.warnings, ...pairs.warnings(evaluation.shapes)] }),
    ...validation,
    ...(meter && { measures: meter.measures(evaluation.shapes) }),
    testCount: split.test.length,
    ...(pairs?.results(evaluation.shapes) ?? recognised()),
    kernel: kernelName(),
    seconds: work.clock() - started,
  };
}

/**
 * Errors over the test images of known subjects: an answer without a threshold takes every unknown one for somebody.
 * Which images they are is not kept.
 */
function knownOnly(
  { shapes, wrong, nearest }: Pick<CellResult, 'shapes' | 'wrong'> & { readonly nearest: Uint32Array },
  { train, gallery = train, test }: Split,
  labels: ArrayLike<number>,
): Pick<CellResult, 'wrong' | 'testCount' | 'nearest'> {
  const known = new Set(Array.from(gallery, (image) => labels[image]));
  const unknown = test.reduce((count, image) => count + (known.has(labels[image]) ? 0 : 1), 0);
  const errors = shapes.map((_, s) => wrong[s] - unknown);
  return { wrong: errors, testCount: test.length - unknown, nearest: nearest.subarray(0, 0) };
}

/** What a study chooses by, where that is not the error rate. Throws RangeError where it does not measure it. */
function judgedBy({ selection, measures = [] }: CellTask): JudgedBy | undefined {
  if (selection?.by === undefined || selection.by === 'error-rate') return undefined;
  const measure = measureOf(selection.by);
  if (measure.given === null) return { measure, request: null };
  const request = measures.find((asked) => groupOf(asked).kind === measure.given);
  if (!request) throw new RangeError(`The study chooses by "${measure.id}" and does not measure it`);
  return { measure, request };
}
