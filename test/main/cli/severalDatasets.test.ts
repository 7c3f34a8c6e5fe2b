// @module-tag processes
/** One spec, several databases: by command line, from folders of faces to one table and its ranks. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const protocol = { kind: 'random', trainPerSubject: 2, repeats: 3 };
const spec = {
  name: 'Many',
  dataset: ['one', 'two', { name: 'small', protocol: { ...protocol, trainPerSubject: 3 } }],
  protocol,
  methods: [
    { method: 'none', label: 'Pixels' },
    { method: 'pca', latent: [2, 4], classifier: [{ kind: '1nn' }, { kind: '1nn', metric: 'cosine' }] },
  ],
};
const write = (change: object = {}): string => {
  writeFileSync(here.at('many.json'), JSON.stringify({ ...spec, ...change }));
  return 'many.json';
};

beforeAll(async () => {
  writeFaces(here.at('a'), { subjects: 5, perSubject: 5, rows: 14, cols: 12 });
  writeFaces(here.at('b'), { subjects: 4, perSubject: 6, rows: 16, cols: 14 });
  await here.run('import', 'a', '--name', 'one');
  await here.run('import', 'b', '--name', 'two');
  await here.run('import', 'a', '--name', 'small', '--size', '7x6');
});
afterAll(() => here.remove());

describe('a spec of several datasets', () => {
  it('makes nothing where one of its studies is wrong, and says which', async () => {
    const latent = [{ method: 'pca', latent: [9] }];
    const { code, stderr } = await here.run('run', write({ methods: latent }));
    expect(code).toBe(2);
    expect(stderr).toContain('two: methods[0].latent');
    expect((await here.run('studies')).stdout).toMatch(/^No studies/);
  });

  it('runs a study of each and prints their common table, in which the same photographs count once', async () => {
    const { code, stdout } = await here.run('run', write());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Pixels has the lowest error rate in all 3 conditions \(/);
    expect(stdout).toMatch(/^Many \(one\) \+ Many \(two\) \+ Many \(small\)/m);
    expect(stdout).toMatch(/one, k = 2 +two, k = 2 +small, k = 3/);
    expect(stdout.match(/^PCA \((euclidean|cosine)\) /gm)).toHaveLength(2);
    const ranks = await here.run('ranks', 'many');
    expect(ranks.stdout).toContain('Ranks over 2 datasets');
    expect(ranks.stdout).toContain('one and small are the same images and count once.');
    expect((await here.run('table', 'Many')).stdout).toBe(stdout);
  });

  it('is refused where a command takes one dataset', async () => {
    for (const args of [
      ['spec', write()],
      ['run', write(), '--shard', '1/2'],
      ['shards', write(), '--shards', '2'],
    ]) {
      const { code, stderr } = await here.run(...args);
      expect(stderr).toContain('many.json: dataset: expected one dataset here, found 3');
      expect(code).toBe(2);
    }
  });
});
