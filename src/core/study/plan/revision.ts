/** Which revision of its arithmetic a method has in the cells of a study. */
import { featureShape } from '../../features/registry.ts';
import { latentShapes } from '../../methods/latentGrid.ts';
import type { DatasetFacts, SplitSource } from '../../dataset.ts';
import type { LatentGrid } from '../../methods/latentGridSchema.ts';
import type { Settings } from '../../methods/method.ts';
import { findMethod } from '../../methods/registry.ts';
import type { StudySpec } from '../spec/spec.ts';
import { trainSize, trainSizes, type TrainSize } from '../splits/splits.ts';

/** A method of a study as far as sizes and bits depend on it. */
interface SizedMethod {
  readonly methodId: string;
  readonly settings: Settings;
  readonly latent: LatentGrid;
  readonly features?: StudySpec['features'];
}

/** What sizes follow from. */
export type SizedSource = SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>;

/**
 * The revision in the cell of each repeat of a condition, by the number of its training images and all shapes that it
 * may come to. No other repeat counts, so that splits may join a study.
 */
export function methodRevision(
  spec: StudySpec,
  { methodId, settings, latent, features = spec.features }: SizedMethod,
  source: SizedSource,
  condition: string,
): (repeat: number) => number {
  const { revision, ...method } = findMethod(methodId)!;
  if (!revision) return () => 1;
  const { rows, cols } = featureShape(features, source);
  // A search may come to any shape.
  const grid = latent === 'adaptive' ? 'all' : latent;
  const of = ({ images, subjects }: TrainSize): number =>
    revision({ rows, cols, train: images, shapes: latentShapes(method, grid, rows, cols, images, subjects) }, settings);
  const sizes = trainSizes(spec, source, condition);
  const found = sizes.map(of);
  if (found.every((number) => number === found[0])) return () => found[0];
  return (repeat) => of(trainSize(spec, source, condition, repeat));
}
