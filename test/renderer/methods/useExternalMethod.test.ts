import { expect, it } from 'vitest';
import { brokenRulesOutput } from '../../../src/renderer/methods/useExternalMethod.ts';

it('what broken rules said is shown once for those that failed alike, and sentences are not', () => {
  const failed = (title: string, detail: string) => ({ title, state: 'failed' as const, detail });
  const said = brokenRulesOutput([
    failed('Fits', 'Own: no.\nStandard error:\n  line 3'),
    failed('Keeps models apart', 'Own: no.\nStandard error:\n  line 3'),
    failed('Reconstructs', 'Entry 3 is NaN.'),
    { title: 'Stores', state: 'passed', detail: 'It\nsays this.' },
    failed('Nested', 'Own: never.\nStandard error:\n  line 9'),
  ]);
  expect(said).toBe('Own: no.\nStandard error:\n  line 3\n\nOwn: never.\nStandard error:\n  line 9');
});
