/** Intervals of the verification measures of one method in one condition. */
import { measureAt } from '../../../core/measures/cellMeasures.ts';
import type { MeasureInterval, MeasureIntervals } from '../../../core/measures/measureIntervals.ts';
import { measuresOf } from '../../../core/measures/measures.ts';
import { RATE_IDS, type RateId } from '../../../core/measures/weightedRates.ts';
import { shapeIndex } from '../../../core/methods/latent/latentShape.ts';
import { mean } from '../../../core/stats/describe.ts';
import { meanInterval } from '../../../core/stats/interval.ts';
import { isUnavailable } from '../../../core/stats/tests/testResult.ts';
import { testToTrain } from '../../../core/study/plan/splits.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict } from '../errors.ts';
import { pairSides, type PairQuery, type PairSide } from './pairSides.ts';
import { scoredPairs } from './scoredPairs.ts';
import { subjectIntervals, type IntervalLack, type SubjectIntervals } from '../../../core/measures/subjectIntervals.ts';
import { stream } from '../../../core/random/stream.ts';

/**
 * Intervals over subjects from the repeats of a side at the shapes in the table. Methods with the same repeats share
 * the same draws.
 */
export function entryIntervals(
  pairsOf: NonNullable<ReturnType<typeof scoredPairs>>,
  { repeats, cellAt }: Pick<PairSide, 'repeats' | 'cellAt'>,
): SubjectIntervals | IntervalLack {
  const splits = repeats.flatMap((repeat) => {
    const selected = cellAt(repeat);
    return (selected && pairsOf({ ...selected, repeat })) ?? [];
  });
  return subjectIntervals(splits, stream('intervals over subjects', splits.length));
}

/**
 * Intervals over repeats and over subjects at the shapes in the table. Throws INVALID for a label or condition that the
 * study does not have, CONFLICT if the study compares no pairs.
 */
export function studyIntervals(
  workspace: Workspace,
  study: StoredStudy,
  {
    label,
    condition,
    selection,
  }: Pick<PairQuery, 'selection'> & { readonly label: string; readonly condition: string },
): MeasureIntervals {
  const pairsOf = scoredPairs(workspace, study, condition);
  if (!pairsOf) throw conflict(`"${study.name}" compares no pairs: there are no intervals of verification.`);
  const query = { first: label, second: label, condition, selection, measure: 'error-rate' } as const;
  const [{ sides }] = pairSides(workspace, study, query);
  const [side] = sides;
  const measured = measuresOf(study.spec).filter(({ id }) => id === 'error-rate' || isRate(id));
  const done = workspace.cells.withStatus(study.id, 'done', condition);
  const results = workspace.cells.errors(study.id, { measures: true, condition });
  const finished = side.repeats.flatMap((repeat) => {
    const selected = side.cellAt(repeat);
    const cell = done.find((candidate) => candidate.label === selected?.label && candidate.repeat === repeat);
    const result = cell && results.get(cell.position);
    return selected && result ? [{ repeat, result, at: shapeIndex(result.shapes, selected.shape) }] : [];
  });
  const drawn = entryIntervals(pairsOf, side);
  const facts = workspace.datasets.factsOf(study.datasetId);
  return {
    lack: typeof drawn === 'string' ? drawn : null,
    subjectCount: typeof drawn === 'string' ? null : drawn.subjects,
    measures: measured.flatMap(({ id }): MeasureInterval[] => {
      const perRepeat = finished.flatMap(({ repeat, result, at }) => {
        const value = measureAt(id, result, at);
        return value === null ? [] : [{ repeat, value }];
      });
      if (perRepeat.length === 0) return [];
      const values = perRepeat.map(({ value }) => value);
      const ratio = testToTrain(
        study.spec,
        facts,
        condition,
        perRepeat.map(({ repeat }) => repeat),
      );
      const repeats = meanInterval(values, 0.95, ratio);
      const subjects = typeof drawn === 'string' || !isRate(id) ? null : drawn.values[id];
      return [{ measure: id, mean: mean(values), repeats: isUnavailable(repeats) ? null : repeats, subjects }];
    }),
  };
}

function isRate(id: string): id is RateId {
  return RATE_IDS.some((rate) => rate === id);
}
