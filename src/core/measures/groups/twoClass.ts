import { margin } from '../../classify/scores.ts';
import { unavailableMeasures, PERCENT, PURE, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { rocMeasures } from '../roc.ts';

const IDS = ['two-class-auc', 'two-class-eer'] as const;

/** Scores by how much better the second of the two subjects, by number, fits than the first. */
export const twoClass = {
  kind: 'two-class',
  title: 'Two subjects: ROC, AUC, equal error rate',
  requested: 'by name',
  needs: 'scores',
  of: 'recognition',
  twoSubjects: true,
  measures: [
    {
      id: IDS[0],
      title: 'Two-class AUC',
      prose: 'the area under the ROC curve (AUC) of the two classes',
      ...PURE,
      better: 'higher',
      digits: 3,
      meaning: 'Area under the ROC curve of the second of two classes against the first.',
    },
    {
      id: IDS[1],
      title: 'Two-class EER',
      prose: 'the equal error rate (EER) of the two classes',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: 'Rate at which images of the two classes are misclassified as the other equally often.',
    },
  ],
  measure({ scores: given, truth }) {
    const scores = given();
    if (!scores) return unavailableMeasures(IDS, 'two-class-roc');
    const [first, second] = [...new Set([...Array.from(scores.subjects), ...truth])].sort((a, b) => a - b);
    const margins = Float64Array.from(truth, (_, probe) => margin(scores, probe, [first, second]) ?? NaN);
    const marginsOf = (subject: number): Float64Array => margins.filter((_, probe) => truth[probe] === subject);
    return rocMeasures(marginsOf(second), marginsOf(first), IDS, 'two-class-roc');
  },
} as const satisfies MeasureGroupDeclaration;
