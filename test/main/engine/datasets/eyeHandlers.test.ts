import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../../../../src/core/images/preprocess/steps.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const [first, second] = [
  { x: 2, y: 4 },
  { x: 7, y: 3.5 },
];
const align: Step = { kind: 'align', rows: 8, cols: 8, left: { x: 2, y: 3 }, right: { x: 5, y: 3 } };

describe('eyes marked in a dataset', () => {
  let folder: string;
  let engine: Engine;
  let id: number;

  beforeEach(async () => {
    folder = temporaryFolder();
    engine = await openEngine({ workspacePath: join(folder, 'w.eigenbench'), host: 'browser', roots: [], log: 'none' });
    ({ id } = engine.addDataset('faces', smallDataset(), '/made/up'));
  });
  afterEach(() => engine.close());

  const mark = (index: number, eyes: [typeof first, typeof first] | null) =>
    engine.client.datasets.markEyes({ id, index, eyes });

  it('are kept with the image, ordered by their place in it, until they are forgotten', async () => {
    await mark(3, [second, first]);
    await mark(4, [first, second]);
    await mark(4, null);
    expect(await engine.client.datasets.markedEyes({ id })).toEqual([{ index: 3, left: first, right: second }]);
  });

  it('stay with their image when others are excluded, and go with the dataset', async () => {
    await mark(3, [first, second]);
    await engine.client.datasets.exclude({ id, index: [0] });
    expect(await engine.client.datasets.markedEyes({ id })).toMatchObject([{ index: 2 }]);
  });

  it('come back from the list that they are exported to', async () => {
    await mark(0, [first, second]);
    await mark(7, [{ x: 1.25, y: 2 }, second]);
    const marked = await engine.client.datasets.markedEyes({ id });
    const file = await engine.client.datasets.exportEyes({ id });
    expect(file.name).toBe('faces eyes.txt');
    const text = await file.text();
    expect(text).toBe('s1/1 2 4 7 3.5\ns2/3 1.25 2 7 3.5\n');
    const path = join(folder, 'eyes.txt');
    writeFileSync(path, text);
    await mark(0, null);
    await mark(7, null);
    await mark(9, [first, second]);
    const taken = await engine.client.datasets.takeEyes({ id, from: engine.grant(path) });
    expect(taken).toEqual({ known: 2, missing: 28 });
    expect(await engine.client.datasets.markedEyes({ id })).toEqual([
      ...marked,
      { index: 9, left: first, right: second },
    ]);
  });

  it('align as those of a file do, bit for bit', async () => {
    const path = join(folder, 'eyes.txt');
    const lines = Array.from(
      { length: 30 },
      (_, n) => `s${Math.floor(n / 5) + 1}/${(n % 5) + 1} ${2 + n / 30} 4 7 3.5`,
    );
    writeFileSync(path, lines.join('\n'));
    const from = engine.grant(path);
    await engine.client.datasets.takeEyes({ id, from });
    const make = async (name: string, eyes: string | { marked: true }): Promise<string> => {
      const events = await engine.client.datasets.preprocess({ id, name, steps: [align], eyes });
      for await (const event of events) if (event.kind === 'done') return event.report.dataset.hash;
      throw new Error('nothing was made');
    };
    expect(await make('by hand', { marked: true })).toBe(await make('by file', from));
  });

  it('say why an image without them cannot be aligned', async () => {
    await mark(0, [first, second]);
    const { images } = await engine.client.datasets.previewSteps({
      of: { id, index: [0, 1] },
      steps: [align],
      eyes: { marked: true },
      maxSide: 64,
    });
    expect(images[0]).toMatchObject({ reason: null, rows: 8, cols: 8 });
    expect(images[1]).toMatchObject({ reason: 'its eyes are not known', after: null });
  });

  it('are refused outside the image, at one place, beyond the last image, and from a list of other files', async () => {
    await expect(mark(0, [first, { x: 10, y: 3 }])).rejects.toThrow('eyes: (10, 3) lies outside the image of 12 × 10.');
    await expect(mark(0, [first, first])).rejects.toThrow('eyes: both eyes are at the same position.');
    await expect(mark(30, [first, second])).rejects.toThrow('index: there is no image 30; the dataset has 30.');
    await expect(engine.client.datasets.exportEyes({ id })).rejects.toThrow('No eyes are marked in "faces".');
    const path = join(folder, 'others.txt');
    writeFileSync(path, 'someone 1 2 3 4\n');
    await expect(engine.client.datasets.takeEyes({ id, from: engine.grant(path) })).rejects.toThrow(
      'from: none of its names is a file of "faces".',
    );
    writeFileSync(path, 's1/1 1 2 300 4\n');
    await expect(engine.client.datasets.takeEyes({ id, from: engine.grant(path) })).rejects.toThrow(
      's1/1.pgm: (300, 4) lies outside the image of 12 × 10.',
    );
    const of = { token: engine.grant(path), count: 1 };
    await expect(
      engine.client.datasets.previewSteps({ of, steps: [align], eyes: { marked: true }, maxSide: 64 }),
    ).rejects.toThrow('eyes: only the images of a dataset have marked eyes.');
  });
});
