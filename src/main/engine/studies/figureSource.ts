import type { FigureSource } from '../../../core/figures/source.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { characteristics } from './characteristics.ts';
import { comparePair } from './comparePair.ts';
import { confusionOf } from './confusionOf.ts';
import { methodTimes } from './methodTimes.ts';
import { rankStudies } from './rankStudies.ts';
import { studyResults } from './studyResults.ts';

/** What figures read of stored studies. */
export function figureSource(workspace: Workspace, studies: readonly StoredStudy[]): FigureSource {
  const [study] = studies;
  return {
    studies,
    results: (measure) => studyResults(workspace, study, { ...defaultTableOptions, measure, selection: 'both' }),
    characteristics: (...asked) => characteristics(workspace, study, ...asked),
    times: (...asked) => methodTimes(workspace, study, ...asked),
    compare: (pair) => comparePair(workspace, study, pair),
    confusion: (...asked) => confusionOf(workspace, study, ...asked),
    ranks: (options) => rankStudies(workspace, studies, options),
  };
}
