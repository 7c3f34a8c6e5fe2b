/** Calls on datasets that only read. */
import type { contract } from '../../../core/contract/contract.ts';
import type { DatasetSummary, MeanFaces } from '../../../core/contract/datasets.ts';
import { runSteps, type Steps } from '../../../core/formats/steps.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { invalid, notFound } from '../errors.ts';
import type { ReadServices } from '../reader/readService.ts';
import { pixelBlock, reduce, shapeOnScreen } from '../pixelBlock.ts';
import { exportDataset } from './exportDataset.ts';
import { componentFaces, spectrum } from './spectrum.ts';
import { thumbnails } from './thumbnails.ts';

/** Throws NOT_FOUND. */
export function findDataset({ datasets }: Workspace, id: number): DatasetSummary {
  const dataset = datasets.get(id);
  if (!dataset) throw notFound('There is no such dataset.');
  return dataset;
}

/** Throws INVALID where there is none at one of the places. */
export function requireImages(index: readonly number[], { count }: DatasetSummary): void {
  const beyond = index.find((n) => n >= count);
  if (beyond === undefined) return;
  throw invalid([{ path: 'index', message: `index: there is no image ${beyond}; the dataset has ${count}.` }]);
}

export const datasetReads: ReadServices<(typeof contract)['datasets']> = {
  get: (workspace, { id }) => ({
    ...findDataset(workspace, id),
    bySubject: workspace.datasets.bySubject(id),
    excludedImages: workspace.datasets.excluded(id),
  }),
  thumbnails(workspace, { id, index, maxSide }) {
    requireImages(index, findDataset(workspace, id));
    return thumbnails(workspace.datasets, id, index, maxSide);
  },
  means: (workspace, { id, maxSide }) =>
    runSteps(meanFaces(workspace.datasets, findDataset(workspace, id).id, maxSide)),
  componentFaces: (workspace, { id, maxSide }) =>
    componentFaces(workspace.datasets, findDataset(workspace, id).id, maxSide),
  spectrum: (workspace, { id }) => spectrum(workspace.datasets, findDataset(workspace, id).id),
  export: (workspace, { id, format }) => exportDataset(workspace.datasets, findDataset(workspace, id), format),
};

/**
 * The mean image of a dataset and of each subject, one image a step. Images are reduced first: area averages of means
 * are means of area averages.
 */
function* meanFaces(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'facts' | 'readPixels'>,
  id: number,
  maxSide: number,
): Steps<MeanFaces> {
  const { rows, cols, count, ...range } = datasets.pixelFacts(id)!;
  const { labels, subjects } = datasets.facts(id)!;
  const shape = shapeOnScreen({ rows, cols }, maxSide);
  const size = shape.rows * shape.cols;
  const whole = new Float64Array(size);
  const sums = subjects.map(() => new Float64Array(size));
  const counts = new Float64Array(subjects.length);
  const pixels = new Float64Array(rows * cols);
  for (let n = 0; n < count; n++) {
    datasets.readPixels(id, pixels, [n]);
    const image = reduce({ rows, cols, pixels }, shape);
    const own = sums[labels[n]];
    counts[labels[n]]++;
    for (let i = 0; i < size; i++) {
      whole[i] += image[i];
      own[i] += image[i];
    }
    yield;
  }
  const mean = (sum: Float64Array, of: number) => ({ ...shape, pixels: sum.map((value) => value / of) });
  return {
    whole: pixelBlock([mean(whole, count)], range, maxSide),
    subjects: pixelBlock(
      sums.map((sum, k) => mean(sum, counts[k])),
      range,
      maxSide,
    ),
    names: subjects,
  };
}
