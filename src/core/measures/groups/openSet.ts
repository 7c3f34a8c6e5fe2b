import { FALSE_ACCEPTANCE } from '../curves.ts';
import { RULE_OF_THREE } from '../operatingRates.ts';
import { percentProse } from '../../text/proseTags.ts';
import { unavailableMeasures, PERCENT, type MeasureGroupDeclaration } from '../measureGroup.ts';

const RATES = [
  { id: 'dir-10', rate: 0.1 },
  { id: 'dir-1', rate: 0.01 },
] as const;

/**
 * Detection and identification rate at rank 1 (Phillips, Grother, Micheals, 2011): a watched subject is identified if
 * its own score is the best and above the threshold that rejects all but a share of the unknown images.
 */
export const openSet = {
  kind: 'open-set',
  title: 'Open set: detection and identification rate',
  requested: 'by name',
  needs: 'scores',
  of: 'open set',
  measures: RATES.map(({ id, rate }) => ({
    id,
    title: `Detection and identification at FAR ${100 * rate}%`,
    prose: `the detection and identification rate at a false alarm rate of ${percentProse(rate)}`,
    ...PERCENT,
    better: 'higher' as const,
    digits: 1,
    meaning:
      `Share of the test images of watched subjects whose subject comes first with a score above that of all but ${100 * rate}% ` +
      `of the images of unknown subjects; no value below ${RULE_OF_THREE / rate} of these.`,
  })),
  measure({ scores: given, truth }) {
    const ids = RATES.map(({ id }) => id);
    const scores = given();
    if (!scores) return unavailableMeasures(ids, 'dir');
    const watchedSubjects = new Set(Array.from(scores.subjects));
    const alarms: number[] = [];
    /** Best score of every watched image; −Infinity if another subject has it. */
    const watchedScores: number[] = [];
    truth.forEach((subject, probe) => {
      const values = scores.of(probe);
      let best = 0;
      for (let c = 1; c < values.length; c++) if (values[c] > values[best]) best = c;
      if (!watchedSubjects.has(subject)) alarms.push(values[best]);
      else watchedScores.push(scores.subjects[best] === subject ? values[best] : -Infinity);
    });
    if (alarms.length === 0 || watchedScores.length === 0) return unavailableMeasures(ids, 'dir');
    alarms.sort((a, b) => b - a);
    const detected = (rate: number): number => {
      // The loosest threshold exceeded by this share of the alarms.
      const threshold = alarms[Math.floor(rate * alarms.length + 1e-9)] ?? -Infinity;
      return watchedScores.reduce((count, score) => count + (score > threshold ? 1 : 0), 0);
    };
    return {
      values: Object.fromEntries(
        RATES.map(({ id, rate }) => [
          id,
          alarms.length * rate < RULE_OF_THREE ? null : (100 * detected(rate)) / watchedScores.length,
        ]),
      ),
      curves: { dir: { of: watchedScores.length, counts: FALSE_ACCEPTANCE.map(detected) } },
    };
  },
} as const satisfies MeasureGroupDeclaration;
