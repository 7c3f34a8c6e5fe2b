import {
  unavailableMeasures,
  PERCENT,
  PURE,
  SCORES,
  type MeasureGroupDeclaration,
  comparisonsOf,
} from '../measureGroup.ts';
import { rocMeasures } from '../roc.ts';

const IDS = ['verification-auc', 'verification-eer'] as const;

/** The pairs of verification; in other protocols every candidate with every probe, genuine if of one subject. */
export const verification = {
  kind: 'verification',
  title: 'Verification: ROC, AUC, equal error rate',
  requested: 'by name',
  needs: 'scores',
  measures: [
    {
      id: IDS[0],
      title: 'Verification AUC',
      prose: 'the area under the ROC curve (AUC) of genuine against impostor comparisons',
      ...PURE,
      better: 'higher',
      subjects: 'middle',
      digits: 3,
      meaning: `Area under the ROC curve of genuine against impostor pairs: the probability that a genuine pair has the better of the ${SCORES}.`,
    },
    {
      id: IDS[1],
      title: 'Verification EER',
      prose: 'the equal error rate (EER)',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning: 'Error rate at the threshold where false acceptances and false rejections are equally frequent.',
    },
  ],
  measure(evaluated) {
    const samples = comparisonsOf(evaluated);
    return samples ? rocMeasures(samples.genuine, samples.impostors, IDS, 'roc') : unavailableMeasures(IDS, 'roc');
  },
} as const satisfies MeasureGroupDeclaration;
