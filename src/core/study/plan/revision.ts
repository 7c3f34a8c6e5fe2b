/** Which revision of its arithmetic a method has in the cells of a condition. */
import { featureShape } from '../../features/registry.ts';
import { latentShapes } from '../../methods/latentGrid.ts';
import type { DatasetFacts, SplitSource } from '../../dataset.ts';
import type { LatentGrid } from '../../methods/latentGridSchema.ts';
import type { Settings } from '../../methods/method.ts';
import { findMethod } from '../../methods/registry.ts';
import type { StudySpec } from '../spec/spec.ts';
import { trainSizes } from '../splits/splits.ts';

/** A method of a study as far as sizes and bits depend on it. */
interface SizedMethod {
  readonly methodId: string;
  readonly settings: Settings;
  readonly latent: LatentGrid;
  readonly features?: StudySpec['features'];
}

/** What sizes follow from. */
export type SizedSource = SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>;

/** The revision by the largest training set of the condition and all shapes that its cells may come to. */
export function methodRevision(
  spec: StudySpec,
  { methodId, settings, latent, features = spec.features }: SizedMethod,
  source: SizedSource,
  condition: string,
): number {
  const method = findMethod(methodId);
  if (!method?.revision) return 1;
  const { rows, cols } = featureShape(features, source);
  const most = trainSizes(spec, source, condition).reduce((a, b) => (b.images > a.images ? b : a));
  // A search may come to any shape.
  const grid = latent === 'adaptive' ? 'all' : latent;
  const shapes = latentShapes(method, grid, rows, cols, most.images, most.subjects);
  return method.revision({ rows, cols, train: most.images, shapes }, settings);
}
