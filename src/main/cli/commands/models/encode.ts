import { acceptsMissing, type Method } from '../../../../core/methods/method.ts';
import { findMethod } from '../../../../core/methods/registry.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { loadRegistered } from '../../../external/loadRegistered.ts';
import { loadImages } from '../../files/arrays.ts';
import { Failure } from '../../errors.ts';
import { readModel, type Model } from '../../modelFile.ts';
import { requireArrayEnding, writeArray, requireImputing, reportWritten } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareEncode, declareImpute } from '../../declarations/modelCommands.ts';

/** eigenbench encode: computes the codes of images under a model, N × q_c × q_r, or N × q for vector methods. */
export async function encodeCommand({ model, out, ...source }: OptionsOf<typeof declareEncode>): Promise<void> {
  const { fit, method } = await openModel(model, out);
  const { images } = await loadImages({ ...source, missing: acceptsMissing(method) });
  const { count, rows, cols, data } = method.encode(fit, images);
  // One-sided methods have one latent dimension but matrix codes.
  const vectors = method.latentKind === 'vector' && cols === 1;
  const codes = { shape: vectors ? [count, rows] : [count, rows, cols], data };
  writeArray(out, 'codes', codes);
  reportWritten(out, `Codes of ${codes.shape.join(' × ')} written to ${out}`);
}

/** eigenbench impute: fills missing pixels (NaN) of images by their expectation under a model. */
export async function imputeCommand({ model, out, ...source }: OptionsOf<typeof declareImpute>): Promise<void> {
  const { fit, method } = await openModel(model, out);
  requireImputing(method);
  const { images } = await loadImages({ ...source, missing: true });
  const missing = images.data.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  const { count, rows, cols, data } = method.impute!(fit, images);
  writeArray(out, 'images', { shape: [count, rows, cols], data });
  reportWritten(out, `${missing} missing pixels of ${count} images of ${rows} × ${cols} filled; written to ${out}`);
}

/** The model of a file with its method, before arrays are written to `out`. */
async function openModel(model: string, out: string): Promise<Model & { readonly method: Method }> {
  applyKernelChoice();
  loadRegistered({ checked: false });
  requireArrayEnding('--out', out);
  const opened = await readModel(model);
  const method = findMethod(opened.fit.method);
  if (!method) throw new Failure(`${model}: there is no method "${opened.fit.method}" in this version.`);
  return { ...opened, method };
}
