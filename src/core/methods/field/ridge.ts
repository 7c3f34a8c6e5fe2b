/** A ridge under quadratic forms of graphs, which are singular where the graphs join too few images. */
import { add, diagonal, type Matrix } from '../../linalg/index.ts';
import type { ResolvedSetting } from '../amounts.ts';
import type { Parameter } from '../method.ts';

export const ridgeParameter = {
  name: 'ridge',
  title: 'Ridge',
  help: 'Added to the diagonal of the form that axes are scaled by, among the images, as a multiple of its mean there; for graphs that join too few images for the components. 0: none, and such fits fail.',
  kind: 'number',
  default: 0,
  source: { neutral: 'none, as in the publications' },
  min: 0,
  max: 1e6,
} as const satisfies Parameter;

/**
 * `form`, over whitened coordinates, plus the ridge of the settings times the identity among the images, which is Λ⁻¹.
 * @param values λ of the coordinates
 */
export function withRidge(
  form: Matrix,
  values: Float64Array,
  { ridge: share }: { readonly ridge: number },
): { readonly form: Matrix; readonly amounts: readonly ResolvedSetting[] } {
  if (share === 0) return { form, amounts: [] };
  let mean = 0;
  values.forEach((value, i) => (mean += (value * form.data[i * (form.cols + 1)]) / values.length));
  const value = share * mean;
  const remark = `${share} × the mean of the diagonal`;
  return {
    form: add(form, diagonal(values.map((variance) => value / variance))),
    amounts: [{ setting: 'ridge', name: 'ridge', value, unit: 'squared grey values', remark }],
  };
}
