import { findMethod } from '../../../../core/methods/registry.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { loadRegistered } from '../../../programs/registered.ts';
import { loadImages } from '../../files/arrays.ts';
import { Failure } from '../../errors.ts';
import { readModel } from '../../model.ts';
import { requireArrayEnding, requireImputing, writeArray } from '../../files/outputs.ts';
import { reportWritten } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareImpute } from '../../declarations/modelCommands.ts';

/** eigenbench impute: images with their missing pixels (NaN) filled by their expectation under a model. */
export async function imputeCommand({ model, out, ...source }: OptionsOf<typeof declareImpute>): Promise<void> {
  applyKernelChoice();
  loadRegistered({ checked: false });
  requireArrayEnding('--out', out);
  const { fit } = await readModel(model);
  const method = findMethod(fit.method);
  if (!method) throw new Failure(`${model}: there is no method "${fit.method}" in this version.`);
  requireImputing(method);
  const { images } = await loadImages({ ...source, missing: true });
  const missing = images.data.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  const { count, rows, cols, data } = method.impute!(fit, images);
  writeArray(out, 'images', { shape: [count, rows, cols], data });
  reportWritten(out, `${missing} missing pixels of ${count} images of ${rows} × ${cols} filled; written to ${out}`);
}
