/** Converts an imported result to a cell result. */
import { selectLabels } from '../images/imageSet.ts';
import { decide, type Scores } from '../classify/scores.ts';
import { int32Bytes, sha256Hex } from '../hash.ts';
import type { CellMeasures } from '../measures/cellMeasures.ts';
import { pairMeter, type PairMeter } from '../measures/pairMeter.ts';
import { scoreMeasures, viewOfScores } from '../measures/scoreMeasures.ts';
import { InvalidInputError } from '../methods/problems.ts';
import { IMPORTED, importedKinds } from '../methods/importedMethod.ts';
import type { Split, SplitPairs } from '../protocols/split.ts';
import type { CellResult } from '../study/cells/cellResult.ts';
import { abbreviatedList } from './problemCollector.ts';
import { galleryOf, splitName, type ImportTarget, type ImportedSplit } from './importTarget.ts';
import { firstPositions } from './scoreMatrix.ts';

/**
 * The cell result of one split. Its only shape is (), which counts as validated because the dimension was chosen
 * elsewhere. Predicted subjects are represented by their first gallery image. Throws InvalidInputError for predictions
 * of subjects that the gallery lacks.
 */
export function importedCell({ condition, repeat, answer }: ImportedSplit, study: ImportTarget): CellResult {
  const split = study.splitOf(condition, repeat);
  const { labels } = study.facts;
  const gallery = galleryOf(split);
  if (split.pairs) return decidedPairs({ condition, repeat, answer }, split, split.pairs, study);
  if (answer.kind === 'errors') {
    return { ...common(split), wrong: [answer.wrong], nearest: new Uint16Array(0), ...hashed([answer.wrong]) };
  }
  const nearest =
    answer.kind === 'scores' ? decide(answer.scores) : standIns(answer.predicted, split, condition, repeat, study);
  const predicted = Int32Array.from(nearest, (place) => labels[gallery[place]]);
  const wrong = predicted.reduce((sum, subject, t) => sum + (subject === labels[split.test[t]] ? 0 : 1), 0);
  const measures = answer.kind === 'scores' ? measured(answer.scores, split, study) : undefined;
  return { ...common(split), wrong: [wrong], nearest, ...(measures && { measures }), ...hashed(predicted) };
}

/** Decisions by the same thresholds as for methods computed here. */
function decidedPairs(
  { condition, repeat, answer }: ImportedSplit,
  split: Split,
  pairs: SplitPairs,
  study: ImportTarget,
): CellResult {
  const refuse = (actual: string): InvalidInputError => {
    const message = `${splitName(condition, repeat)}: the study compares pairs; expected a score per pair, found ${actual}.`;
    return new InvalidInputError([{ path: 'file', message }]);
  };
  if (answer.kind !== 'scores') throw refuse(importedKinds[answer.kind]);
  const gallery = selectLabels(study.facts.labels, galleryOf(split));
  if (!pairs.templates && answer.scores.subjects.length !== gallery.length) throw refuse('scores of subjects');
  const meter = pairMeter(pairs, gallery);
  meter.observe(viewOfScores(answer.scores));
  const measures = measured(answer.scores, split, study, meter);
  return { ...common(split), ...meter.results([[]]), ...(measures && { measures }) };
}

function common({ test }: Split) {
  return {
    shapes: [[]],
    testCount: test.length,
    // Imported results have no information about a fit.
    iterations: [],
    converged: [],
    logLikelihood: [null],
    warnings: [],
    failures: [],
    fits: 0,
    selected: 0,
    kernel: IMPORTED,
    seconds: 0,
  } as const;
}

function hashed(values: ArrayLike<number>): Pick<CellResult, 'predictionHash'> {
  return { predictionHash: sha256Hex(int32Bytes(values)) };
}

function standIns(
  predicted: Int32Array,
  split: Split,
  condition: string,
  repeat: number,
  { facts }: ImportTarget,
): Uint32Array {
  const first = firstPositions(galleryOf(split), facts.labels);
  const absent = [...new Set(predicted)].filter((subject) => !first.has(subject));
  if (absent.length > 0) {
    const names = abbreviatedList(absent.map((subject) => `"${facts.subjects[subject]}"`));
    const message = `${splitName(condition, repeat)} predicts subjects without an image in its gallery: ${names}.`;
    throw new InvalidInputError([{ path: 'file', message }]);
  }
  return Uint32Array.from(predicted, (subject) => first.get(subject)!);
}

function measured(
  scores: Scores,
  { test }: Split,
  { measures, facts }: ImportTarget,
  pairs: PairMeter | null = null,
): CellMeasures | undefined {
  if (!measures) return undefined;
  return scoreMeasures(scores, selectLabels(facts.labels, test), measures, pairs);
}
