import { selectImages } from '../images/imageSet.ts';
import { matrixStack, nearestOverShapes, type MatrixStack } from '../linalg/index.ts';
import {
  FitError,
  type Fit,
  type FitSession,
  type LatentShape,
  type Method,
  type NestedSweep,
  type SweepInput,
} from '../methods/method.ts';
import { fitSubjects, likeliestSubjects } from './byLikelihood.ts';
import { classifyCodes, isPlainNearest, type Classifier } from './classifier.ts';
import { nearestNeighbours } from './nearestNeighbour.ts';

/** One split, one method, every latent shape. Lists have one entry a fitted shape, in the order of `input.shapes`. */
export interface ShapeEvaluation {
  readonly shapes: readonly LatentShape[];
  /** Position in `input.gallery`, else `input.train`, of the nearest neighbour of every test image: shape-major, test.length a shape. */
  readonly nearest: Uint32Array;
  /** Test images whose nearest neighbour is of another subject. */
  readonly wrong: readonly number[];
  readonly iterations: readonly number[];
  readonly converged: readonly boolean[];
  readonly logLikelihood: readonly (number | null)[];
  /** Distinct warnings of the fits; those of single shapes name the shape. */
  readonly warnings: readonly string[];
  /** Shapes without a fit, with the reason. */
  readonly failures: readonly { readonly shape: LatentShape; readonly reason: string }[];
  /** Fits computed: one for nested methods, one a shape otherwise. */
  readonly fits: number;
}

/**
 * Fits `method` to the training images of one split at every latent shape and classifies the test images by the
 * classifier (default: nearest training code, Euclidean, ties to the lowest training position), or by the method's own rule where the settings
 * ask for it: the first training image of the predicted subject then stands for the nearest. A shape that cannot be fitted is reported
 * in `failures`; when the one decomposition of a nested method fails, FitError is thrown.
 */
export function evaluateShapes(
  method: Method,
  input: SweepInput,
  classifier: Classifier = { kind: '1nn' },
): ShapeEvaluation {
  if (classifier.kind === 'likelihood') return evaluateLikelihood(method, input);
  const sweep = method.sweep?.(withGalleryAsProbes(input)) ?? null;
  return sweep ? evaluateNested(withGallery(sweep, input), input, classifier) : evaluateEach(method, input, classifier);
}

/** A nested method encodes training and test images; a gallery of other images is encoded along with the test images. */
function withGalleryAsProbes(input: SweepInput): SweepInput {
  const { gallery, test, ...rest } = input;
  return gallery ? { ...rest, test: Int32Array.of(...gallery, ...test) } : input;
}

/** Its codes as gallery, those of the test images as probes. */
function withGallery(sweep: NestedSweep, { gallery }: SweepInput): NestedSweep {
  if (!gallery) return sweep;
  const { count, rows, cols, data } = sweep.probes;
  const cut = gallery.length * rows * cols;
  return {
    ...sweep,
    gallery: matrixStack(gallery.length, rows, cols, data.slice(0, cut)),
    probes: matrixStack(count - gallery.length, rows, cols, data.slice(cut)),
  };
}

function evaluateNested(sweep: NestedSweep, input: SweepInput, classifier: Classifier): ShapeEvaluation {
  const reasons = input.shapes.map((shape) => sweep.failure?.(shape) ?? null);
  const shapes = input.shapes.filter((_, s) => reasons[s] === null);
  const nearest = isPlainNearest(classifier)
    ? nearestOverShapes(sweep.gallery, sweep.probes, shapes, sweep.metric)
    : classifyOverShapes(sweep, shapes, input, classifier);
  const facts = shapes.map(sweep.facts);
  return {
    shapes,
    nearest,
    wrong: countWrong(nearest, input),
    iterations: facts.map((fact) => fact.iterations),
    converged: facts.map((fact) => fact.converged),
    logLikelihood: facts.map((fact) => fact.logLikelihood),
    warnings: [...new Set(facts.flatMap((fact) => fact.warnings))],
    failures: failuresOf(input.shapes, reasons),
    fits: 1,
  };
}

