import { describe, expect, it } from 'vitest';
import { databaseCitation, databaseOf } from '../../../../src/core/report/references/databases.ts';

describe('the database behind a dataset', () => {
  it('is that of its layout, whatever the name of the dataset', () => {
    expect(databaseOf({ layout: 'yale', name: 'aligned', subjects: 15 })).toBe('yale');
  });

  it('of an array is that of its name, if it has as many subjects', () => {
    expect(databaseOf({ layout: 'matlab', name: 'YaleB', subjects: 38 })).toBe('yaleb');
    expect(databaseOf({ layout: 'matlab', name: 'CMU PIE', subjects: 68 })).toBe('pie');
    expect(databaseCitation('pie')?.key).toBe('sim2003pie');
    expect(databaseOf({ layout: 'matlab', name: 'Yale', subjects: 12 })).toBe('matlab');
    expect(databaseOf({ layout: 'folders', name: 'faces', subjects: 40 })).toBe('folders');
  });
});
