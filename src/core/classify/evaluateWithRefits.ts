/** Evaluates all latent shapes with one fit per shape. */
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import type { MatrixStack } from '../linalg/matrix.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import { shapeText } from '../methods/latent/latentShape.ts';
import {
  FitError,
  type Fit,
  type FitSession,
  type LatentShape,
  type Method,
  type SweepInput,
} from '../methods/method.ts';
import type { FitDecider } from './classifiers/classifier.ts';
import { nearestAtShapes } from './distanceRule.ts';
import { lazy } from './lazy.ts';
import { decisionRuleOf } from './decisionRule.ts';
import { decide, scoresOfRule, type Scores } from './scores.ts';
import {
  countWrong,
  failuresOf,
  galleryLabels,
  trainingOf,
  type ShapeEvaluation,
  type ShapeObserver,
} from './shapeEvaluation.ts';
import { stopwatch } from './stopwatch.ts';
import { sum } from '../stats/describe.ts';

/** Codes of both sets from one fit. */
export interface Codes {
  readonly gallery: MatrixStack;
  readonly probes: MatrixStack;
  /** Even share of the time spent on encoding the group. */
  readonly seconds: number;
}

/** Maximum bytes of codes encoded ahead: 81 shapes of ORL, 12 MiB, are split into three groups. */
const MOST_BYTES = 2 ** 22;

/**
 * Encodes groups of consecutive fits together and returns the codes of each fit on demand. Returns null for groups of
 * one, where codes are large, and if the session encodes one fit at a time; `FitSession.encode` handles these.
 */
export function codesTogether(
  session: FitSession,
  fits: readonly (Fit | Error)[],
  { gallery, probes }: Readonly<Record<'gallery' | 'probes', ImageSet>>,
  stopwatch: () => () => number,
): (fit: Fit) => Codes | null {
  const { encodeAll } = session;
  if (!encodeAll) return () => null;
  const groupOf = new Map<Fit, Fit[]>();
  let group: Fit[] = [];
  let room = 0;
  for (const fit of fits) {
    if (fit instanceof Error) continue;
    const bytes = 8 * fit.latent.reduce((a, b) => a * b, 1) * (gallery.count + probes.count);
    if (bytes > room) [group, room] = [[], MOST_BYTES];
    room -= bytes;
    group.push(fit);
    groupOf.set(fit, group);
  }
  let ready = new Map<Fit, Codes>();
  return (fit) => {
    const members = groupOf.get(fit)!;
    if (members.length === 1) return null;
    if (!ready.has(fit)) {
      const seconds = stopwatch();
      const [left, right] = [encodeAll(members, gallery), encodeAll(members, probes)];
      const share = seconds() / members.length;
      ready = new Map(members.map((member, i) => [member, { gallery: left[i], probes: right[i], seconds: share }]));
    }
    const codes = ready.get(fit)!;
    ready.delete(fit);
    return codes;
  };
}

interface Evaluated {
  readonly fit: Pick<Fit, 'latent' | 'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'amounts'>;
  readonly nearest: Uint32Array;
}

function codeShape({ rows, cols }: MatrixStack): readonly [number, number] {
  return [rows, cols];
}

