import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Reader } from '../../../../src/main/engine/reader/reader.ts';
import { comparePair } from '../../../../src/main/engine/studies/comparePair.ts';
import { cachedDesignSpread } from '../../../../src/main/engine/studies/studyHandlers.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../runner/bench.ts';

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
  methods: [{ method: 'pca' }, { method: 'psopca', label: 'second order', latent: [[2, 2]] }],
});

it('asks for a spread again where the study has changed or another condition is asked for', async () => {
  const asked: unknown[] = [];
  const reader = { read: async (_: string, input: unknown) => asked.push(input), close: async () => undefined };
  const spreadOf = cachedDesignSpread(reader as unknown as Reader);
  const study = { id: 1, revision: 5 } as Parameters<typeof spreadOf>[0];
  expect(await spreadOf(study, 'k=2')).toBe(1);
  expect(await spreadOf(study, 'k=2')).toBe(1);
  expect(await spreadOf(study, 'k=3')).toBe(2);
  expect(await spreadOf({ ...study, revision: 6 }, 'k=3')).toBe(3);
  expect(asked).toEqual([2, 3, 3].map((k) => ({ id: 1, condition: `k=${k}` })));
});

it('of two methods in one condition reads what it reads of them in all', async () => {
  const bench = openBench(join(temporaryFolder(), 'w.eigenbench'), 1);
  const { workspace } = bench;
  const id = createStudy(workspace, spec);
  await runToEnd(bench, id);
  const study = workspace.studies.get(id)!;
  const [first, second] = ['PCA', 'second order'];
  const pair = { first, second, measure: 'error-rate', selection: 'oracle' } as const;
  const every = comparePair(workspace, study, pair);
  expect(every.map(({ condition }) => condition)).toEqual(['k=2', 'k=3']);
  for (const one of every) expect(comparePair(workspace, study, { ...pair, condition: one.condition })).toEqual([one]);
  const own = workspace.cells.all(id, 'k=3');
  expect(own).toEqual(workspace.cells.all(id).filter(({ condition }) => condition === 'k=3'));
  expect(own).toHaveLength(4);
  await bench.close();
});
