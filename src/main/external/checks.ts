/** The contract of external methods: one check per rule. */
import { selectImages, type ImageSet } from '../../core/images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../../core/linalg/matrix.ts';
import { FitError, type Fit } from '../../core/methods/method.ts';
import { requireEqual, requireFinite, RuleViolation, type Trial } from './trialFits.ts';

export interface Check {
  readonly title: string;
  /** Why the rule does not apply to this method, as a sentence; null if it applies. */
  readonly skip?: (trial: Trial) => string | null;
  /** Returns the observation. Throws RuleViolation if the rule is broken, FitError if the method fails. */
  readonly run: (trial: Trial) => string;
}

/** Two routes to the same codes may differ in the order of summation. */
const CLOSE = 1e-9;

const lacks = (what: string) => `The declaration does not name "${what}".`;

export const checks: readonly Check[] = [
  {
    title: 'Fits and encodes at small, middle and largest latent shapes',
    run(trial) {
      for (const shape of trial.shapes) trial.codes(trial.fit(shape), trial.probes);
      return `${trial.images.count} images of ${trial.images.rows} × ${trial.images.cols} at ${trial.shapes.map((shape) => `(${shape.join(', ')})`).join(', ')}.`;
    },
  },
  {
    title: 'Gives the same numbers for the same seed',
    skip: ({ declaration }) => (declaration.deterministic ? null : 'Declared as not deterministic.'),
    run(trial) {
      const codes = () => trial.codes(trial.fit(trial.middle), trial.probes);
      requireEqual(codes(), codes(), 0, 'two fits with one seed');
      return 'Two fits with one seed agree bit for bit.';
    },
  },
  {
    title: 'Encodes a batch as it encodes one image at a time',
    run(trial) {
      const fit = trial.fit(trial.middle);
      const together = trial.codes(fit, trial.probes);
      const single = Array.from({ length: trial.probes.count }, (_, n) =>
        trial.codes(fit, selectImages(trial.probes, [n])),
      );
      return requireEqual(together, joined(together, single), CLOSE, 'a batch and its images one by one');
    },
  },
  {
    title: 'Encodes an image alike whatever the order of the test images',
    run(trial) {
      const fit = trial.fit(trial.middle);
      const order = Array.from({ length: trial.probes.count }, (_, n) => trial.probes.count - 1 - n);
      const reversed = trial.codes(fit, selectImages(trial.probes, order));
      return requireEqual(trial.codes(fit, trial.probes), selectImages(reversed, order), CLOSE, 'both orders');
    },
  },
  {
    title: 'Keeps models apart',
    run(trial) {
      const first = trial.fit(trial.middle);
      const before = trial.codes(first, trial.probes);
      trial.fit(trial.shapes[0]);
      requireEqual(before, trial.codes(first, trial.probes), 0, 'codes of a model before and after another fit');
      return 'A further fit changes no codes of an earlier model.';
    },
  },
  {
    title: 'Stores its models',
    skip: (trial) => (trial.method.outside?.declaration.module ? 'Modules give models as plain data.' : null),
    run(trial) {
      const fit = trial.fit(trial.middle);
      if (Object.keys(fit.parameters).length === 0) {
        return 'Models stay in the program: studies work; "eigenbench fit" cannot write them to a file.';
      }
      const copy = { ...fit, parameters: { ...fit.parameters } };
      return requireEqual(
        trial.codes(fit, trial.probes),
        trial.codes(copy, trial.probes),
        1e-12,
        'a model and its stored copy',
      );
    },
  },
  {
    title: 'Objective goes one way',
    skip: ({ declaration }) => (declaration.objective ? null : lacks('objective')),
    run: (trial) => monotone(trial.fit(trial.middle)),
  },
  {
    title: 'Codes of a smaller shape lead those of a larger one',
    skip: ({ declaration }) => (declaration.nested ? null : 'Not declared as nested.'),
    run(trial) {
      const [small, large] = [trial.shapes[0], trial.middle].map((shape) =>
        trial.codes(trial.fit(shape), trial.probes),
      );
      return requireEqual(small, leading(large, small), CLOSE, 'a small fit and the leading part of a larger one');
    },
  },
  {
    title: 'Reconstructs images',
    skip: ({ declaration }) => (declaration.can.includes('reconstruct') ? null : lacks('reconstruct')),
    run(trial) {
      const fit = trial.fit(trial.middle);
      const { count, rows, cols } = requireFinite(trial.method.reconstruct!(fit, trial.codes(fit, trial.probes)));
      return `${count} images of ${rows} × ${cols}.`;
    },
  },
  {
    title: 'Has a log-likelihood for each image',
    skip: ({ declaration }) => (declaration.can.includes('logLikelihood') ? null : lacks('logLikelihood')),
    run(trial) {
      const fit = trial.fit(trial.middle);
      const asStack = (values: Float64Array): MatrixStack => matrixStack(values.length, 1, 1, values);
      const together = asStack(trial.method.logLikelihood!(fit, trial.probes));
      const one = (n: number) => asStack(trial.method.logLikelihood!(fit, selectImages(trial.probes, [n])));
      return requireEqual(
        together,
        joined(together, [one(0), one(1)], 2),
        CLOSE,
        'a batch and its images one by one',
        2,
      );
    },
  },
  {
    title: 'Classifies alike whatever the order of the test images',
    skip: ({ method }) => (method.ownRule ? null : lacks('classify or score')),
    run(trial) {
      const fit = trial.fit(trial.middle);
      const order = Array.from({ length: trial.probes.count }, (_, n) => trial.probes.count - 1 - n);
      const plain = trial.method.ownRule!.classify(fit, trial.training, trial.probes);
      const reversed = trial.method.ownRule!.classify(fit, trial.training, selectImages(trial.probes, order));
      const other = order.find((from, n) => plain[from] !== reversed[n]);
      if (other !== undefined)
        throw new RuleViolation(
          `image ${other + 1} is classified as ${plain[other]} and as another subject in another order`,
        );
      return `${plain.length} images.`;
    },
  },
  {
    title: 'Fits shapes together as one by one',
    skip: ({ declaration }) => (declaration.shapesTogether ? null : 'Not declared as fitting shapes together.'),
    run(trial) {
      const { together, single } = trial.bothWays();
      return requireEqual(together, single, CLOSE, 'fits together and one by one');
    },
  },
  {
    title: 'Takes missing pixels',
    skip: ({ declaration }) =>
      declaration.can.includes('missing') ? null : `${lacks('missing')} Images with missing pixels are not sent.`,
    run(trial) {
      const holed = (images: ImageSet, pixel: number): ImageSet => {
        const data = images.data.slice();
        data[pixel] = NaN;
        return { ...images, data };
      };
      const fit = trial.fitTo({ ...trial.training, images: holed(trial.images, 3) });
      const { count } = trial.codes(fit, holed(trial.probes, 5));
      return `A fit to images with a missing pixel has finite codes of ${count} images, one with a missing pixel.`;
    },
  },
  {
    title: 'Survives images that are all the same',
    run(trial) {
      const { count, rows, cols } = trial.images;
      const blank = {
        ...trial.training,
        images: matrixStack(count, rows, cols, new Float64Array(count * rows * cols).fill(7)),
      };
      const answer = refusal(() => trial.codes(trial.fitTo(blank), trial.probes));
      trial.codes(trial.fit(trial.middle), trial.probes);
      return answer === null ? 'It fits them.' : `It says: ${answer.split('\n')[0]}`;
    },
  },
];