export function evaluateEach(
  method: Method,
  input: SweepInput,
  decider: FitDecider,
  observe: ShapeObserver | undefined,
): ShapeEvaluation {
  const { images, test, shapes, settings, context } = input;
  const data = trainingOf(input);
  const gallery = input.gallery ? selectImages(images, input.gallery) : data.images;
  const subjects = galleryLabels(input);
  const probes = selectImages(images, test);
  const ownRule = decisionRuleOf(method, settings, { gallery: !!input.gallery, pairs: !!input.undecided });
  const comparedWith = input.gallery ? { images: gallery, labels: null } : data;
  const session: FitSession = method.open?.(data, settings, { ...context, once: input.once }) ?? {
    fit: (latent: LatentShape, warm?: Fit) => method.fit(data, latent, settings, { ...context, warm }),
    release: () => undefined,
  };
  const nearestOf = (galleryCodes: () => MatrixStack, probeCodes: () => MatrixStack): Uint32Array | null => {
    const rule = decider.rule(galleryCodes, subjects);
    return rule && nearestAtShapes(rule, probeCodes(), [codeShape(probeCodes())]);
  };
  const scored = (fit: Fit, galleryCodes: () => MatrixStack, probeCodes: () => MatrixStack): Scores => {
    const training = (): MatrixStack => (input.gallery ? method.encode(fit, data.images) : galleryCodes());
    const { labels } = data;
    const world = input.undecided ? () => ({ codes: training(), labels }) : null;
    const codes = { galleryCodes, probeCodes, training, labels, world };
    return decider.scores({ method, fit, gallery, probes, subjects, ...codes });
  };
  let together: FitsTogether = null;
  const done: (Evaluated | undefined)[] = Array.from(shapes, () => undefined);
  const reasons: (string | null)[] = Array.from(shapes, () => null);
  try {
    const encode = session.encode ?? method.encode;
    const order = walk(shapes);
    together = session.fitAll?.(order.map((s) => shapes[s])) ?? null;
    for (const { s, take } of fitsOf(session, together, order, input, { gallery, probes })) {
      context.checkCancelled();
      try {
        const { fit, fitSeconds, coded } = take();
        const seconds = stopwatch(input);
        const ruleScores = ownRule?.score ? scoresOfRule(ownRule.score(fit, comparedWith, probes), subjects) : null;
        const predicted = ruleScores ? null : (ownRule?.classify(fit, data, probes) ?? null);
        const codes = lazy(() => coded?.probes ?? encode(fit, probes));
        const galleryCodes = lazy(() => coded?.gallery ?? encode(fit, gallery));
        const scores = lazy((): Scores => ruleScores ?? scored(fit, galleryCodes, codes));
        const nearest = input.undecided
          ? new Uint32Array(0)
          : predicted
            ? Uint32Array.from(predicted, (label) => data.labels.indexOf(label))
            : ((ruleScores ? null : nearestOf(galleryCodes, codes)) ?? decide(scores()));
        observe?.({
          shape: fit.latent,
          scores: predicted ? () => null : scores,
          model: () => ({ fit, codes: codes() }),
          fitSeconds,
          testSeconds: seconds() + (coded?.seconds ?? 0),
        });
        done[s] = { fit, nearest };
      } catch (error) {
        const reason = fitFailure(error);
        if (reason === null) throw error;
        reasons[s] = reason;
      }
    }
  } finally {
    session.release();
  }
  const kept = shapes.map((_, s) => s).filter((s) => done[s] !== undefined);
  const nearest = new Uint32Array(input.undecided ? 0 : kept.length * test.length);
  if (!input.undecided) kept.forEach((s, position) => nearest.set(done[s]!.nearest, position * test.length));
  const fits = kept.map((s) => done[s]!.fit);
  return {
    shapes: fits.map((fit) => fit.latent),
    nearest,
    wrong: countWrong(nearest, input),
    iterations: fits.map((fit) => fit.iterations),
    converged: fits.map((fit) => fit.converged),
    logLikelihood: fits.map((fit) => fit.logLikelihood),
    warnings: fits.flatMap((fit) => fit.warnings.map((text) => `${shapeText(fit.latent)}: ${text}`)),
    ...(fits[0]?.amounts && { amounts: fits[0].amounts }),
    failures: failuresOf(shapes, reasons),
    fits: shapes.length,
    ...(together && { sums: 'moments' as const }),
  };
}

type FitsTogether = ReturnType<NonNullable<FitSession['fitAll']>>;

/** A shape of the input with its fit, the wall time, and codes encoded ahead. `take` throws if the fit failed. */
interface ShapeFit {
  readonly s: number;
  readonly take: () => { readonly fit: Fit; readonly fitSeconds: number; readonly coded: Codes | null };
}

/**
 * Fits one shape after another, each starting from its neighbour, or all of them in lockstep if the session supports
 * it. The time of a lockstep fit is shared out by iterations.
 */
function* fitsOf(
  session: FitSession,
  together: FitsTogether,
  order: readonly number[],
  input: SweepInput,
  sets: Parameters<typeof codesTogether>[2],
): Generator<ShapeFit> {
  if (!together) {
    let warm: Fit | undefined;
    for (const s of order) {
      const take = () => {
        const elapsed = stopwatch(input);
        const fit = fitOf(session, input, s, warm);
        warm = fit;
        return { fit, fitSeconds: elapsed(), coded: null };
      };
      yield { s, take };
    }
    return;
  }
  let place = 0;
  let seconds = stopwatch(input);
  for (const block of together) {
    const each = seconds() / Math.max(1, sum(block.map((fit) => (fit instanceof Error ? 0 : fit.iterations))));
    const codesOf = codesTogether(session, block, sets, () => stopwatch(input));
    for (const fit of block) {
      const take = () => {
        if (fit instanceof Error) throw fit;
        return { fit, fitSeconds: each * fit.iterations, coded: codesOf(fit) };
      };
      yield { s: order[place++], take };
    }
    seconds = stopwatch(input);
  }
}

/** The fit at a shape. If all axes are requested and the data have fewer, fits as many as there are. */
function fitOf(session: FitSession, { shapes, full }: SweepInput, s: number, warm: Fit | undefined): Fit {
  try {
    return session.fit(shapes[s], warm);
  } catch (error) {
    if (!full || !(error instanceof FitError) || !error.largest?.every((q) => q > 0)) throw error;
    return session.fit(error.largest, warm);
  }
}

/**
 * Order in which shapes are fitted: back and forth along the first axis while the others stay fixed, because each fit
 * starts from the previous one.
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
