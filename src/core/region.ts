/** Schema and check of image rectangles in specs. */
import { z } from 'zod';
import type { Region } from './images/maskRegions.ts';
import type { Problem } from './methods/problems.ts';

/** First index and the index after the last, from 0. */
const span = z.tuple([z.int().min(0), z.int().min(1)]);

export const regionSchema = z.strictObject({ rows: span, cols: span });

/** Problems of a region that is empty or exceeds images of this shape; `at` is its path. */
export function checkRegion(
  region: Region,
  at: string,
  shape: { readonly rows: number; readonly cols: number },
): Problem[] {
  return (['rows', 'cols'] as const).flatMap((axis) => {
    const [from, to] = region[axis];
    const path = `${at}.${axis}`;
    if (from < to && to <= shape[axis]) return [];
    return [{ path, message: `${path}: expected a range within 0 to ${shape[axis]}, found ${from} to ${to}.` }];
  });
}
