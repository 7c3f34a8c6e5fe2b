/** What the form begins with on a dataset, and follows it to another. */
import { describe, expect, it } from 'vitest';
import { emptyDraft, type StudyDraft } from '../../../../src/renderer/studyForm/draft/draft.ts';
import { startingProtocol } from '../../../../src/renderer/studyForm/draft/protocolDraft.ts';
import {
  followDataset,
  startingMethod,
  startingMethods,
  startingSelection,
  type StartingPoint,
} from '../../../../src/renderer/studyForm/draft/useStudyDraft.ts';
import type { MethodInfo } from '../../../../src/core/contract/methods.ts';
import { methods } from '../../../../src/core/methods/registry.ts';
import { fakeMethods } from '../../fakeData.ts';

const orl: StartingPoint = { rows: 112, cols: 92, perSubject: [10, 10] };
const small: StartingPoint = { rows: 10, cols: 9, perSubject: [3, 5] };
const infos = new Map(fakeMethods.map((info) => [info.id, info]));
const iterative = { ...fakeMethods[3], nested: false };
const begun = (on: StartingPoint): StudyDraft => ({
  ...emptyDraft('faces'),
  protocol: startingProtocol(on.perSubject[0]),
  selection: startingSelection(on),
  methods: [startingMethod(iterative, on), startingMethod({ ...fakeMethods[0], nested: true }, on)],
});
const shown = ({ protocol, selection, methods }: StudyDraft) => ({
  protocol,
  selection,
  grids: methods.map(({ grid }) => grid),
});

describe('what a study begins with', () => {
  it('is nine shapes where each is a fit, as far as the images allow, and the own grid elsewhere', () => {
    expect(startingMethod(iterative, orl).grid).toMatchObject({ mode: 'axes', axes: ['4, 8, 12', '4, 8, 12'] });
    expect(startingMethod(iterative, small).grid.axes).toEqual(['4, 8', '4, 8']);
    expect(startingMethod(iterative, { ...small, rows: 7 }).grid.mode).toBe('default');
    expect(startingMethod({ ...fakeMethods[0], nested: true }, orl).grid.mode).toBe('default');
  });

  it('is six methods in the order of the comparison, all of which the program has', () => {
    const known = new Map(methods.map((info) => [info.id, info as unknown as MethodInfo]));
    expect(startingMethods(known).map(({ title }) => title)).toEqual([
      'No projection',
      'PCA',
      '2DPCA',
      'LDA',
      'RLDA',
      'BPPCA',
    ]);
    expect(startingMethods(infos).map(({ id }) => id)).toEqual(['pca', '2dpca', 'bppca']);
  });

  it('validates shapes where a subject has two training images', () => {
    expect(startingSelection(orl)).not.toBeNull();
    expect(startingSelection(small)).toBeNull();
  });

  it('follows the dataset', () => {
    const draft = begun(orl);
    followDataset(draft, new Map([...infos, [iterative.id, iterative]]), orl, small);
    expect(shown(draft)).toEqual(shown(begun(small)));
  });

  it('keeps what was changed', () => {
    const draft = begun(orl);
    draft.protocol.texts = { ...draft.protocol.texts, trainPerSubject: '2' };
    draft.methods[0].grid.axes = ['3', '4'];
    const before = structuredClone(shown(draft));
    followDataset(draft, new Map([...infos, [iterative.id, iterative]]), orl, small);
    expect(shown(draft)).toEqual({ ...before, selection: null });
  });
});
