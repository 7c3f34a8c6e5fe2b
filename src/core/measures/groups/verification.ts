import { lacking, SCORES, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { rocMeasures } from '../rocMeasures.ts';

const IDS = ['verification-auc', 'verification-eer'] as const;

/** Every candidate with every probe: genuine where the subjects are one, else an impostor. */
export const verification = {
  kind: 'verification',
  title: 'Verification: ROC, AUC, equal error rate',
  asked: 'by name',
  needs: 'scores',
  measures: [
    {
      id: IDS[0],
      title: 'Verification AUC',
      unit: '',
      better: 'higher',
      digits: 3,
      meaning: `Area under the ROC curve of genuine against impostor pairs: the probability that a genuine pair has the better of the ${SCORES}.`,
    },
    {
      id: IDS[1],
      title: 'Verification EER',
      unit: '%',
      better: 'lower',
      digits: 1,
      meaning: 'Rate at which genuine pairs are rejected as often as impostor pairs are accepted.',
    },
  ],
  measure({ scores: given, truth }) {
    const scores = given();
    if (!scores) return lacking(IDS, 'roc');
    // Genuine scores fill up from the front, impostors from the back.
    const pairs = new Float64Array(truth.length * scores.subjects.length);
    let [front, back] = [0, pairs.length];
    truth.forEach((subject, probe) => {
      const values = scores.of(probe);
      for (let c = 0; c < values.length; c++) pairs[scores.subjects[c] === subject ? front++ : --back] = values[c];
    });
    return rocMeasures(pairs.subarray(0, front), pairs.subarray(back), IDS, 'roc');
  },
} as const satisfies MeasureGroupDeclaration;