/** The classifier on the codes of every shape. */
function classifyOverShapes(
  { gallery, probes, metric }: NestedSweep,
  shapes: readonly LatentShape[],
  input: SweepInput,
  classifier: Classifier,
): Uint32Array {
  const labels = galleryLabels(input);
  const nearest = new Uint32Array(shapes.length * probes.count);
  shapes.forEach((shape, s) => {
    input.context.checkCancelled();
    const [known, asked] = [codesAt(gallery, shape, metric), codesAt(probes, shape, metric)];
    nearest.set(classifyCodes(classifier, known, labels, asked), s * probes.count);
  });
  return nearest;
}

/**
 * The codes at a smaller shape: the leading blocks, every entry times the root of its weight, so that their plain
 * Euclidean distance is that of the sweep.
 */
function codesAt(codes: MatrixStack, shape: LatentShape, metric: NestedSweep['metric']): MatrixStack {
  const [rows, cols] = [shape[0], shape[1] ?? codes.cols];
  const coefficients = metric?.coefficients(shape) ?? [];
  const result = matrixStack(codes.count, rows, cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const at = r * codes.cols + c;
      const weight = metric ? coefficients.reduce((sum, value, t) => sum + value * metric.weights[t][at], 0) : 1;
      const root = Math.sqrt(Math.max(0, weight));
      for (let n = 0; n < codes.count; n++) {
        result.data[(n * rows + r) * cols + c] = root * codes.data[n * codes.rows * codes.cols + at];
      }
    }
  }
  return result;
}

function galleryLabels({ labels, train, gallery = train }: SweepInput): Int32Array {
  return Int32Array.from(gallery, (image) => labels[image]);
}

function evaluateEach(method: Method, input: SweepInput, classifier: Classifier): ShapeEvaluation {
  const { images, labels, train, test, shapes, settings, context } = input;
  const training = selectImages(images, train);
  const gallery = input.gallery ? selectImages(images, input.gallery) : training;
  const probes = selectImages(images, test);
  const data = { images: training, labels: Int32Array.from(train, (n) => labels[n]) };
  const session: FitSession = method.open?.(data, settings, context) ?? {
    fit: (latent: LatentShape, warm?: Fit) => method.fit(data, latent, settings, { ...context, warm }),
    release: () => undefined,
  };
  const done: (
    { fit: Pick<Fit, 'iterations' | 'converged' | 'logLikelihood' | 'warnings'>; nearest: Uint32Array } | undefined
  )[] = Array.from(shapes, () => undefined);
  const reasons: (string | null)[] = Array.from(shapes, () => null);
  try {
    const encode = session.encode ?? method.encode;
    let warm: Fit | undefined;
    for (const s of walk(shapes)) {
      context.checkCancelled();
      try {
        const fit = session.fit(shapes[s], warm);
        // The model's own rule knows the training subjects only.
        const predicted = (input.gallery ? null : method.classify?.(fit, data, probes)) ?? null;
        const nearest = predicted
          ? Uint32Array.from(predicted, (label) => data.labels.indexOf(label))
          : isPlainNearest(classifier)
            ? nearestNeighbours(encode(fit, gallery), encode(fit, probes))
            : classifyCodes(classifier, encode(fit, gallery), galleryLabels(input), encode(fit, probes));
        done[s] = { fit, nearest };
        warm = fit;
      } catch (error) {
        if (!(error instanceof FitError)) throw error;
        reasons[s] = error.message;
      }
    }
  } finally {
    session.release();
  }
  const kept = shapes.map((_, s) => s).filter((s) => done[s] !== undefined);
  const nearest = new Uint32Array(kept.length * test.length);
  kept.forEach((s, position) => nearest.set(done[s]!.nearest, position * test.length));
  const fits = kept.map((s) => done[s]!.fit);
  return {
    shapes: kept.map((s) => shapes[s]),
    nearest,
    wrong: countWrong(nearest, input),
    iterations: fits.map((fit) => fit.iterations),
    converged: fits.map((fit) => fit.converged),
    logLikelihood: fits.map((fit) => fit.logLikelihood),
    warnings: kept.flatMap((s) => done[s]!.fit.warnings.map((text) => `(${shapes[s].join(', ')}): ${text}`)),
    failures: failuresOf(shapes, reasons),
    fits: shapes.length,
  };
}