/** Error message of a call; null if it succeeds. */
function refusal(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof FitError) return error.message;
    throw error;
  }
}

function monotone({ trace, objective }: Fit): string {
  if (trace.length < 2 || !objective) return 'The fit has no trace of two values or more.';
  const sign = objective.sense === 'maximise' ? 1 : -1;
  const size = Math.max(...trace.map(Math.abs), 1);
  const index = trace.findIndex((value, i) => i > 0 && sign * (value - trace[i - 1]) < -CLOSE * size);
  if (index > 0) {
    throw new RuleViolation(
      `iteration ${index + 1} moves it from ${trace[index - 1]} to ${trace[index]}, declared is "${objective.sense}"`,
    );
  }
  return `${trace.length} values.`;
}

/** Concatenates stacks; the first `count` matrices come from `parts`. */
function joined(like: MatrixStack, parts: readonly MatrixStack[], count = like.count): MatrixStack {
  const data = like.data.slice();
  const size = like.rows * like.cols;
  parts.slice(0, count).forEach((part, n) => data.set(part.data, n * size));
  return { ...like, data };
}

/** The leading blocks of codes, in the shape of smaller codes. */
function leading(large: MatrixStack, small: MatrixStack): MatrixStack {
  const { count, rows, cols } = small;
  const result = matrixStack(count, rows, cols);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        result.data[(n * rows + r) * cols + c] = large.data[(n * large.rows + r) * large.cols + c];
      }
    }
  }
  return result;
}
