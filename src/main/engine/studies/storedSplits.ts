import type { StudySplit } from '../../../core/contract/studyResults.ts';
import { evaluatedImages } from '../../../core/protocols/pairs/pairs.ts';
import type { NamedSplit } from '../../../core/report/splits.ts';
import { conditionsOf, repeatCount, splitCount } from '../../../core/study/spec/conditions.ts';
import { splitHash, splitOf } from '../../../core/study/plan/splits.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';

type Datasets = Pick<Workspace, 'datasets'>;

/** One split of a study; null if the study does not have the condition or repeat. */
export function storedSplit(
  { datasets }: Datasets,
  study: StoredStudy,
  condition: string,
  repeat: number,
): StudySplit | null {
  const facts = datasets.factsOf(study.datasetId);
  const hasCondition = conditionsOf(study.spec.protocol, study.spec.perturbations).some(({ key }) => key === condition);
  const repeats = repeatCount(study.spec, facts);
  if (!hasCondition || repeat > repeats) return null;
  const split = splitOf(study.spec, facts, condition, repeat);
  return {
    datasetId: study.datasetId,
    repeats,
    train: [...split.train],
    // In verification, the evaluation pairs: the model may have seen the images of development pairs.
    test: [...evaluatedImages(split)],
    gallery: split.gallery && (!split.pairs || split.pairs.templates) ? [...split.gallery] : null,
    hash: splitHash(split),
  };
}

/**
 * All splits of a study by condition and repeat. Perturbed conditions share the splits of the others; further draws of
 * predefined splits share those of the first.
 */
export function allSplits({ datasets }: Datasets, { spec, datasetId }: StoredStudy): NamedSplit[] {
  const facts = datasets.factsOf(datasetId);
  return conditionsOf(spec.protocol).flatMap(({ key }) =>
    Array.from({ length: splitCount(spec, facts) }, (_, i) => ({
      condition: key,
      repeat: i + 1,
      split: splitOf(spec, facts, key, i + 1),
    })),
  );
}
