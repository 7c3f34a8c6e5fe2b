import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

it('a study takes the splits of another one when it is made, keeps them, and says whose they are', async () => {
  const engine = await openEngine({ workspacePath: join(temporaryFolder(), 'w'), host: 'browser', roots: [] });
  onTestFinished(() => engine.close());
  const { studies } = engine.client;
  const images = smallDataset();
  engine.addDataset('faces', images, '');
  const methods = [{ method: 'pca' }];
  const random = { kind: 'random' as const, trainPerSubject: [2, 3], repeats: 2 };
  const first = await studies.create({ spec: { name: 'X', dataset: 'faces', protocol: random, seed: 5, methods } });
  const spec = { name: 'Y', dataset: 'faces', protocol: { kind: 'of-study' as const, study: 'X' }, methods };
  expect(await studies.preview({ spec })).toMatchObject({ cells: 4, conditions: [{ key: 'k=2' }, { key: 'k=3' }] });
  const second = await studies.create({ spec });
  for (const [condition, repeat] of [
    ['k=2', 1],
    ['k=3', 2],
  ] as const) {
    const [own, other] = await Promise.all([first, second].map(({ id }) => studies.split({ id, condition, repeat })));
    expect(other).toEqual(own);
  }
  // Its own from here on: the other study may go, and methods are added to this one by the spec of before.
  await studies.delete({ id: first.id });
  const more = { ...spec, methods: [...methods, { method: '2dpca' }] };
  expect(await studies.preview({ spec: more, extends: second.id })).toMatchObject({ cells: 8 });
  expect(await studies.extend({ id: second.id, spec: more })).toMatchObject({ cells: { total: 8 } });
  await expect(studies.create({ spec: { ...spec, name: 'Z' } })).rejects.toMatchObject({
    data: { problems: [{ path: 'protocol.study', message: expect.stringContaining('there is no study "X"') }] },
  });
});
