import { z } from 'zod';
import { checkRegion, regionSchema } from '../region.ts';
import type { FeatureDeclaration } from './feature.ts';

const schema = z.strictObject({ region: regionSchema });

/** Crops images to a rectangle. */
export const region: FeatureDeclaration<typeof schema> = {
  kind: 'region',
  title: 'Region of interest',
  help: 'A rectangle of the image; the rest is cut away.',
  schema,
  parameters: [{ name: 'region', title: 'Rows, columns', help: '', kind: 'region', placeholder: '0:28, 5:41' }],
  shape: ({ region: { rows, cols } }) => ({ rows: rows[1] - rows[0], cols: cols[1] - cols[0] }),
  pixels({ region: { rows, cols } }, image, { cols: width }) {
    const result = new Float64Array((rows[1] - rows[0]) * (cols[1] - cols[0]));
    for (let r = rows[0]; r < rows[1]; r++) {
      result.set(image.subarray(r * width + cols[0], r * width + cols[1]), (r - rows[0]) * (cols[1] - cols[0]));
    }
    return result;
  },
  sentence: ({ region: { rows, cols } }) =>
    `region of rows ${rows[0]} to ${rows[1] - 1}, columns ${cols[0]} to ${cols[1] - 1}`,
  check: (step, path, shape) => checkRegion(step.region, `${path}.region`, shape),
};
