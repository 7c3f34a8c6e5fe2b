/** A cell of a study fitted again. */
import type { FitDetails } from '../../../core/contract/fit.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import type { Raster } from '../../../core/images/resample.ts';
import { ELSEWHERE } from '../../../core/methods/elsewhere.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import { cellTask } from '../../../core/study/cells/cellTask.ts';
import type { RefitCell } from '../../../core/study/cells/refitCell.ts';
import { attributesFor } from '../../runner/loadStudy.ts';
import { startJob } from '../../threads/oneJob.ts';
import type { JobMessage } from '../../threads/answerJob.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import { conflict } from '../errors.ts';
import { finishedCell, type CellAtShape } from './finishedCell.ts';
import { fitStream } from '../streams/fitStream.ts';
import { pixelBlock } from '../pixelBlock.ts';
import type { Services } from '../services.ts';
import { plannedStudy } from './studyResults.ts';

/** Greatest number of pixels a side of the images that are sent. */
const MAX_SIDE = 128;

/** Fits the cell in a thread; ending the stream cancels. Throws as `finishedCell` does. */
export async function fitDetails(
  services: Services,
  study: StoredStudy,
  cell: CellAtShape,
  signal: AbortSignal | undefined,
) {
  const { workspace } = services;
  if (study.spec.methods.some((entry) => entry.label === cell.label && entry.method === ELSEWHERE)) {
    throw conflict(`"${cell.label}" was computed elsewhere: there is no model to inspect.`);
  }
  const { split, methodKey, nearest } = finishedCell(workspace, study, cell);
  const plan = plannedStudy(study, workspace.cells.all(study.id));
  const planned = plan.methods.find(({ key }) => key === methodKey);
  const method = planned && findMethod(planned.methodId);
  if (!planned || !method) {
    throw conflict('The cell was computed by a version with other default settings; create the study again.');
  }
  const facts = workspace.datasets.facts(study.datasetId)!;
  const task = cellTask(cell, planned, { ...study.spec, datasetHash: study.datasetHash }, split);
  const shared = await services.reader.read('loadStudy', { study, attributes: attributesFor([planned]) }, signal);
  const subjectOf = (places: ArrayLike<number>): number[] =>
    Array.from(places, (place) => facts.labels[(split.gallery ?? split.train)[place]]);
  return fitStream({
    method,
    settings: planned.settings,
    signal,
    services,
    start: (abort, tell: (message: JobMessage<RefitCell>) => void) =>
      startJob('refitWorker', { shared, task, shape: cell.shape }, abort, tell),
    finish: (refit, seconds): FitDetails => {
      const [before, now] = [nearest, refit.nearest].map(subjectOf);
      return {
        ...onScreen(refit, split.test),
        seconds,
        same: now.filter((subject, t) => subject === before[t]).length,
        tests: now.length,
      };
    },
  });
}

/** The images of a fit as pixels. */
function onScreen({ fit, basis, rebuilt }: RefitCell, test: Int32Array): Pick<FitDetails, 'fit' | 'basis' | 'rebuilt'> {
  const range = rebuilt && rangeOf(rebuilt.originals);
  return {
    fit,
    basis: basis && {
      entries: basis.entries,
      extents: rasters(basis.images).map(({ pixels }) => greatest(pixels)),
      images: pixelBlock(rasters(basis.images).map(aroundGrey), { low: 0, high: 255 }, MAX_SIDE),
    },
    rebuilt: rebuilt && {
      images: rebuilt.tests.map((place) => test[place]),
      rmse: rebuilt.rmse,
      originals: pixelBlock(rasters(rebuilt.originals), range!, MAX_SIDE),
      reconstructions: pixelBlock(rasters(rebuilt.images), range!, MAX_SIDE),
    },
  };
}

/** Signed values on a scale around mid-grey, the greatest magnitude at black or white. */
function aroundGrey({ pixels, ...size }: Raster): Raster {
  const scale = 127.5 / (greatest(pixels) || 1);
  return { ...size, pixels: Float64Array.from(pixels, (value) => 127.5 + scale * value) };
}

function greatest(pixels: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < pixels.length; i++) most = Math.max(most, Math.abs(pixels[i]));
  return most;
}

function rasters({ count, rows, cols, data }: ImageSet): Raster[] {
  const size = rows * cols;
  return Array.from({ length: count }, (_, n) => ({ rows, cols, pixels: data.subarray(n * size, (n + 1) * size) }));
}

function rangeOf({ data }: ImageSet): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of data) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
