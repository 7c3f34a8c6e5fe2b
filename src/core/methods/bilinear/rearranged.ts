/** Adapts a method to images with rearranged pixels: transposed, or unfolded along a mode. */
import { matrixStack, type MatrixStack } from '../../linalg/index.ts';
import { requireLatent, type Declared } from '../declareMethod.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import { settingsOf, type Parameters, type SettingsOf } from '../typedSettings.ts';
import type { Fit, Method, NamedArray, NestedSweep, SweepInput } from '../method.ts';
import { requireObserved } from './kronecker/missingPixels.ts';

type ImageShape = Fit['imageShape'];

export interface Rearrangement<S> {
  readonly rearrange: (images: MatrixStack, settings: S) => MatrixStack;
  /** The inverse, for images of the original shape. */
  readonly back: (images: MatrixStack, shape: ImageShape, settings: S) => MatrixStack;
  /** Converts the codes of the base, and is its own inverse; absent: codes stay unchanged. */
  readonly codes?: (codes: MatrixStack) => MatrixStack;
  /** New names of parameters, by their names in the base. */
  readonly names: Readonly<Record<string, string>>;
  readonly sweep: (sweep: NonNullable<Method['sweep']>, input: SweepInput, settings: S) => NestedSweep | null;
}

type Declaration = Pick<
  Method,
  'id' | 'title' | 'fullName' | 'family' | 'appearance' | 'description' | 'formula' | 'latentNames' | 'largestLatent'
>;

/** `base` on rearranged images, with the declaration and the parameter names of the resulting method. */
export function rearrangedMethod<const P extends Parameters>(
  { arrays: _, ...base }: Declared<Parameters, ArrayKinds>,
  declaration: Declaration & { readonly parameters: P },
  arrangement: Rearrangement<SettingsOf<P>>,
): Method {
  const { names, codes = (same) => same } = arrangement;
  const declaredSettings = (settings: object) => settingsOf(declaration.parameters, settings);
  const rearrange = (images: MatrixStack, settings: object) =>
    arrangement.rearrange(images, declaredSettings(settings));
  const back = (images: MatrixStack, shape: ImageShape, settings: object) =>
    arrangement.back(images, shape, declaredSettings(settings));
  const ownNames = Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
  const baseFit = (fit: Fit): Fit => ({
    ...fit,
    method: base.id,
    imageShape: shapeOf(rearrange(matrixStack(0, fit.imageShape.rows, fit.imageShape.cols), fit.settings)),
    parameters: mapped(fit.parameters, ownNames, (stack) => rearrange(stack, fit.settings)),
  });
  const ownFit = (fit: Fit, shape: ImageShape): Fit => ({
    ...fit,
    method: declaration.id,
    imageShape: shapeOf(shape),
    parameters: mapped(fit.parameters, names, (stack) => back(stack, shape, fit.settings)),
  });
  const { codeSize, reconstruct, impute, logLikelihood, sample, incremental, sweep } = base;
  return {
    ...base,
    ...declaration,
    fit({ images, ...data }, latent, settings, context) {
      // Checked here: the base only sees rearranged images, whose rows and columns are not those of the user.
      const { rows, cols, count } = images;
      requireLatent(declaration.title, latent, declaration.largestLatent(rows, cols, count), images);
      if (impute) requireObserved(declaration.title, images);
      return ownFit(base.fit({ ...data, images: rearrange(images, settings) }, latent, settings, context), images);
    },
    codeSize:
      codeSize &&
      ((latent, { rows, cols }, settings) =>
        codeSize(latent, rearrange(matrixStack(0, rows, cols), settings), settings)),
    encode: (fit, images) => codes(base.encode(baseFit(fit), rearrange(images, fit.settings))),
    reconstruct:
      reconstruct && ((fit, stack) => back(reconstruct(baseFit(fit), codes(stack)), fit.imageShape, fit.settings)),
    impute:
      impute &&
      ((fit, images) => back(impute(baseFit(fit), rearrange(images, fit.settings)), fit.imageShape, fit.settings)),
    logLikelihood: logLikelihood && ((fit, images) => logLikelihood(baseFit(fit), rearrange(images, fit.settings))),
    sample:
      sample &&
      ((fit, count, random) => {
        const { means, images } = sample(baseFit(fit), count, random);
        const turned = (set: MatrixStack): MatrixStack => back(set, fit.imageShape, fit.settings);
        return { means: means && turned(means), images: turned(images) };
      }),
    incremental: incremental && {
      keep: (fit, images) => ownFit(incremental.keep(baseFit(fit), rearrange(images, fit.settings)), fit.imageShape),
      resume: (fit, images, context) =>
        ownFit(incremental.resume(baseFit(fit), rearrange(images, fit.settings), context), fit.imageShape),
    },
    sweep:
      sweep &&
      ((input) =>
        arrangement.sweep(
          (sweepInput) => sweep({ ...sweepInput, images: rearrange(sweepInput.images, sweepInput.settings) }),
          input,
          declaredSettings(input.settings),
        )),
  };
}

/** Parameters under other names, with images (mean, imputed) rearranged. */
function mapped(
  parameters: Fit['parameters'],
  names: Readonly<Record<string, string>>,
  arrange: (stack: MatrixStack) => MatrixStack,
): Fit['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      names[name] ?? name,
      name === 'mean' || name === 'imputed' ? arranged(value, arrange) : value,
    ]),
  );
}

function arranged({ shape, data }: NamedArray, arrange: (stack: MatrixStack) => MatrixStack): NamedArray {
  const [rows, cols] = shape.slice(-2);
  const result = arrange(matrixStack(shape.length === 3 ? shape[0] : 1, rows, cols, data));
  return { shape: [...shape.slice(0, -2), result.rows, result.cols], data: result.data };
}

function shapeOf({ rows, cols }: ImageShape): ImageShape {
  return { rows, cols };
}
