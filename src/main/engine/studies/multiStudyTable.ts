import { filesOf, imagesOf, sharedFileSentences, type DatasetSources } from '../../../core/images/sharedFiles.ts';
import { conditionsOf } from '../../../core/study/spec/conditions.ts';
import { type RankOptions, rankReport, type RankReport } from '../../../core/study/comparison/ranks.ts';
import { splitsKey, testToTrain } from '../../../core/study/plan/splits.ts';
import { identitiesOf } from '../../../core/dataset.ts';
import { sharedSplitSentences, type StudyForm } from '../../../core/study/table/sharedSplits.ts';
import { joinedKey, joinProblems, joinTables } from '../../../core/study/table/joinTables.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { type TableOptions, defaultTableOptions, shownMeasure } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';
import { remarkedResults } from './studyResults.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { requireMargin } from './margins.ts';

/**
 * Joins the tables of studies under the same options. `made`: their datasets, read once for several tables. Throws
 * INVALID if the tables are incompatible.
 */
export function joinedTable(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  options: TableOptions,
  made: readonly DatasetSources[],
): StudyTable {
  const specs = studies.map(({ spec }) => spec);
  const measureOptions = { ...options, measure: shownMeasure(specs, options) };
  const tables = studies.map((study) => remarkedResults(workspace, study, measureOptions).table);
  const problems = joinProblems(tables);
  if (problems.length > 0) throw invalid(problems);
  return joinTables(tables, imagesOf(made), [
    ...sharedFileSentences(made),
    ...sharedSplitSentences(studies.map((study) => formOf(workspace, study))),
  ]);
}

/** The dataset of a study with what its splits are, for `sharedSplitSentences`. */
function formOf({ datasets }: Workspace, { spec, datasetId, datasetHash }: StoredStudy): StudyForm {
  const facts = datasets.factsOf(datasetId);
  return {
    dataset: spec.dataset,
    hash: datasetHash,
    identities: identitiesOf(facts).key,
    conditions: conditionsOf(spec.protocol).map(({ key }) => key),
    splitsOf: (condition) => splitsKey(spec, facts, condition),
  };
}

/** Provenance of the datasets of several studies; empty for a single study. */
export function datasetSources({ datasets }: Workspace, studies: readonly StoredStudy[]): DatasetSources[] {
  return studies.map(({ datasetId, datasetHash: hash, spec }) => {
    return { name: spec.dataset, hash, files: filesOf(studies.length > 1 ? datasets.making(datasetId) : []) };
  });
}

/** How the conditions' repeats share images: n_test/n_train, and which conditions have the same splits. */
export function joinedSplits(
  { datasets }: Workspace,
  studies: readonly StoredStudy[],
): Required<Pick<RankOptions, 'testToTrain' | 'splitsOf'>> {
  const places = new Map(
    studies.flatMap((study) =>
      conditionsOf(study.spec.protocol, study.spec.perturbations).map(({ key }) => {
        return [studies.length === 1 ? key : joinedKey(study.name, key), { study, key }] as const;
      }),
    ),
  );
  return {
    testToTrain(condition, repeats) {
      const { study, key } = places.get(condition)!;
      return testToTrain(study.spec, datasets.factsOf(study.datasetId), key, repeats);
    },
    splitsOf(condition) {
      const { study, key } = places.get(condition)!;
      return splitsKey(study.spec, datasets.factsOf(study.datasetId), key);
    },
  };
}

/** Ranks the methods of one or several studies by a measure. */
export function rankStudies(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  {
    measure,
    rope,
    ...options
  }: Omit<RankOptions, 'seed' | 'testToTrain' | 'splitsOf' | 'rope'> & {
    /** Absent: the leading measure of the studies. */
    readonly measure?: MeasureId | undefined;
    /** Absent: no test of practical equality; 'default': the margin of the measure. */
    readonly rope?: number | 'default';
  },
): RankReport {
  const made = datasetSources(workspace, studies);
  const table = joinedTable(
    workspace,
    studies,
    { ...defaultTableOptions, measure, selection: options.selection },
    made,
  );
  const report = rankReport(table, {
    ...options,
    rope: rope === undefined ? undefined : requireMargin(table.measure, rope === 'default' ? undefined : rope),
    seed: studies[0].spec.seed,
    ...joinedSplits(workspace, studies),
  });
  return { ...report, remarks: [...report.remarks, ...sharedFileSentences(made)] };
}
