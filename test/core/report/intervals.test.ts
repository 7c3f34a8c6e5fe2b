import { describe, expect, it } from 'vitest';
import {
  csvIntervals,
  intervalNote,
  clampedIntervalText,
  intervalTitle,
  type EntryIntervals,
} from '../../../src/core/report/intervals.ts';
import type { MeasureId } from '../../../src/core/measures/measures.ts';

const entry: EntryIntervals = {
  label: '=PCA, whitened',
  condition: 'folds=3,pairs=all',
  selection: 'validated',
  lack: null,
  subjectCount: 12,
  measures: [
    {
      measure: 'verification-auc',
      mean: 0.9517283,
      repeats: { low: 0.9, high: 1.0034566 },
      subjects: { low: 0.91, high: 0.98 },
    },
    { measure: 'error-rate', mean: 12.5, repeats: null, subjects: null },
  ],
};

describe('intervals as CSV', () => {
  it('are one record per measure in full precision, empty where there is none', () => {
    expect(csvIntervals([entry]).split('\r\n')).toEqual([
      'label,condition,selection,measure,unit,mean,repeats_low,repeats_high,subjects_low,subjects_high,no_subjects_because,remark',
      `"'=PCA, whitened","folds=3,pairs=all",validated,verification-auc,,0.9517283,0.9,1.0034566,0.91,0.98,,`,
      `"'=PCA, whitened","folds=3,pairs=all",validated,error-rate,%,12.5,,,,,not drawn,`,
      '',
    ]);
  });

  it('say why there are none over subjects', () => {
    const text = csvIntervals([{ ...entry, lack: 'too many pairs' }]);
    expect(text.split('\r\n')[1]).toMatch(/,too many pairs,$/);
  });
});

describe('intervals in words', () => {
  it('have the digits and the unit of their measure', () => {
    const [auc, error] = entry.measures;
    expect(clampedIntervalText(auc, 'subjects')).toBe('0.910 – 0.980');
    expect(clampedIntervalText(error, 'repeats')).toBe('–');
    expect(clampedIntervalText({ ...error, repeats: { low: 1.26, high: 2 } }, 'repeats')).toBe('1.3 – 2.0');
    expect(intervalTitle(error)).toBe('Error rate, %');
    expect(intervalTitle(auc)).not.toContain(',');
  });

  it('end at the limits of the measure, which the note says, and are whole in CSV', () => {
    const [auc, error] = entry.measures;
    expect(clampedIntervalText(auc, 'repeats')).toBe('0.900 – 1.000');
    const below = { ...error, repeats: { low: -6.04, high: 31.3 } };
    expect(clampedIntervalText(below, 'repeats')).toBe('0.0 – 31.3');
    expect(intervalNote({ ...entry, measures: [below] })).toContain('Cut at the limits of the measure.');
    expect(intervalNote({ ...entry, measures: [error] })).not.toContain('limits of the measure');
    expect(csvIntervals([{ ...entry, measures: [below] }])).toContain(',-6.04,31.3,');
  });

  it('say how they were made, or why there are none', () => {
    expect(intervalNote(entry)).toContain('999 draws of subjects');
    expect(intervalNote({ ...entry, lack: 'one subject' })).toMatch(/Subjects: none \(one subject\)\.$/);
  });

  it('say what is shifted, what has none, and below ten subjects that they are short', () => {
    const [area] = entry.measures;
    const of = (measure: MeasureId) => ({ ...area, measure });
    expect(intervalNote(entry)).not.toMatch(/minimum cost|false acceptance|With \d+ subjects/);
    const all = { ...entry, measures: [of('min-dcf'), { ...of('false-acceptance'), subjects: null }], subjectCount: 9 };
    expect(intervalNote(all)).toMatch(/minimum cost is shifted.*false acceptance rate has none.*With 9 subjects,/);
    const records = csvIntervals([all]).split('\r\n');
    expect(records[1]).toMatch(/,,"With 9 subjects, intervals over subjects are too short/);
    expect(records[2]).toMatch(/,impostor pairs share the subjects of their probes too,$/);
  });
});
