/** Measures one cell while it is evaluated. */
import { once } from '../classify/once.ts';
import { margin, rankOf, type Scores } from '../classify/scores.ts';
import type { ShapeObserver, ShapeView } from '../classify/shapeEvaluation.ts';
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import type { Region } from '../images/maskRegions.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import type { LatentShape, Method, SweepInput } from '../methods/method.ts';
import { mean } from '../stats/describe.ts';
import { shapeKey } from '../methods/latentShape.ts';
import type { CellMeasures, CurveCounts, CurveId } from './cellMeasures.ts';
import { IDENTIFICATION_RANKS, type MeasureId, type MeasureRequest } from './measures.ts';
import { rootMeanSquare } from './reconstruction.ts';
import { rocOf } from './roc.ts';

/** Ranks of a cumulative match curve. */
const MAX_RANK = 50;

export interface CellMeter {
  readonly observe: ShapeObserver;
  /** What was measured at these shapes. */
  readonly measures: (shapes: readonly LatentShape[]) => CellMeasures;
}

type Values = Partial<Record<MeasureId, number | null>>;
interface Curve {
  readonly of: number;
  readonly counts: readonly number[];
}
interface Measured {
  readonly values: Values;
  readonly curves: Partial<Record<CurveId, Curve | null>>;
}

/** What there is at one shape; each is computed when it is first asked for, and null where it cannot be had. */
interface Look {
  readonly view: ShapeView;
  readonly scores: () => Scores | null;
  readonly rebuilt: () => ImageSet | null;
  readonly densities: () => Float64Array | null;
}

/** A meter for what a study asks of a method on one split. */
export function cellMeter(
  method: Method,
  { images, labels, test }: Pick<SweepInput, 'images' | 'labels' | 'test'>,
  requests: readonly MeasureRequest[],
): CellMeter {
  const probes = selectImages(images, test);
  const truth = Int32Array.from(test, (image) => labels[image]);
  const found = new Map<string, Measured>();

  const lookAt = (view: ShapeView): Look => {
    const model = once(() => orNull(view.model));
    return {
      view,
      scores: once(view.scores),
      rebuilt: once(() => orNull(() => (model() && method.reconstruct?.(model()!.fit, model()!.codes)) ?? null)),
      densities: once(() => orNull(() => (model() && method.logLikelihood?.(model()!.fit, probes)) ?? null)),
    };
  };

  const measure = (request: MeasureRequest, { view, scores, rebuilt, densities }: Look): Measured => {
    const difference = (region?: Region): number | null => {
      const others = rebuilt();
      return others && rootMeanSquare(probes, others, region);
    };
    switch (request) {
      case 'identification':
        return identification(scores(), truth);
      case 'verification':
        return verification(scores(), truth);
      case 'two-class':
        return twoClass(scores(), truth);
      case 'reconstruction':
        return valuesOnly({ rmse: difference() });
      case 'likelihood': {
        const values = densities();
        return valuesOnly({ 'log-likelihood': values && finite(mean(values)) });
      }
      case 'time':
        return valuesOnly({ 'fit-seconds': view.fitSeconds, 'test-seconds': view.testSeconds });
      default:
        return valuesOnly({ 'rmse-region': difference(request.region) });
    }
  };

  return {
    observe(view) {
      const look = lookAt(view);
      const parts = requests.map((request) => measure(request, look));
      found.set(shapeKey(view.shape), {
        values: Object.assign({}, ...parts.map(({ values }) => values)),
        curves: Object.assign({}, ...parts.map(({ curves }) => curves)),
      });
    },
    measures(shapes) {
      const measured = shapes.map((shape) => found.get(shapeKey(shape)) ?? valuesOnly({}));
      const ids = [...new Set(measured.flatMap(({ values }) => Object.keys(values) as MeasureId[]))];
      const curves = [...new Set(measured.flatMap((part) => Object.keys(part.curves) as CurveId[]))];
      return {
        values: Object.fromEntries(ids.map((id) => [id, measured.map(({ values }) => values[id] ?? null)])),
        curves: Object.fromEntries(curves.map((id) => [id, joined(measured.map((part) => part.curves[id] ?? null))])),
      };
    },
  };
}

