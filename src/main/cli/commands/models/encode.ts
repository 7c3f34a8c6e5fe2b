import { acceptsMissing } from '../../../../core/methods/missing.ts';
import { findMethod } from '../../../../core/methods/registry.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { loadRegistered } from '../../../programs/registered.ts';
import { loadImages, type DataOptions } from '../../files/arrays.ts';
import { Failure } from '../../errors.ts';
import { readModel } from '../../model.ts';
import { requireArrayEnding, writeArray } from '../../files/outputs.ts';
import { tellWritten } from '../../files/writeOut.ts';

interface EncodeOptions extends DataOptions {
  readonly model: string;
  readonly out: string;
}

/** eigenbench encode: the representation of images under a model, N × q_c × q_r, or N × q for vector methods. */
export async function encodeCommand(options: EncodeOptions): Promise<void> {
  applyKernelChoice();
  loadRegistered({ checked: false });
  const { out } = options;
  requireArrayEnding('--out', out);
  const { fit } = await readModel(options.model);
  const method = findMethod(fit.method);
  if (!method) throw new Failure(`${options.model}: there is no method "${fit.method}" in this version.`);
  const { images } = await loadImages({ ...options, missing: acceptsMissing(method) });
  const { count, rows, cols, data } = method.encode(fit, images);
  // One-sided methods have one latent dimension, but matrices as codes.
  const vectors = method.latentKind === 'vector' && cols === 1;
  const codes = { shape: vectors ? [count, rows] : [count, rows, cols], data };
  writeArray(out, 'codes', codes);
  tellWritten(out, `Codes of ${codes.shape.join(' × ')} written to ${out}`);
}
