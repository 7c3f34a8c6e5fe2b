import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../src/main/engine/engine.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('a study of many cells', () => {
  it('is stored in slices between which other calls are answered, and is seen when it is whole', async () => {
    const engine = await openEngine({ workspacePath: join(temporaryFolder(), 'w'), host: 'browser', roots: [] });
    onTestFinished(() => engine.close());
    engine.addDataset('faces', smallDataset(), '');
    const spec = {
      name: 'large',
      dataset: 'faces',
      protocol: { kind: 'random' as const, trainPerSubject: [1, 2, 3], repeats: 5000 },
      methods: [{ method: 'pca' }],
    };
    const seen: number[] = [];
    let done = false;
    const created = engine.client.studies.create({ spec }).finally(() => (done = true));
    while (!done) {
      seen.push((await engine.client.studies.list()).length);
      await new Promise(setImmediate);
    }
    expect((await created).cells).toEqual({ total: 15_000, done: 0, failed: 0 });
    expect(seen.filter((count) => count === 0).length).toBeGreaterThan(3);
    await expect(engine.client.studies.create({ spec })).rejects.toThrow('There is a study "large" already');
  });
});
