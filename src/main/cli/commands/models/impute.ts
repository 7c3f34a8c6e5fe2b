import { findMethod } from '../../../../core/methods/registry.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { loadRegistered } from '../../../programs/registered.ts';
import { loadImages, type DataOptions } from '../../files/arrays.ts';
import { Failure } from '../../errors.ts';
import { readModel } from '../../model.ts';
import { requireArrayEnding, requireImputing, writeArray } from '../../files/outputs.ts';
import { tellWritten } from '../../files/writeOut.ts';

interface ImputeOptions extends DataOptions {
  readonly model: string;
  readonly out: string;
}

/** eigenbench impute: images with their missing pixels (NaN) filled by their expectation under a model. */
export async function imputeCommand(options: ImputeOptions): Promise<void> {
  applyKernelChoice();
  loadRegistered({ checked: false });
  const { out } = options;
  requireArrayEnding('--out', out);
  const { fit } = await readModel(options.model);
  const method = findMethod(fit.method);
  if (!method) throw new Failure(`${options.model}: there is no method "${fit.method}" in this version.`);
  requireImputing(method);
  const { images } = await loadImages({ ...options, missing: true });
  const missing = images.data.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  const { count, rows, cols, data } = method.impute!(fit, images);
  writeArray(out, 'images', { shape: [count, rows, cols], data });
  tellWritten(out, `${missing} missing pixels of ${count} images of ${rows} × ${cols} filled; written to ${out}`);
}
