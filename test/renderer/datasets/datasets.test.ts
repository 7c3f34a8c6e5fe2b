import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/renderer/api/client.ts';
import { parseImageSize } from '../../../src/renderer/import/recipeDraft.ts';
import { thumbnailLines } from '../../../src/renderer/faces/thumbnailLines.ts';
import { useThumbnails } from '../../../src/renderer/faces/useThumbnails.ts';

describe('parseImageSize', () => {
  it.each(['56 × 46', '56x46', ' 56 46 ', '56,46'])('reads rows first from %j', (text) => {
    expect(parseImageSize(text)).toEqual({ rows: 56, cols: 46 });
  });

  it.each(['', '56', '0x4', '5000x5', '5.5x4', '56x46x2'])('refuses %j', (text) => {
    expect(parseImageSize(text)).toBeNull();
  });
});

describe('thumbnailLines', () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ index, file: `${index}.pgm`, attributes: {} }));

  it('breaks a subject with many images into lines and names it once', () => {
    const lines = thumbnailLines(
      [
        { subject: 'a', images: images(5) },
        { subject: 'b', images: images(1) },
      ],
      2,
    );
    expect(lines.map((line) => [line.subject, line.first, line.images.length])).toEqual([
      ['a', true, 2],
      ['a', false, 2],
      ['a', false, 1],
      ['b', true, 1],
    ]);
  });

  it('shows one image a line where there is no room for two', () => {
    expect(thumbnailLines([{ subject: 'a', images: images(3) }], 0)).toHaveLength(3);
  });
});

describe('useThumbnails', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const client = (thumbnails: unknown): Client => ({ datasets: { thumbnails } }) as unknown as Client;

  it('asks for what comes into view in one call, once, and keeps pixels apart', async () => {
    const thumbnails = vi.fn(async ({ index }: { index: number[] }) => ({
      rows: 1,
      cols: 2,
      count: index.length,
      pixels: btoa(String.fromCharCode(...index.flatMap((n) => [n, 200 + n]))),
    }));
    const { images, want } = useThumbnails(client(thumbnails), 4, 64);
    for (const index of [3, 5, 3]) want(index);
    await turn();
    want(5);
    await turn();
    expect(thumbnails.mock.calls).toEqual([[{ id: 4, index: [3, 5], maxSide: 64 }]]);
    expect(images.get(5)).toEqual({
      rows: 1,
      cols: 2,
      rgba: Uint8ClampedArray.of(5, 5, 5, 255, 205, 205, 205, 255),
    });
  });

  it('reads what came into view last first, two calls at a time, and drops what has scrolled by', async () => {
    const answers: (() => void)[] = [];
    const asked: number[][] = [];
    const { want } = useThumbnails(
      client(async ({ index }: { index: number[] }) => {
        asked.push(index);
        await new Promise<void>((done) => answers.push(done));
        return { rows: 1, cols: 1, count: index.length, pixels: btoa('x'.repeat(index.length)) };
      }),
      1,
      64,
    );
    for (let n = 0; n < 1000; n++) want(n);
    await turn();
    expect(asked.map(([first]) => first)).toEqual([880, 760]);
    while (answers.length > 0) {
      answers.shift()!();
      await turn();
    }
    // 600 of them waited; the others can be asked for again when they come back into view.
    expect(asked.flat().length).toBe(600);
    want(0);
    await turn();
    expect(asked.at(-1)).toEqual([0]);
  });

  it('keeps the latest thumbnails only, and those in view among them', async () => {
    const { images, want } = useThumbnails(
      client(async ({ index }: { index: number[] }) => ({
        rows: 1,
        cols: 1,
        count: index.length,
        pixels: btoa('x'.repeat(index.length)),
      })),
      1,
      64,
    );
    for (let from = 0; from < 4000; from += 100) {
      want(0);
      for (let n = from; n < from + 100; n++) want(n);
      await turn();
      await turn();
    }
    expect(images.size).toBe(3000);
    expect(images.has(0)).toBe(true);
    expect(images.has(1)).toBe(false);
    expect(images.has(3999)).toBe(true);
  });

  it('says why there are none, and asks again when they come into view again', async () => {
    const thumbnails = vi.fn(async (): Promise<never> => {
      throw new Error('The workspace is closed.');
    });
    const { failure, want } = useThumbnails(client(thumbnails), 1, 64);
    want(0);
    await turn();
    expect(failure.value?.message).toBe('The workspace is closed.');
    want(0);
    await turn();
    expect(thumbnails).toHaveBeenCalledTimes(2);
  });
});
