import { PERCENT, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { expectedPerformance } from '../expectedPerformance.ts';
import { errorsAt, rangeWithin, separation, thresholdBy, type ErrorCounts } from '../threshold.ts';

const OTHERWISE = 'Otherwise the half total error rate itself.';

const NONE = {
  hter: null,
  'false-acceptance': null,
  'false-rejection': null,
  'hter-lowest': null,
  'hter-highest': null,
};

/**
 * At the threshold of the equal error rate on the development pairs, which is how Bob reports systems. Where these are
 * separated completely no threshold is determined: there are no rates then, but their range. The expected performance
 * curve is over other thresholds of the same pairs.
 */
export const decisions = {
  kind: 'decisions',
  title: 'Verification: HTER at development thresholds, EPC',
  asked: 'by name',
  needs: 'scores',
  of: 'verification',
  measures: [
    {
      id: 'hter',
      title: 'Half total error rate',
      prose:
        'the half total error rate (HTER; the mean of the false acceptance and false rejection rates) at the threshold of the equal error rate on development data',
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
      prose: 'the false acceptance rate (FAR) at the threshold of the equal error rate on development data',
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
      prose: 'the false rejection rate (FRR) at the threshold of the equal error rate on development data',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning: 'Share of the genuine pairs rejected at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'hter-lowest',
      title: 'Half total error rate, lowest',
      prose: 'the lowest half total error rate that the development data allowed',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: `Lowest half total error rate over the thresholds between development pairs that are separated completely. ${OTHERWISE}`,
    },
    {
      id: 'hter-highest',
      title: 'Half total error rate, highest',
      prose: 'the highest half total error rate that the development data allowed',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: `Highest half total error rate over the thresholds between development pairs that are separated completely. ${OTHERWISE}`,
    },
  ],
  measure({ pairs }) {
    const compared = pairs();
    if (!compared) return { values: NONE, curves: { epc: null } };
    const { evaluation, development } = compared;
    const [own, others] = [evaluation.genuine.length, evaluation.impostors.length];
    const hter = ({ misses, falseAlarms }: ErrorCounts): number =>
      ((100 * misses) / own + (100 * falseAlarms) / others) / 2;
    const gap = separation(development);
    if (gap) {
      const [lowest, highest] = rangeWithin(evaluation, gap, hter);
      return { values: { ...NONE, 'hter-lowest': lowest, 'hter-highest': highest }, curves: { epc: null } };
    }
    const errors = errorsAt(evaluation, thresholdBy('equal rates', development));
    return {
      values: {
        hter: hter(errors),
        'false-acceptance': (100 * errors.falseAlarms) / others,
        'false-rejection': (100 * errors.misses) / own,
        'hter-lowest': hter(errors),
        'hter-highest': hter(errors),
      },
      curves: { epc: expectedPerformance(development, evaluation) },
    };
  },
} as const satisfies MeasureGroupDeclaration;
