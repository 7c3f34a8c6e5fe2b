import type { MeanFaces } from '../../../../core/contract/datasets.ts';
import type { Steps } from '../../../../core/formats/steps.ts';
import type { DatasetRepository } from '../../../workspace/datasets/datasets.ts';
import { pixelBlock, reduce, shapeOnScreen } from '../../pixelBlock.ts';

/**
 * The mean image of a dataset and of each subject, one image a step. Images are reduced first: area averages of means
 * are means of area averages.
 */
export function* meanFaces(
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
