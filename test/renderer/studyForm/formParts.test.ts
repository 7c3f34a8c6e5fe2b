import { expect, it } from 'vitest';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { firstPartWithProblem, formParts, problemsByPart } from '../../../src/renderer/studyForm/formParts.ts';

it('puts every field of a spec in one part of the form, but for what only studies of earlier versions have', () => {
  const fields = [...formParts.flatMap((part) => [...part.fields]), 'draws'];
  expect(fields.sort()).toEqual(Object.keys(studySpecSchema.shape).sort());
});

it('counts the problems of each part, those of nested fields included', () => {
  const paths = ['name', 'protocol.repeats', 'seed', 'methods.0.latent', 'methods', 'selection.innerSplits', 'other'];
  const counts = problemsByPart(paths.map((path) => ({ path, message: '' })));
  expect(Object.fromEntries(counts)).toEqual({ data: 1, splits: 2, conditions: 0, methods: 2, measures: 0, tests: 1 });
});

it('names the first part with a problem in the order of the form', () => {
  const first = (...paths: string[]) => firstPartWithProblem(paths.map((path) => ({ path, message: '' })));
  expect(first('comparison.alpha', 'methods.0.latent')).toBe('methods');
  expect(first('other')).toBe(null);
});
