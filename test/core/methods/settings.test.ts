import { describe, expect, it } from 'vitest';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { composedFields } from '../../../src/core/methods/field/composedFields.ts';
import type { ParameterValue } from '../../../src/core/methods/method.ts';
import { InvalidInputError } from '../../../src/core/methods/problems.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';

function problemsOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.problems;
    throw error;
  }
  return [];
}

describe('resolveSettings', () => {
  it('fills in the defaults in the order of declaration', () => {
    const settings = resolveSettings(glram, { maxIterations: 7 });
    expect(Object.keys(settings)).toEqual(glram.parameters.map((parameter) => parameter.name));
    expect(settings).toEqual({ restart: 'fresh', start: 'identity', tolerance: 1e-10, maxIterations: 7 });
    expect(resolveSettings(pca, {})).toEqual({});
  });

  it('names every setting that cannot be used', () => {
    const problems = problemsOf(() =>
      resolveSettings(glram, { restart: 'lukewarm', tolerance: 2, maxIterations: 2.5, colour: 1 }),
    );
    expect(problems).toEqual([
      {
        path: 'settings.colour',
        message: 'GLRAM has no setting "colour": it has restart, start, tolerance, maxIterations.',
      },
      {
        path: 'settings.restart',
        message: 'GLRAM: restart must be one of "fresh", "warm", "cold", found "lukewarm".',
      },
      { path: 'settings.tolerance', message: 'GLRAM: tolerance must be a number from 0 to 1, found 2.' },
      {
        path: 'settings.maxIterations',
        message: 'GLRAM: maxIterations must be an integer from 1 to 100000, found 2.5.',
      },
    ]);
  });

  it('takes lists of fields, fills in what they leave open, and says where one is wrong', () => {
    const weights = { f: 'one', phi: 'lambda' };
    const given = [
      { neighbourhood: 'nearest', ...weights },
      { neighbourhood: 'chain', within: 'subject', ...weights },
    ];
    const { fields } = resolveSettings(composedFields, { fields: given });
    expect(fields).toEqual([{ ...given[0], neighbours: 5 }, given[1]]);
    const wrong: [ParameterValue, string, string][] = [
      ['class', '', 'a list of 1 to 8 fields, found "class"'],
      [[], '', 'a list of 1 to 8 fields, found []'],
      [
        [given[0], { neighbourhood: 'near', ...weights }],
        '[1].neighbourhood',
        'a neighbourhood: "all", "class", "self"',
      ],
      [[{ ...given[0], f: 'two' }], '[0].f', '"one", "lambda" or "rest", found "two"'],
      [[{ neighbourhood: 'attribute', ...weights }], '[0].attribute', 'a name of 1 to 60 characters, found nothing'],
      [[{ ...given[0], neighbours: 0 }], '[0].neighbours', 'a whole number from 1 to 10000, found 0'],
      [[{ neighbourhood: 'ball', radius: -1, ...weights }], '[0].radius', 'a number above 0, at most 100, found -1'],
      [[{ ...given[0], radius: 1 }], '[0]', 'an object of neighbourhood, neighbours, f, phi, found {'],
    ];
    for (const [value, at, sentence] of wrong) {
      const [problem] = problemsOf(() => resolveSettings(composedFields, { fields: value }));
      expect(problem.path).toBe(`settings.fields${at}`);
      expect(problem.message).toContain(`Fields: fields${at} must be ${sentence}`);
    }
  });

  it('does not take a name from the prototype of an object for a setting', () => {
    expect(problemsOf(() => resolveSettings(pca, { toString: 1 } as never))[0].message).toBe(
      'PCA has no setting "toString": it has none.',
    );
  });
});
