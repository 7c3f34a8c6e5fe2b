import type { LatentShape, Method, ParameterValue, Settings } from '../../../core/methods/method.ts';
import { findMethod, methods } from '../../../core/methods/registry.ts';
import { resolveSettings } from '../../../core/methods/settings.ts';
import { stream } from '../../../core/random/stream.ts';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { loadImages, loadLabels, type DataOptions } from '../arrays.ts';
import { UsageError } from '../errors.ts';
import { requireArrayEnding, requireImputing, writeArray } from '../outputs.ts';
import { requireModelEnding, writeModel } from '../model.ts';

interface FitOptions extends DataOptions {
  readonly method: string;
  readonly latent: LatentShape;
  readonly set?: Readonly<Record<string, ParameterValue>>;
  readonly labels?: string;
  readonly seed: number;
  readonly out: string;
  /** Where to write the training images with their missing pixels filled. */
  readonly imputed?: string;
}

/** eigenbench fit: one method at one latent shape on all images of the data, outside any study. */
export async function fitCommand(options: FitOptions): Promise<void> {
  applyKernelChoice();
  const method = findMethod(options.method);
  if (!method) {
    const known = methods.map(({ id }) => id).join(', ');
    throw new UsageError(`There is no method "${options.method}": expected one of ${known}.`);
  }
  const { latent, seed, out } = options;
  if (latent.length !== method.latentNames.length) {
    const shape = method.latentNames.join(' × ');
    throw new UsageError(`--latent: the latent shape of ${method.title} is ${shape}, found ${latent.join(' × ')}.`);
  }
  requireModelEnding(out);
  if (options.imputed !== undefined) {
    requireArrayEnding('--imputed', options.imputed);
    requireImputing(method);
  }
  const settings = settingsOf(method, options.set ?? {});
  const data = await loadImages({ ...options, missing: method.impute !== undefined });
  const labels = options.labels === undefined ? data.labels : await loadLabels(options.labels, data.images.count);

  const from = performance.now();
  const fit = method.fit({ images: data.images, labels }, latent, settings, {
    random: stream('fit', seed, method.id, ...latent),
    checkCancelled: () => {},
  });
  const seconds = (performance.now() - from) / 1000;
  await writeModel(out, { fit, seconds });
  // A fit holds the images it filled; without missing pixels there was nothing to fill.
  if (options.imputed !== undefined) {
    const { count, rows, cols, data: pixels } = data.images;
    const whole = { shape: [count, rows, cols], data: pixels };
    await writeArray(options.imputed, 'images', fit.parameters['imputed'] ?? whole);
  }

  for (const warning of fit.warnings) process.stderr.write(`${warning}\n`);
  const { count, rows, cols } = data.images;
  const facts = [
    `${method.title} (${latent.join(', ')}) on ${count} images of ${rows} × ${cols}`,
    ...(fit.logLikelihood === null ? [] : [`log-likelihood ${fit.logLikelihood}`]),
    ...(fit.iterations === 0 ? [] : [`${fit.iterations} iterations${fit.converged ? '' : ', not converged'}`]),
    `${seconds.toFixed(3)} s`,
  ];
  process.stdout.write(`${facts.join('; ')}; written to ${out}\n`);
}

function settingsOf(method: Method, given: Readonly<Record<string, ParameterValue>>): Settings {
  try {
    return resolveSettings(method, given);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
