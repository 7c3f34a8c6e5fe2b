import { describe, expect, it } from 'vitest';
import {
  addressOfView,
  entryOfPlace,
  placeOfEntry,
  viewOfAddress,
  type StudyViewState,
} from '../../../src/renderer/study/studyAddress.ts';
import { fakeResults, fakeStudy } from '../fakeData.ts';

const nothing: StudyViewState = { options: {}, sort: null, entry: null, panel: null, pair: [] };
const everything: StudyViewState = {
  options: { measure: 'accuracy', rows: ['training', 'method'], selection: 'validated' },
  sort: { column: 'k = 2, noise σ = 20 (test)', direction: 'descending' },
  entry: { method: 'PCA, "raw"', condition: 'k=2', selection: 'oracle' },
  panel: 'pair',
  pair: ['PCA', '2DPCA (left)'],
};

describe('the address of a view', () => {
  it('holds the whole state, and nothing of one that comes by itself', () => {
    expect(viewOfAddress(addressOfView(everything) as never)).toEqual(everything);
    expect(addressOfView(nothing)).toEqual({});
    expect(viewOfAddress({})).toEqual(nothing);
  });

  it('leaves out what is not understood', () => {
    const query = {
      panel: 'poems',
      rows: 'method,method',
      shapes: 'best',
      order: 'ascending',
      method: 'PCA',
      pair: ['a', null, 'b', 'c'],
    };
    expect(viewOfAddress(query)).toEqual({ ...nothing, pair: ['a', 'b'] });
    expect(viewOfAddress({ sort: 'Rank', order: 'sideways', rows: 'poems', measure: ['a', 'b'] })).toEqual(nothing);
  });

  it('names an entry, and finds it by its names where the table has it', () => {
    const { table } = fakeResults(fakeStudy(1));
    const place = { method: 3, condition: 1, selection: 'validated' } as const;
    const entry = entryOfPlace(table, place);
    expect(entry).toEqual({ method: 'GLRAM', condition: 'k=3', selection: 'validated' });
    expect(placeOfEntry({ ...table, rows: table.rows.toReversed() }, entry)).toEqual({ ...place, method: 1 });
    expect(placeOfEntry(table, { ...entry, method: 'LDA' })).toBeNull();
    expect(placeOfEntry(table, { ...entry, condition: 'k=9' })).toBeNull();
    expect(placeOfEntry(table, null)).toBeNull();
  });
});
