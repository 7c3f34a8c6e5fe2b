import { describe, expect, it } from 'vitest';
import { reasonOnce, failureGroups } from '../../../src/core/text/failureGroups.ts';

const cell = (repeat: number, reason: string) => ({ label: 'Own', condition: 'k=2', repeat, reason });
const traceback = (line: number) =>
  `Own failed: Traceback (most recent call last):\n  File "own.py", line ${line}, in fit\n    inverse(a)\n    ^^^^^^^\nValueError: singular matrix\n`;

describe('groups of what failed', () => {
  it('put equal reasons together, in the order of their first cells', () => {
    const found = failureGroups([cell(1, 'no memory'), cell(2, 'covariance is singular'), cell(3, 'no memory')]);
    expect(found.map(({ reason, said, failed }) => [reason, said, failed.map(({ repeat }) => repeat)])).toEqual([
      ['no memory', null, [1, 3]],
      ['covariance is singular', null, [2]],
    ]);
  });

  it('name the error of a traceback, and keep what was said with its line breaks', () => {
    const [group, ...others] = failureGroups([cell(1, traceback(7)), cell(2, traceback(9))]);
    expect(others).toEqual([]);
    expect(group.reason).toBe('Own failed: ValueError: singular matrix');
    expect(group.said).toBe(traceback(7));
    expect(group.failed).toHaveLength(2);
  });

  it('take the first line of any other text, and of a traceback that is cut off what there is', () => {
    expect(failureGroups([cell(1, 'The program ended.\nStandard error:\n  x')])[0]).toMatchObject({
      reason: 'The program ended.',
      said: 'The program ended.\nStandard error:\n  x',
    });
    expect(failureGroups([cell(1, 'Traceback (most recent call last):\n  File')])[0].reason).toBe(
      'Traceback (most recent call last):',
    );
  });
});

it('a list told line by line names what failed for the same reason before', () => {
  const reasonOf = reasonOnce();
  expect(reasonOf('Fits', traceback(7))).toBe(traceback(7));
  expect(reasonOf('Keeps models apart', traceback(9))).toBe('Fails as “Fits” does.');
  expect(reasonOf('Reconstructs', 'Entry 3 is NaN.')).toBe('Entry 3 is NaN.');
  expect(reasonOf('Stores', traceback(7))).toBe('Fails as “Fits” does.');
  expect(reasonOnce()('Stores', traceback(7))).toBe(traceback(7));
});
