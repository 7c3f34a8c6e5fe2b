import { expect, it } from 'vitest';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { problemsOfNoField } from '../../../src/renderer/studyForm/formProblems.ts';

it('has a field for every part of a spec, but for its name and what only studies of earlier versions have', () => {
  const paths = Object.keys(studySpecSchema.shape).map((name) => (name === 'comparison' ? 'comparison.alpha' : name));
  const problems = paths.map((path) => ({ path: path === 'selection' ? 'selection.by' : path, message: '' }));
  expect(problemsOfNoField(problems).map(({ path }) => path)).toEqual(['name', 'draws']);
});
