import { describe, expect, it } from 'vitest';
import {
  addressOfView,
  focusOn,
  placeInFocus,
  viewOfAddress,
  viewpoint,
  type Focus,
  type StudyViewState,
} from '../../../src/renderer/study/studyAddress.ts';
import { fakeResults, fakeStudy } from '../fakeData.ts';

const unfocused: Focus = { method: null, condition: null, selection: null };
const nothing: StudyViewState = {
  options: {},
  sort: null,
  focus: unfocused,
  panel: null,
  figure: null,
  pair: [],
  repeat: null,
};
const everything: StudyViewState = {
  options: { measure: 'accuracy', rows: ['training', 'method'], selection: 'validated', knownOnly: true },
  sort: { column: 'k = 2, noise σ = 20 (test)', direction: 'descending' },
  focus: { method: 'PCA, "raw"', condition: 'k=2', selection: 'oracle' },
  panel: 'pair',
  figure: 'grid 2DPCA (left)',
  pair: ['PCA', '2DPCA (left)'],
  repeat: 3,
};

describe('the address of a view', () => {
  it('holds the whole state, and nothing of one that comes by itself', () => {
    expect(viewOfAddress(addressOfView(everything) as never)).toEqual(everything);
    expect(addressOfView(nothing)).toEqual({});
    expect(viewOfAddress({})).toEqual(nothing);
  });

  it('leaves out what is not understood', () => {
    const query = {
      rows: 'method,method',
      shapes: 'best',
      order: 'ascending',
      method: 'PCA',
      by: 'luck',
      pair: ['a', null, 'b', 'c'],
    };
    expect(viewOfAddress(query)).toEqual({ ...nothing, focus: { ...unfocused, method: 'PCA' }, pair: ['a', 'b'] });
    expect(
      viewOfAddress({ sort: 'Rank', order: 'sideways', rows: 'poems', measure: ['a', 'b'], repeat: '-1' }),
    ).toEqual(nothing);
  });

  it('names an entry, and finds it by its names where the table has it', () => {
    const { table } = fakeResults(fakeStudy(1));
    const place = { method: 3, condition: 1, selection: 'oracle' } as const;
    const focus = focusOn(table, place);
    expect(focus).toEqual({ method: 'GLRAM', condition: 'k=3', selection: 'oracle' });
    expect(placeInFocus({ ...table, rows: table.rows.toReversed() }, focus)).toEqual({ ...place, method: 1 });
    expect(placeInFocus(table, { ...focus, method: 'LDA' })).toBeNull();
    expect(placeInFocus(table, unfocused)).toBeNull();
  });

  it('looks at the condition in focus, else at the first; at validated shapes only where there are any', () => {
    const { table } = fakeResults(fakeStudy(1));
    const focus = { method: null, condition: 'k=3', selection: 'validated' } as const;
    expect(viewpoint(table, focus)).toEqual({ condition: 1, selection: 'oracle' });
    expect(viewpoint(table, { ...focus, condition: 'k=9' })).toEqual({ condition: 0, selection: 'oracle' });
    const [first] = table.rows;
    const validated = { ...first.entries[0], shapes: [] };
    const both = { ...table, rows: [{ ...first, entries: [{ ...first.entries[0], validated }] }] };
    expect(viewpoint(both, focus)).toEqual({ condition: 1, selection: 'validated' });
    const asked = { ...both, options: { ...both.options, selection: 'validated' as const } };
    expect(viewpoint(asked, unfocused)).toEqual({ condition: 0, selection: 'validated' });
    expect(viewpoint(asked, { ...unfocused, selection: 'oracle' })).toEqual({ condition: 0, selection: 'oracle' });
  });
});
