import {
  type AttributeCodes,
  type Fit,
  type Method,
  type ParameterValue,
  type Settings,
  acceptsMissing,
} from '../../../../core/methods/method.ts';
import { amountText } from '../../../../core/methods/resolvedSettings.ts';
import { shapeText } from '../../../../core/methods/latent/latentShape.ts';
import { allMethods, findMethod, methods } from '../../../../core/methods/registry.ts';
import { resolveSettings } from '../../../../core/methods/settings.ts';
import { attributeCodes, attributeValues } from '../../../../core/dataset.ts';
import { stream } from '../../../../core/random/stream.ts';
import { fitMemory, requireMemory } from '../../../../core/study/cells/cellMemory.ts';
import { applyKernelChoice } from '../../../kernelChoice.ts';
import { loadRegistered } from '../../../external/loadRegistered.ts';
import { loadImages, loadLabels, type DataOptions, type LoadedImages } from '../../files/arrays.ts';
import { Failure, UsageError } from '../../errors.ts';
import { requireArrayEnding, requireImputing, writeArray, reportWritten } from '../../files/writeOut.ts';
import { readModel, requireModelEnding, writeModel } from '../../modelFile.ts';
import { printNotice } from '../../terminal.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareFit } from '../../declarations/modelCommands.ts';

type FitOptions = OptionsOf<typeof declareFit>;

/** eigenbench fit: fits one method at one latent shape to all images of the data, without a study. */
export async function fitCommand(options: FitOptions): Promise<void> {
  applyKernelChoice();
  loadRegistered({ checked: false });
  const { method: id, latent = [], set, labels: file, attribute, seed, out, imputed, keep, ...rest } = options;
  const { continue: before, ...source } = rest;
  if (before !== undefined) return continueCommand(before, source, options);
  if (id === undefined) throw new UsageError(missingOption('method'));
  const method = findMethod(id);
  if (!method) {
    const ids = allMethods()
      .map(({ id }) => id)
      .join(', ');
    throw new UsageError(`There is no method "${id}": expected one of ${ids}.`);
  }
  if (latent.length !== method.latentNames.length) {
    if (latent.length === 0) throw new UsageError(missingOption('latent'));
    if (method.latentNames.length === 0) {
      throw new UsageError(`--latent: ${method.title} has no latent dimension, found ${latent.join(' × ')}.`);
    }
    const shape = method.latentNames.join(' × ');
    throw new UsageError(`--latent: the latent shape of ${method.title} is ${shape}, found ${latent.join(' × ')}.`);
  }
  requireModelEnding(out);
  if (imputed !== undefined) {
    requireArrayEnding('--imputed', imputed);
    requireImputing(method);
  }
  if (keep) requireIncremental(method);
  const data = await loadImages({ ...source, missing: acceptsMissing(method) });
  const planes = data.planes !== undefined && method.parameters.some(({ name }) => name === 'planes');
  const settings = settingsOf(method, { ...(planes && { planes: data.planes }), ...set });
  const labels = file === undefined ? data.labels : await loadLabels(file, data.images.count);
  const attributes = await attributesFor(method.attributes?.(settings) ?? [], { attribute, data: source.data }, data);

  const size = { ...data.images, train: data.images.count, axes: latent[0] };
  requireMemory(fitMemory(method, size, settings), process.availableMemory());
  const from = performance.now();
  const clock = (): number => (performance.now() - from) / 1000;
  const fitted = method.fit({ images: data.images, labels, attributes }, latent, settings, {
    random: stream('fit', seed, method.id, ...latent),
    checkCancelled: () => {},
    clock,
  });
  const fit = keep ? method.incremental!.keep(fitted, data.images) : fitted;
  const seconds = clock();
  writeModel(out, { fit, seconds });
  // A fit holds the images it filled; without missing pixels there are none.
  if (imputed !== undefined) {
    const { count, rows, cols, data: pixels } = data.images;
    const whole = { shape: [count, rows, cols], data: pixels };
    writeArray(imputed, 'images', fit.parameters['imputed'] ?? whole);
  }

  report(method, fit, data.images.count, seconds, out);
}

/** Values of the attributes that a fit needs: from the given files, or else from the dataset of the workspace. */
async function attributesFor(
  names: readonly string[],
  { attribute = {}, data: source }: Pick<FitOptions, 'attribute' | 'data'>,
  { images, facts }: LoadedImages,
): Promise<AttributeCodes> {
  const codes: Record<string, Int32Array> = {};
  for (const name of names) {
    if (Object.hasOwn(attribute, name)) codes[name] = await loadLabels(attribute[name], images.count);
    else if (facts && attributeValues(facts, name).length > 0) Object.assign(codes, attributeCodes(facts, [name]));
    else throw new UsageError(`${source} has no attribute "${name}": give its values by --attribute ${name}=FILE.`);
  }
  return codes;
}

/** Continues a model with new images; it keeps its method, latent shape and settings. */
async function continueCommand<Given extends DataOptions>(
  path: string,
  source: Only<DataOptions, Given>,
  options: FitOptions,
): Promise<void> {
  const { out, seed, method: id, latent, set, keep, imputed, labels } = options;
  const conflicting = Object.entries({ method: id, latent, set, keep, imputed, labels }).find(
    ([, value]) => value !== undefined,
  );
  if (conflicting)
    throw new UsageError(
      `--${conflicting[0]} cannot be combined with --continue: the model has its method, shape and settings.`,
    );
  requireModelEnding(out);
  const { fit: old } = await readModel(path);
  const method = findMethod(old.method);
  if (!method) throw new Failure(`${path}: there is no method "${old.method}" in this version.`);
  requireIncremental(method);
  const { images } = await loadImages(source);
  const from = performance.now();
  const clock = (): number => (performance.now() - from) / 1000;
  const fit = method.incremental!.resume(old, images, {
    random: stream('continue', seed, method.id),
    checkCancelled: () => {},
    clock,
  });
  const seconds = clock();
  writeModel(out, { fit, seconds });
  report(method, fit, fit.parameters['kept.count'].data[0], seconds, out);
}

function missingOption(name: string): string {
  return `--${name} is missing; without --continue it must be given.`;
}

function requireIncremental(method: Method): void {
  if (method.incremental) return;
  const ids = methods.filter((candidate) => candidate.incremental).map(({ id }) => id);
  throw new UsageError(`${method.title} does not learn incrementally: the methods that do are ${ids.join(', ')}.`);
}

function report(method: Method, fit: Fit, count: number, seconds: number, out: string): void {
  for (const warning of fit.warnings) printNotice(warning);
  const { rows, cols } = fit.imageShape;
  const facts = [
    `${[method.title, shapeText(fit.latent)].join(' ').trim()} on ${count} images of ${rows} × ${cols}`,
    ...(fit.logLikelihood === null ? [] : [`log-likelihood ${fit.logLikelihood}`]),
    ...(fit.iterations === 0 ? [] : [`${fit.iterations} iterations${fit.converged ? '' : ', not converged'}`]),
    ...(fit.amounts ?? []).map(amountText),
    `${seconds.toFixed(3)} s`,
  ];
  reportWritten(out, `${facts.join('; ')}; written to ${out}`);
}

function settingsOf(method: Method, given: Readonly<Record<string, ParameterValue>>): Settings {
  try {
    return resolveSettings(method, given);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
