/** Fixtures of the checks of a method: faces, fits to them, and comparisons with a measured difference. */
import { selectImages, selectLabels, type ImageSet } from '../../core/images/imageSet.ts';
import type { MatrixStack } from '../../core/linalg/matrix.ts';
import { FitError, type Fit, type LatentShape, type Method, type TrainingData } from '../../core/methods/method.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';
import { codeShape } from '../../core/methods/external/codeShape.ts';
import { resolveSettings } from '../../core/methods/settings.ts';
import { subjectPositions } from '../../core/stats/subjectPositions.ts';
import { stream } from '../../core/random/stream.ts';
import { axisName } from './programReplies.ts';
import type { TrialFaces } from './trialFaces.ts';

/** Thrown if a method breaks a rule of the contract. */
export class RuleViolation extends Error {
  override readonly name = 'Broken';
}

export interface Trial {
  readonly method: Method;
  readonly declaration: Declaration;
  readonly images: ImageSet;
  readonly training: TrainingData;
  readonly probes: ImageSet;
  /** Subject of every training image. */
  readonly subjects: Int32Array;
  /** Subject of every probe. */
  readonly truth: Int32Array;
  /** The smallest, a middle and the largest shape. */
  readonly shapes: readonly LatentShape[];
  readonly middle: LatentShape;
  /** A fit to the training images; all fits use the same seed. */
  readonly fit: (shape: LatentShape) => Fit;
  readonly fitTo: (data: TrainingData) => Fit;
  /** Codes, validated: finite and of the declared shape. */
  readonly codes: (fit: Fit, images: ImageSet) => MatrixStack;
  /** Codes at the largest and the smallest shape, encoded together and one by one. */
  readonly bothWays: () => { readonly together: MatrixStack; readonly single: MatrixStack };
}

/** A trial that trains on two thirds of every subject's images, always the same. */
export function trialOf(method: Method, declaration: Declaration, { images: all, labels }: TrialFaces): Trial {
  const groups = subjectPositions(labels);
  const train = groups.flatMap((members) => members.filter((_, n) => n % 3 !== 2));
  const test = groups.flatMap((members) => members.filter((_, n) => n % 3 === 2));
  const images = plain(selectImages(all, train));
  const probes = plain(selectImages(all, test));
  const settings = resolveSettings(method, {});
  const subjects = selectLabels(labels, train);
  const attributes = Object.fromEntries(
    declaration.attributes.map((name) => [name, Int32Array.from(train, (n) => n % 2)]),
  );
  const training: TrainingData = { images, labels: subjects, attributes };
  const largest = method.largestLatent(images.rows, images.cols, images.count, groups.length);
  if (largest.some((q) => q < 1)) throw new FitError(`${method.title} has no latent shape for ${images.count} images.`);
  const shapes = [largest.map(() => 1), largest.map((q) => Math.ceil(q / 3)), largest].filter(
    (shape, i, list) => list.findIndex((other) => other.join() === shape.join()) === i,
  );
  const middle = shapes[Math.min(1, shapes.length - 1)];
  const context = () => ({ random: stream('check', method.id), checkCancelled: () => undefined });
  const fitTo = (data: TrainingData, shape = middle): Fit => method.fit(data, shape, settings, context());
  const codes = (fit: Fit, set: ImageSet): MatrixStack => {
    const encoded = requireFinite(method.encode(fit, set));
    const [rows, cols = 1] = codeShape(declaration, fit.latent, fit.imageShape, fit.settings);
    if (encoded.count !== set.count || encoded.rows !== rows || encoded.cols !== cols) {
      throw new RuleViolation(
        `codes of ${set.count} images at (${fit.latent.join(', ')}) are ${encoded.count} × ${encoded.rows} × ${encoded.cols}`,
      );
    }
    return encoded;
  };
  return {
    method,
    declaration,
    images,
    training,
    probes,
    subjects,
    truth: selectLabels(labels, test),
    shapes,
    middle,
    fit: (shape) => fitTo(training, shape),
    fitTo: (data) => fitTo(data),
    codes,
    bothWays() {
      const session = method.open!(training, settings, context());
      const alone = method.open!(training, settings, context());
      try {
        const blocks = session.fitAll?.([shapes[0], middle]);
        const fits = blocks ? [...blocks].flat() : [];
        const last = fits[1];
        if (!last || last instanceof Error) throw new RuleViolation(last ? last.message : 'it answers no fits');
        return { together: codes(last, probes), single: codes(alone.fit(middle), probes) };
      } finally {
        session.release();
        alone.release();
      }
    },
  };
}

function plain({ count, rows, cols, data }: ImageSet): ImageSet {
  return { count, rows, cols, data };
}

export function requireFinite(stack: MatrixStack): MatrixStack {
  const index = stack.data.findIndex((value) => !Number.isFinite(value));
  if (index >= 0)
    throw new RuleViolation(`${axisName(index, [stack.count, stack.rows, stack.cols])} is ${stack.data[index]}`);
  return stack;
}

/**
 * Returns the difference of two stacks relative to the largest entry. Throws RuleViolation if it exceeds `tolerance`.
 * Compares only the first `count` matrices.
 */
export function requireEqual(a: MatrixStack, b: MatrixStack, tolerance: number, what: string, count = a.count): string {
  if (a.count !== b.count || a.rows !== b.rows || a.cols !== b.cols) throw new RuleViolation(`${what} differ in shape`);
  const end = count * a.rows * a.cols;
  let [most, size] = [0, 0];
  for (let i = 0; i < end; i++) {
    most = Math.max(most, Math.abs(a.data[i] - b.data[i]));
    size = Math.max(size, Math.abs(a.data[i]), Math.abs(b.data[i]));
  }
  const relative = size === 0 ? 0 : most / size;
  if (!(relative <= tolerance)) {
    throw new RuleViolation(
      `${what} differ by ${relative.toExponential(1)} of the largest entry, allowed are ${tolerance}`,
    );
  }
  return relative === 0
    ? 'They agree bit for bit.'
    : `They differ by ${relative.toExponential(1)} of the largest entry.`;
}
