import { PERCENT, valuesOnly, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { errorsAt, thresholdBy } from '../threshold.ts';

/** At the threshold of the equal error rate on the development pairs, which is how Bob reports systems. */
export const decisions = {
  kind: 'decisions',
  title: 'Verification: HTER at the development threshold',
  asked: 'by name',
  needs: 'scores',
  of: 'verification',
  measures: [
    {
      id: 'hter',
      title: 'Half total error rate',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning:
        'Mean of the rates of false acceptance and false rejection at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'false-acceptance',
      title: 'False acceptance rate',
      ...PERCENT,
      better: 'lower',
      // No interval over subjects: impostor pairs share the subjects of their probes too, which are not drawn; of 200
      // simulated studies 0.79 and 0.86 of the intervals covered.
      digits: 1,
      meaning:
        'Share of the impostor pairs accepted at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'false-rejection',
      title: 'False rejection rate',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning: 'Share of the genuine pairs rejected at the threshold of the equal error rate on the development pairs.',
    },
  ],
  measure({ pairs }) {
    const compared = pairs();
    if (!compared) return valuesOnly({ hter: null, 'false-acceptance': null, 'false-rejection': null });
    const { evaluation, development } = compared;
    const { misses, falseAlarms } = errorsAt(evaluation, thresholdBy('equal rates', development));
    const rejected = (100 * misses) / evaluation.genuine.length;
    const accepted = (100 * falseAlarms) / evaluation.impostors.length;
    return valuesOnly({ hter: (rejected + accepted) / 2, 'false-acceptance': accepted, 'false-rejection': rejected });
  },
} as const satisfies MeasureGroupDeclaration;
