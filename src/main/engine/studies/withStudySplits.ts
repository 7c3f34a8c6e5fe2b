import type { DatasetFacts } from '../../../core/dataset.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { studySplits } from '../../../core/study/spec/studySplits.ts';
import { didYouMean } from '../../../core/text/nameLookup.ts';
import { available } from '../../../core/text/phrases.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';

/**
 * The spec with the splits of the study that its protocol names, if it names one whose splits it does not list;
 * `facts`: its dataset. Throws INVALID if there is no such study, or its splits do not suit the dataset.
 */
export function withStudySplits(
  { studies, datasets }: Pick<Workspace, 'studies' | 'datasets'>,
  spec: StudySpec,
  facts: DatasetFacts,
): StudySpec {
  const { protocol } = spec;
  if (protocol.kind !== 'of-study' || protocol.conditions) return spec;
  const study = studies.findByName(protocol.study);
  if (!study) {
    const names = studies.list().map(({ name }) => name);
    const otherwise = available(names, 'the workspace has none', 'the studies are');
    const message = `protocol.study: there is no study "${protocol.study}"${didYouMean(protocol.study, names, otherwise)}`;
    throw invalid([{ path: 'protocol.study', message }]);
  }
  const splits = studySplits(protocol, { spec: study.spec, facts: datasets.factsOf(study.datasetId) }, facts);
  if ('problems' in splits) throw invalid(splits.problems);
  return { ...spec, protocol: splits.protocol };
}