function valuesOnly(values: Values): Measured {
  return { values, curves: {} };
}

function identification(scores: Scores | null, truth: Int32Array): Measured {
  const ids = IDENTIFICATION_RANKS.map((rank) => `rank-${rank}` as const);
  if (!scores) return lacking(ids, 'cmc');
  const subjects = new Set(Array.from(scores.subjects)).size;
  const hits = new Array<number>(subjects + 1).fill(0);
  truth.forEach((subject, probe) => {
    const rank = rankOf(scores, probe, subject);
    if (rank !== null) hits[rank]++;
  });
  const within: number[] = [];
  for (let rank = 1, sum = 0; rank <= subjects; rank++) within.push((sum += hits[rank]));
  return {
    values: Object.fromEntries(
      IDENTIFICATION_RANKS.map((rank) => [`rank-${rank}`, (100 * within[Math.min(rank, subjects) - 1]) / truth.length]),
    ),
    curves: { cmc: { of: truth.length, counts: within.slice(0, MAX_RANK) } },
  };
}

/** Every candidate with every probe: genuine where the subjects are one, else an impostor. */
function verification(scores: Scores | null, truth: Int32Array): Measured {
  if (!scores) return lacking(['verification-auc', 'verification-eer'], 'roc');
  // Genuine scores fill up from the front, impostors from the back.
  const pairs = new Float64Array(truth.length * scores.subjects.length);
  let [front, back] = [0, pairs.length];
  truth.forEach((subject, probe) => {
    const values = scores.of(probe);
    for (let c = 0; c < values.length; c++) pairs[scores.subjects[c] === subject ? front++ : --back] = values[c];
  });
  return ofRoc(pairs.subarray(0, front), pairs.subarray(back), 'verification', 'roc');
}

/** How much better the second of the two subjects, by number, fits than the first. */
function twoClass(scores: Scores | null, truth: Int32Array): Measured {
  if (!scores) return lacking(['two-class-auc', 'two-class-eer'], 'two-class-roc');
  const [first, second] = [...new Set([...Array.from(scores.subjects), ...truth])].sort((a, b) => a - b);
  const margins = Float64Array.from(truth, (_, probe) => margin(scores, probe, [first, second]) ?? NaN);
  return ofRoc(
    margins.filter((_, probe) => truth[probe] === second),
    margins.filter((_, probe) => truth[probe] === first),
    'two-class',
    'two-class-roc',
  );
}

function ofRoc(
  genuine: Float64Array,
  impostors: Float64Array,
  name: 'verification' | 'two-class',
  curve: CurveId,
): Measured {
  const roc = rocOf(genuine, impostors);
  if (!roc) return lacking([`${name}-auc`, `${name}-eer`], curve);
  return {
    values: { [`${name}-auc`]: roc.auc, [`${name}-eer`]: roc.eer },
    curves: { [curve]: { of: genuine.length, counts: roc.accepted } },
  };
}

function lacking(ids: readonly MeasureId[], curve: CurveId): Measured {
  return { values: Object.fromEntries(ids.map((id) => [id, null])), curves: { [curve]: null } };
}

/** One curve a shape; all are of the same number of test images or pairs. */
function joined(curves: readonly (Curve | null)[]): CurveCounts {
  const of = curves.find((curve) => curve !== null)?.of ?? 0;
  return { of, counts: curves.map((curve) => curve?.counts ?? null) };
}

/** A model that cannot be had leaves its shape without these measures; its errors stand. */
function orNull<T>(compute: () => T | null): T | null {
  try {
    return compute();
  } catch (error) {
    if (fitFailure(error) === null && !(error instanceof RangeError)) throw error;
    return null;
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
