import { describe, expect, it } from 'vitest';
import { stepSchema } from '../../../../src/core/images/preprocess/steps.ts';
import {
  moved,
  newStep,
  parseDraft,
  stepForms,
  stepsOf,
  type StepDraft,
  type StepKind,
} from '../../../../src/renderer/import/preprocess/stepDraft.ts';

const kinds = Object.keys(stepForms) as StepKind[];
const changed = (draft: StepDraft, texts: Record<string, string>): StepDraft => ({
  ...draft,
  texts: { ...draft.texts, ...texts },
});

describe('steps in the form', () => {
  it('offers every kind of step that the engine knows', () => {
    const known = stepSchema.options.map((option) => option.shape.kind.value);
    expect(kinds.toSorted()).toEqual(known.toSorted());
  });

  it.each(kinds)('starts %s as a valid step', (kind) => {
    expect(parseDraft(newStep(kind))).toMatchObject({ step: { kind }, problems: [] });
  });

  it('reads points and sizes from their fields', () => {
    const draft = changed(newStep('align'), { rows: '100', cols: '80', 'left.x': '20.5', 'right.y': '41' });
    expect(parseDraft(draft).step).toEqual({
      kind: 'align',
      rows: 100,
      cols: 80,
      left: { x: 20.5, y: 24 },
      right: { x: 47, y: 41 },
    });
  });

  it('reads named weights and one’s own', () => {
    expect(parseDraft(changed(newStep('grey'), { weights: 'mean' })).step).toEqual({ kind: 'grey', weights: 'mean' });
    expect(parseDraft(changed(newStep('grey'), { weights: '0.2, 0.7, 0.1' })).step).toEqual({
      kind: 'grey',
      weights: { red: 0.2, green: 0.7, blue: 0.1 },
    });
    expect(parseDraft(changed(newStep('grey'), { weights: '0.2, 0.7' })).problems).toEqual([
      { path: 'weights', message: expect.stringContaining('add up to 1') },
    ]);
  });

  it.each([
    ['', 'Expected a number'],
    ['ten', 'Expected a number'],
    ['0', /1/],
  ])('names the field of the text %j', (text, message) => {
    const { step, problems } = parseDraft(changed(newStep('crop'), { rows: text }));
    expect(step).toBeNull();
    expect(problems).toEqual([{ path: 'rows', message: expect.stringMatching(message) }]);
  });

  it('gives no steps while one of them is not valid', () => {
    const good = newStep('equalise');
    expect(stepsOf([good])).toEqual([{ kind: 'equalise' }]);
    expect(stepsOf([good, changed(newStep('ellipse'), { height: '9' })])).toBeNull();
  });

  it('moves a step by one place and not beyond the ends', () => {
    const drafts = [newStep('crop'), newStep('equalise'), newStep('round')];
    expect(moved(drafts, 1, -1).map(({ kind }) => kind)).toEqual(['equalise', 'crop', 'round']);
    expect(moved(drafts, 2, 1)).toBe(drafts);
  });
});
