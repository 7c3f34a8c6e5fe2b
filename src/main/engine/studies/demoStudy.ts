/** The study of the demo. */
import type { Method } from '../../../core/methods/method.ts';
import { methods } from '../../../core/methods/registry.ts';
import { studySpecSchema, type StudySpec } from '../../../core/study/spec/spec.ts';
import type { LatentGrid } from '../../../core/methods/latent/latentGridSchema.ts';

/** q_c and q_r of methods that need one fit per shape: 9 shapes instead of the 81 of their own grid. */
const MATRIX_GRID = [3, 8, 14];
/** q of methods that need one fit per shape; a range ends at the largest q that the method allows. */
const VECTOR_GRID = { from: 10, to: 30, step: 20 };

/** A comparison of all methods whose fits take no seconds, over ten random splits at each of two sizes. */
export function demoStudy(name: string, dataset: string): StudySpec {
  return studySpecSchema.parse({
    name,
    dataset,
    protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 10 },
    methods: methods
      .filter(({ demanding }) => !demanding)
      .map((method) => ({ method: method.id, latent: shortGrid(method) })),
  });
}

/** Nested methods give every shape for the price of one, and some have one alone; the others get a short grid. */
function shortGrid(method: Method): LatentGrid {
  if (method.sweep || method.latentNames.length === 0) return 'default';
  return method.latentNames.length === 2 ? { qc: MATRIX_GRID, qr: MATRIX_GRID } : VECTOR_GRID;
}
