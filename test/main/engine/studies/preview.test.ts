import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const spec = {
  name: 'X',
  dataset: 'faces',
  protocol: { kind: 'random' as const, trainPerSubject: [2], repeats: 3 },
  methods: [{ method: '2dpca' }],
};

async function opened(images: ReturnType<typeof smallDataset>) {
  const engine = await openEngine({ workspacePath: join(temporaryFolder(), 'w'), host: 'browser', roots: [] });
  onTestFinished(() => engine.close());
  engine.addDataset('faces', images, '');
  return engine.client.studies;
}

it('tells the time at the usual smaller size of large images, and names no size of small ones', async () => {
  const large = await opened(smallDataset({ rows: 80, cols: 60 }));
  const { cost, smaller } = await large.preview({ spec });
  expect(smaller).toMatchObject({ rows: 40, cols: 30 });
  expect(smaller!.seconds).toBeGreaterThan(0);
  expect(smaller!.seconds).toBeLessThan(cost.seconds);
  const shape = { ...spec, methods: [{ method: '2dpca', latent: [50] }] };
  expect((await large.preview({ spec: shape })).smaller, 'no such dimension there').toBeNull();
  expect((await (await opened(smallDataset())).preview({ spec })).smaller).toBeNull();
});

it('names the images without which no split separates duplicates', async () => {
  const dataset = smallDataset();
  const { rows, cols } = dataset.images;
  const pixels = dataset.images.pixels.slice();
  for (const image of [1, 2]) pixels.copyWithin(image * rows * cols, 0, rows * cols);
  const studies = await opened({ ...dataset, images: { ...dataset.images, pixels } });
  const { duplicates, warnings } = await studies.preview({ spec });
  expect(duplicates.surplus).toEqual([1, 2]);
  expect(duplicates.warning).toContain('under another name');
  expect(warnings).toContain(duplicates.warning);
  const images = Array.from({ length: dataset.images.count - 1 }, (_, n) => n + 1);
  const some = await studies.preview({ spec: { ...spec, subset: { images } } });
  expect(some.duplicates.surplus, 'of the images that take part').toEqual([2]);
});
