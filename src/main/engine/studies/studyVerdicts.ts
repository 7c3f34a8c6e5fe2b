/** Verdicts on stored studies. */
import { lazy } from '../../../core/classify/lazy.ts';
import { codeSize } from '../../../core/methods/latent/latentShape.ts';
import { featureShape } from '../../../core/features/registry.ts';
import { trainedOn } from '../../../core/networks/provenance.ts';
import { planSize } from '../../../core/study/plan/plan.ts';
import { planStudy, type Study } from '../../../core/study/study.ts';
import { factsTestToTrain } from '../../../core/study/plan/splitFacts.ts';
import { joinedKey } from '../../../core/study/table/joinTables.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { defaultTableOptions, type TableOptions } from '../../../core/study/table/tableOptions.ts';
import {
  studyHeadline,
  studyVerdict,
  type StudyVerdict,
  type VerdictFacts,
} from '../../../core/study/verdict/verdict.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { keptSplitFacts } from '../datasets/splitFacts.ts';
import { storedDuplicates } from '../datasets/storedDuplicates.ts';
import { datasetSources, joinedTable } from './multiStudyTable.ts';
import { vectorRows } from './vectorRows.ts';

/** The verdict on a study, or on several whose tables are joined, under the options of their table. */
export function verdictOn(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  options: TableOptions,
  table: StudyTable = joinedTable(workspace, studies, options, datasetSources(workspace, studies)),
): StudyVerdict {
  const planned = studies.map(({ spec }) => planStudy(spec));
  const all = studies.map((study, s) => factsOn(workspace, study, planned[s], options));
  if (all.length === 1) return studyVerdict(planned[0], table, all[0]);
  const places = new Map(
    studies.flatMap((study, s) =>
      planned[s].conditions.map(({ key }) => {
        return [joinedKey(study.name, key), { facts: all[s], key }] as const;
      }),
    ),
  );
  return studyVerdict(planned[0], table, {
    ...all[0],
    testToTrain(condition, repeats) {
      const { facts, key } = places.get(condition)!;
      return facts.testToTrain(key, repeats);
    },
    trainedElsewhere: [...new Set(all.flatMap(({ trainedElsewhere = [] }) => trainedElsewhere))],
    copies: all.flatMap(({ copies }, s) => (copies ? { ...copies, dataset: studies[s].spec.dataset } : [])).at(0),
  });
}

/** The headline of the verdict on a study with the default options of tables. */
export function headlineOn(workspace: Workspace, study: StoredStudy, table: StudyTable): string {
  const planned = planStudy(study.spec);
  return studyHeadline(planned, table, factsOn(workspace, study, planned, defaultTableOptions));
}

function factsOn(workspace: Workspace, study: StoredStudy, planned: Study, { knownOnly }: TableOptions): VerdictFacts {
  const { spec, datasetId } = study;
  const facts = workspace.datasets.factsOf(datasetId);
  const groups = storedDuplicates(workspace, { hash: facts.hash, count: facts.labels.length });
  // Computed if a verdict needs them: splits are drawn for them, and pixels read.
  const splits = lazy(() => keptSplitFacts(spec, facts, groups));
  const sizes = lazy(() => planSize(planned, facts).methods);
  const copies = lazy((): VerdictFacts['copies'] => {
    const copied = splits()
      .flat()
      .some((split) => split.copied > 0);
    return copied ? { groups: groups.length, identical: areIdentical(workspace, study, groups) } : undefined;
  });
  const rows = new Map(planned.rows.map((row) => [row.label, row]));
  return {
    testToTrain: (condition, repeats) => factsTestToTrain(spec, splits(), condition, repeats, { knownOnly }),
    trainedElsewhere: vectorRows(workspace, study).flatMap(([label, origin]) =>
      trainedOn(origin) === null ? [] : [label],
    ),
    get copies() {
      return copies();
    },
    candidates(label) {
      const { shapes = 0, combinations = 0 } = sizes().find((row) => row.label === label) ?? {};
      return shapes * combinations;
    },
    codeSize(label, shape) {
      const row = rows.get(label);
      if (!row) return null;
      const [{ settings, features = spec.features }] = row.methods;
      return codeSize(row.method, shape, featureShape(features, facts), settings);
    },
  };
}

/** Whether the images of each group have the same pixels; groups also hold nearly identical images. */
function areIdentical(
  { datasets }: Pick<Workspace, 'datasets'>,
  { datasetId }: StoredStudy,
  groups: readonly (readonly number[])[],
): boolean {
  const { rows, cols } = datasets.factsOf(datasetId);
  const size = rows * cols;
  return groups.every((group) => {
    const pixels = new Float64Array(group.length * size);
    datasets.readPixels(datasetId, pixels, group);
    return pixels.every((value, i) => value === pixels[i % size]);
  });
}
