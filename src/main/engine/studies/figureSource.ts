import type { RefittedCells } from '../../../core/figures/fitted.ts';
import type { FigureSource } from '../../../core/figures/source.ts';
import { splitOf, testToTrain } from '../../../core/study/splits/splits.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { thumbnails } from '../datasets/thumbnails.ts';
import { misclassifiedImages } from './cells/answersOf.ts';
import { characteristics } from './cells/characteristics.ts';
import { comparePair } from './pairs/comparePair.ts';
import { confusionCounts } from './cells/confusionOf.ts';
import { methodTimes } from './cells/methodTimes.ts';
import { rankStudies } from './rankStudies.ts';
import { studyResults } from './studyResults.ts';

/** What figures read of stored studies; `fitted`: the answers of cells that were fitted again, of kinds that ask. */
export function figureSource(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  fitted: RefittedCells = () => ({ refused: 'This figure fits no cell again.' }),
): FigureSource {
  const [study] = studies;
  const facts = () => workspace.datasets.facts(study.datasetId)!;
  return {
    studies,
    results: (measure) => studyResults(workspace, study, { ...defaultTableOptions, measure, selection: 'both' }),
    characteristics: (...asked) => characteristics(workspace, study, ...asked),
    times: (...asked) => methodTimes(workspace, study, ...asked),
    compare: (pair) => comparePair(workspace, study, pair),
    confusion: (...asked) => confusionCounts(workspace, study, ...asked),
    testToTrain: (condition, repeats) => testToTrain(study.spec, facts(), condition, repeats),
    facts,
    split: (condition, repeat) => splitOf(study.spec, facts(), condition, repeat),
    fitted,
    answers: (...asked) => misclassifiedImages(workspace, study, ...asked),
    faces: (images, maxSide) => thumbnails(workspace.datasets, study.datasetId, images, maxSide),
    ranks: (options) => rankStudies(workspace, studies, options),
  };
}
