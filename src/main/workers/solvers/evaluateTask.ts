/** Evaluates cells in a solver thread. Errors are returned as data. Caches results shared by the cells of a split. */
import { workerData } from 'node:worker_threads';
import type { FeatureProgress } from '../../../core/features/registry.ts';
import { dropMoments, releaseBatches } from '../../../core/linalg/index.ts';
import { shapeText } from '../../../core/methods/latent/latentShape.ts';
import { CancelledError, type FitProgress } from '../../../core/methods/method.ts';
import { evaluateCell } from '../../../core/study/cells/evaluate.ts';
import type { Split } from '../../../core/protocols/split.ts';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import type { CellResult } from '../../../core/study/cells/cellResult.ts';
import { splitCache, type SplitCache } from '../../../core/study/cells/splitCache.ts';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { loadRegistered } from '../../external/loadRegistered.ts';
import { failureReason } from '../failureReason.ts';
import { cellData } from './cellData.ts';
import { CANCELLED, type SharedStudy } from './sharedStudy.ts';

export type CellReply =
  | { readonly kind: 'done'; readonly result: CellResult }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

applyKernelChoice();
loadRegistered({ checked: false });
let shared = workerData as SharedStudy | null;

/** Sets the study of the following cells and drops everything of the previous one. */
export function attachStudy(study: SharedStudy | null): void {
  shared = study;
  latest = null;
  dropMoments();
  if (study !== null) loadRegistered({ checked: false });
}

let latest: { readonly split: string; readonly work: SplitCache } | null = null;

/** The cache of a task's split, which replaces that of the previous split. */
function workOf({ condition, repeat }: CellTask): SplitCache {
  const split = JSON.stringify([condition, repeat]);
  if (latest?.split !== split) {
    dropMoments();
    latest = { split, work: splitCache() };
  }
  return latest.work;
}

function checkCancelled(): void {
  if (Atomics.load(new Int32Array(shared!.flags), CANCELLED) !== 0) throw new CancelledError('cancelled');
}

/** Milliseconds between two progress messages of a fit. */
const PAUSE_MS = 250;

/** `onProgress` receives the progress of features and fits that report it, a few times a second. */
export function evaluateTask(task: CellTask, onProgress: (text: string) => void): CellReply {
  let reportedAt = 0;
  const report = (progress: FitProgress | FeatureProgress): void => {
    const now = performance.now();
    if (now - reportedAt < PAUSE_MS) return;
    reportedAt = now;
    onProgress(progressText(progress));
  };
  try {
    checkCancelled();
    const data = cellData(shared!, task, checkCancelled, report);
    return reply(evaluateCell(task, data, checkCancelled, workOf(task)), placesOf(task.split));
  } catch (error) {
    if (error instanceof CancelledError) return { kind: 'cancelled' };
    return { kind: 'failed', reason: failureReason(error) };
  } finally {
    // A fit that was cancelled or failed leaves its images in the kernels' memory.
    releaseBatches();
  }
}

/** "at (5, 4): iteration 12 of 100", "features of image 12 of 400". */
function progressText(progress: FitProgress | FeatureProgress): string {
  if ('image' in progress) return `features of image ${progress.image} of ${progress.of}`;
  const { shape, iteration, of } = progress;
  const place = shape?.length ? `at ${shapeText(shape)}: ` : '';
  return `${place}iteration ${iteration}${of === undefined ? '' : ` of ${of}`}`;
}

/** Number of values of a gallery position, or of the rank of a pair's score. */
function placesOf({ train, gallery = train, pairs }: Split): number {
  return pairs ? pairs.evaluation.genuine.length : gallery.length;
}

function reply(result: CellResult, places: number): CellReply {
  if (result.shapes.length === 0) {
    const [first] = result.failures;
    return { kind: 'failed', reason: first ? first.reason : 'No latent shape could be evaluated.' };
  }
  const nearest = places <= 65_536 ? Uint16Array.from(result.nearest) : result.nearest;
  return { kind: 'done', result: { ...result, nearest } };
}
