import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../../src/core/methods/problems.ts';
import {
  combinationCount,
  combinations,
  isTunable,
  settingsGrid,
  settingsGridProblems,
  tunedText,
} from '../../../../src/core/study/spec/settingsGrid.ts';

const parameters = [
  { name: 'neighbours', kind: 'integer' },
  { name: 'weights', kind: 'choice' },
  { name: 'centred', kind: 'boolean' },
  { name: 'degrees', kind: 'numbers' },
];

describe('settings to choose from', () => {
  it('are lists of kinds of which a single value is no list', () => {
    expect(
      ['integer', 'number', 'choice', 'boolean', 'numbers', 'text', 'fields'].filter((kind) => isTunable({ kind })),
    ).toEqual(['integer', 'number', 'choice', 'boolean']);
    const given = { degrees: [1, 2], weights: ['heat', 'none'], neighbours: [3, 5], centred: true, toString: 1 };
    expect(settingsGrid(given, parameters)).toEqual([
      ['neighbours', [3, 5]],
      ['weights', ['heat', 'none']],
    ]);
    expect(settingsGrid({ neighbours: [] }, [...parameters, { name: 'constructor', kind: 'integer' }])).toEqual([]);
    expect([combinationCount(given, parameters), combinationCount({ neighbours: 3 }, parameters)]).toEqual([4, 1]);
  });

  it('make every combination, the last running fastest, each named by its values', () => {
    const given = { neighbours: [3, 5], weights: ['heat', 'none'], centred: false };
    expect(combinations('LPP', given, parameters)).toEqual(
      [
        [3, 'heat'],
        [3, 'none'],
        [5, 'heat'],
        [5, 'none'],
      ].map(([neighbours, weights]) => ({
        settings: { neighbours, weights, centred: false },
        tuned: {
          label: `LPP [neighbours ${neighbours}, weights ${weights}]`,
          values: { neighbours, weights },
        },
      })),
    );
    expect(combinations('LPP', { centred: true }, parameters)).toEqual([{ settings: { centred: true } }]);
    expect(tunedText({ values: { neighbours: 3 }, classifier: { k: 5 } })).toBe('neighbours 3, classifier k 5');
    expect(tunedText({ values: {} })).toBe('');
  });

  it('name a value once, and make at most 200 combinations', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
    expect(settingsGridProblems({ neighbours: [3, 5, 3], weights: ['heat', 'heat'] }, parameters)).toEqual([
      { path: 'settings.neighbours', message: 'neighbours lists 3 twice.' },
      { path: 'settings.weights', message: 'weights lists "heat" twice.' },
    ]);
    expect(settingsGridProblems({ neighbours: numbers(100) }, parameters, 2)).toEqual([]);
    const tooMany = (count: number) => [
      { path: 'settings', message: `the listed values make ${count} combinations; a method has at most 200.` },
    ];
    expect(settingsGridProblems({ neighbours: numbers(201) }, parameters)).toEqual(tooMany(201));
    expect(settingsGridProblems({ neighbours: numbers(67) }, parameters, 3)).toEqual(tooMany(201));
    expect(combinations('LPP', { neighbours: numbers(200) }, parameters)).toHaveLength(200);
    expect(() => combinations('LPP', { neighbours: numbers(201) }, parameters)).toThrow(InvalidInputError);
    expect(combinations('LPP', { neighbours: [1, 1] }, parameters)).toHaveLength(2);
  });
});
