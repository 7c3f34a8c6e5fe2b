import { expect, it } from 'vitest';
import { survivorsOf } from '../../../scripts/mutation/survivors.ts';

const mutant = (status: string, line: number, replacement: string) => {
  return { status, mutatorName: 'Block', replacement, location: { start: { line, column: 3 } } };
};

it('lists the changes that no test noticed, and leaves those out that say nothing of tests', () => {
  const source = 'const one = 1;\n  const two = 2;\n';
  const mutants = [
    mutant('Killed', 1, '-1'),
    mutant('Timeout', 1, '0'),
    mutant('Ignored', 1, '7'),
    mutant('CompileError', 1, '?'),
    mutant('Survived', 2, '{\n  }'),
    mutant('NoCoverage', 1, ''),
  ];
  expect(survivorsOf({ files: { 'src/a.ts': { source, mutants } } })).toEqual({
    noticed: 2,
    survivors: [
      'src/a.ts:2:3 Block: const two = 2; => { }',
      'src/a.ts:1:3 Block (no test comes here): const one = 1; => ',
    ],
    endless: ['src/a.ts:1:3 Block (its tests did not end): const one = 1; => 0'],
  });
});