/** One model a subject at every shape; log-likelihoods are totals over the subjects, iterations the largest number. */
function evaluateLikelihood(method: Method, input: SweepInput): ShapeEvaluation {
  const { images, labels, train, test, shapes, settings, context } = input;
  if (input.gallery) throw new FitError('Classification by likelihood needs training images of the test subjects.');
  const data = { images: selectImages(images, train), labels: Int32Array.from(train, (n) => labels[n]) };
  const probes = selectImages(images, test);
  const kept: { shape: LatentShape; fits: readonly Fit[]; predicted: Int32Array }[] = [];
  const failures: { shape: LatentShape; reason: string }[] = [];
  for (const shape of shapes) {
    context.checkCancelled();
    try {
      const models = fitSubjects(method, data, shape, settings, context);
      kept.push({
        shape,
        fits: models.map(({ fit }) => fit),
        predicted: likeliestSubjects(method, models, probes),
      });
    } catch (error) {
      if (!(error instanceof FitError)) throw error;
      failures.push({ shape, reason: error.message });
    }
  }
  const nearest = new Uint32Array(kept.length * test.length);
  kept.forEach(({ predicted }, s) => {
    nearest.set(
      predicted.map((label) => data.labels.indexOf(label)),
      s * test.length,
    );
  });
  return {
    shapes: kept.map(({ shape }) => shape),
    nearest,
    wrong: countWrong(nearest, input),
    iterations: kept.map(({ fits }) => Math.max(...fits.map((fit) => fit.iterations))),
    converged: kept.map(({ fits }) => fits.every((fit) => fit.converged)),
    logLikelihood: kept.map(({ fits }) =>
      fits.reduce<number | null>(
        (sum, { logLikelihood }) => (sum === null || logLikelihood === null ? null : sum + logLikelihood),
        0,
      ),
    ),
    warnings: [
      ...new Set(
        kept.flatMap(({ shape, fits }) =>
          fits.flatMap((fit) => fit.warnings.map((text) => `(${shape.join(', ')}): ${text}`)),
        ),
      ),
    ],
    failures,
    fits: shapes.length * new Set(data.labels).size,
  };
}

function failuresOf(shapes: readonly LatentShape[], reasons: readonly (string | null)[]): ShapeEvaluation['failures'] {
  return shapes.flatMap((shape, s) => {
    const reason = reasons[s];
    return reason === null ? [] : [{ shape, reason }];
  });
}

/**
 * Order in which shapes are fitted, so that each starts from a near neighbour: to and fro along the first axis while
 * the others stay.
 */
function walk(shapes: readonly LatentShape[]): number[] {
  const order = shapes.map((_, s) => s);
  const lanes = new Map<string, number[]>();
  for (const s of order) {
    const lane = shapes[s].slice(1).join();
    const members = lanes.get(lane);
    if (members) members.push(s);
    else lanes.set(lane, [s]);
  }
  const sorted = [...lanes.values()].sort((a, b) => {
    const [left, right] = [shapes[a[0]], shapes[b[0]]];
    for (let axis = left.length - 1; axis > 0; axis--) {
      if (left[axis] !== right[axis]) return left[axis] - right[axis];
    }
    return 0;
  });
  return sorted.flatMap((lane, i) => {
    const direction = i % 2 === 0 ? 1 : -1;
    return lane.sort((a, b) => direction * (shapes[a][0] - shapes[b][0]));
  });
}

function countWrong(nearest: Uint32Array, { labels, train, test, gallery = train }: SweepInput): number[] {
  const wrong: number[] = [];
  for (let from = 0; from < nearest.length; from += test.length) {
    let count = 0;
    for (let t = 0; t < test.length; t++) {
      if (labels[gallery[nearest[from + t]]] !== labels[test[t]]) count++;
    }
    wrong.push(count);
  }
  return wrong;
}
