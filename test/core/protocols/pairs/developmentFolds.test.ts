import { describe, expect, it } from 'vitest';
import {
  checkDevelopmentFolds,
  foldRoles,
  rolesPhrase,
} from '../../../../src/core/protocols/pairs/developmentFolds.ts';

describe('the folds of a repeat', () => {
  it('are the one that is decided, those after it that develop, in a circle, and those that are learned from', () => {
    const roles = (developmentFolds: number) =>
      [1, 2, 3, 4].map((repeat) => {
        const { held, learned, developing } = foldRoles(['a', 'b', 'c', 'd'], developmentFolds, repeat);
        return `${held}: ${developing.join('')} ${learned.join('')}`;
      });
    expect(roles(1)).toEqual(['a: b cd', 'b: c da', 'c: d ab', 'd: a bc']);
    expect(roles(2)).toEqual(['a: bc d', 'b: cd a', 'c: da b', 'd: ab c']);
    expect(roles(0)).toEqual(['a: bcd bcd', 'b: cda cda', 'c: dab dab', 'd: abc abc']);
  });

  it('leave one to learn from', () => {
    expect([checkDevelopmentFolds(2, 0, 'folds'), checkDevelopmentFolds(4, 2, 'folds')]).toEqual([[], []]);
    expect(checkDevelopmentFolds(3, 2, 'lists')).toEqual([
      {
        path: 'protocol.lists',
        message:
          'protocol.lists: of 3 folds one is decided and 2 choose the threshold, which leaves none to learn from: ' +
          'take at least 4 folds, or 0 development folds.',
      },
    ]);
    expect(checkDevelopmentFolds(1, 0, 'folds')).toHaveLength(1);
  });

  it('are said in words', () => {
    expect(rolesPhrase(0, 'the others', 'of the rule')).toBe(
      'the model is learned on the images of the others, and a pair is accepted above the threshold of the rule on their pairs',
    );
    expect(rolesPhrase(1, 'the others', 'of the rule')).toBe(
      'a pair is accepted above the threshold of the rule on the pairs of 1 other fold, and the model is learned on the images of the rest',
    );
  });
});
