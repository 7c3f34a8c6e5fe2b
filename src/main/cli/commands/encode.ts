import { extname } from 'node:path';
import { encodeNpy } from '../../../core/formats/npy.ts';
import { encodeNpz } from '../../../core/formats/npz.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { loadImages, type DataOptions } from '../arrays.ts';
import { Failure, UsageError } from '../errors.ts';
import { readModel } from '../model.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

interface EncodeOptions extends DataOptions {
  readonly model: string;
  readonly out: string;
}

/** eigenbench encode: the representation of images under a model, N × q_c × q_r, or N × q for vector methods. */
export async function encodeCommand(options: EncodeOptions): Promise<void> {
  applyKernelChoice();
  const { out } = options;
  const ending = extname(out).toLowerCase();
  if (ending !== '.npy' && ending !== '.npz') {
    throw new UsageError(`--out ${out}: expected a file that ends in .npy or .npz.`);
  }
  const { fit } = await readModel(options.model);
  const method = findMethod(fit.method);
  if (!method) throw new Failure(`${options.model}: there is no method "${fit.method}" in this version.`);
  const { images } = await loadImages(options);
  const { count, rows, cols, data } = method.encode(fit, images);
  const codes = { shape: method.latentKind === 'vector' ? [count, rows] : [count, rows, cols], data };
  await writeFileAtomic(out, ending === '.npy' ? encodeNpy(codes) : encodeNpz({ codes }));
  process.stdout.write(`Codes of ${codes.shape.join(' × ')} written to ${out}\n`);
}
