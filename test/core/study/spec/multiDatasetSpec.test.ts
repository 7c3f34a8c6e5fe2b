import { describe, expect, it } from 'vitest';
import { specsByDataset, studiesOfSpec } from '../../../../src/core/study/spec/multiDatasetSpec.ts';

describe('a spec of several datasets', () => {
  const spec = { name: 'Three', protocol: 1, methods: [] };

  it('is one of each, with the fields that one has of its own', () => {
    expect(specsByDataset({ ...spec, dataset: ['orl', { name: 'yale', protocol: 2 }] })).toEqual([
      { ...spec, name: 'Three (orl)', dataset: 'orl' },
      { ...spec, name: 'Three (yale)', dataset: 'yale', protocol: 2 },
    ]);
  });

  it('of one dataset keeps its name, and what is no such spec stays as it is', () => {
    for (const json of [{ ...spec, dataset: 'orl' }, { ...spec, dataset: [] }, null, [], 'text']) {
      expect(specsByDataset(json)).toEqual([json]);
    }
    const one = { ...spec, dataset: 'orl', protocol: 2 };
    expect(specsByDataset({ ...spec, dataset: [{ name: 'orl', protocol: 2 }] })).toEqual([one]);
  });

  it('stands for its studies by its name, whatever the case', () => {
    const studies = [
      { name: 'Three (orl)', dataset: 'orl' },
      { name: 'Three (yale)', dataset: 'yale' },
      { name: 'Three (yale)', dataset: 'another' },
      { name: 'Two (orl)', dataset: 'orl' },
    ];
    expect(studiesOfSpec('three', studies)).toEqual(studies.slice(0, 2));
    expect(studiesOfSpec('Four', studies)).toEqual([]);
  });
});
