import type { DatasetSummary } from '../../core/contract/types.ts';
import { exactTwins } from '../../core/images/audit/twins.ts';
import { inSteps } from '../import/inSteps.ts';
import type { DatasetRepository } from '../workspace/datasets.ts';

export type TwinGroups = (dataset: DatasetSummary) => Promise<readonly (readonly number[])[]>;

/** Groups of identical images of a dataset; looked for once, for stored pixels do not change. */
export function twinGroups(datasets: Pick<DatasetRepository, 'readPixels'>): TwinGroups {
  const known = new Map<string, ReturnType<TwinGroups>>();
  const find: TwinGroups = async ({ id, rows, cols, count }) => {
    const pixels = new Float64Array(rows * cols);
    const read = (n: number): Float64Array => {
      datasets.readPixels(id, pixels, [n]);
      return pixels;
    };
    const subjects = new Array<string>(count).fill('');
    const groups = await inSteps(exactTwins({ rows, cols, count, subjects, read }));
    return groups.map(({ images }) => images);
  };
  return (dataset) => {
    const found = known.get(dataset.hash) ?? find(dataset);
    known.set(dataset.hash, found);
    found.catch(() => known.delete(dataset.hash));
    return found;
  };
}
