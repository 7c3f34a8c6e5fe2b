import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src/core/progress.ts';
import { describe as describeProgress, duration, ProgressLine } from '../../../src/main/cli/progress.ts';
import { columns } from '../../../src/main/cli/options/textColumns.ts';

const progress = (done: number, changes: Partial<Progress> = {}): Progress => ({
  done,
  total: 150,
  failed: 0,
  rate: 3.14159,
  secondsLeft: 34.2,
  running: ['BPPCA, k = 3, repeat 7'],
  ...changes,
});

function line(options: { isTTY: boolean; json?: boolean; columns?: number }) {
  const written: string[] = [];
  let now = 0;
  const target = { isTTY: options.isTTY, columns: options.columns ?? 80, write: (text: string) => written.push(text) };
  const shown = new ProgressLine(target, { unit: 'cells', json: options.json, now: () => now });
  return { written, shown, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('a progress line', () => {
  it('ends with what came too soon after the last line, once, and not behind the whole', () => {
    const { written, shown } = line({ isTTY: false, json: true });
    shown.show(progress(1));
    shown.show(progress(3));
    shown.end();
    shown.end();
    expect(written.map((text) => JSON.parse(text).done)).toEqual([1, 3]);
    shown.show(progress(150));
    shown.show(progress(3));
    shown.end();
    expect(written.map((text) => JSON.parse(text).done)).toEqual([1, 3, 150]);
  });

  it('says nothing of the time left while that is a lower bound, which would fall', () => {
    expect(describeProgress(progress(42, { atLeast: true, longer: 'PCA takes longer' }), 'cells')).toBe(
      '42 of 150 cells (28%) · 3.1 cells/s · BPPCA, k = 3, repeat 7',
    );
  });

  it('says how much is done, how fast, how long it takes and what runs', () => {
    expect(describeProgress(progress(42), 'cells')).toBe(
      '42 of 150 cells (28%) · 3.1 cells/s · 35 s left · BPPCA, k = 3, repeat 7',
    );
  });

  it('leaves out what is not known', () => {
    const unknown = progress(0, { total: 0, rate: null, secondsLeft: null, running: [] });
    expect(describeProgress(unknown, 'images')).toBe('0 of 0 images');
    expect(describeProgress(progress(149, { failed: 1, running: [] }), 'cells')).toBe(
      '149 of 150 cells (100%) · 1 failed · 3.1 cells/s',
    );
  });

  it('is rewritten in place on a terminal, at most ten times a second, and fits its width', () => {
    const { written, shown, wait } = line({ isTTY: true, columns: 30 });
    for (let done = 0; done < 20; done++) {
      shown.show(progress(done));
      wait(20);
    }
    expect(written).toHaveLength(4);
    for (const text of written) {
      expect(text.startsWith('\r\u001b[2K')).toBe(true);
      expect([...text.slice(5)].length).toBeLessThan(30);
    }
    shown.clear();
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  it('is a sparse line elsewhere, the last one always and once', () => {
    const { written, shown, wait } = line({ isTTY: false });
    for (let done = 0; done < 150; done++) {
      shown.show(progress(done));
      wait(100);
    }
    shown.show(progress(150));
    shown.show(progress(150));
    shown.clear();
    expect(written.map((text) => text.split(' ')[0])).toEqual(['0', '100', '150']);
    expect(written.every((text) => text.endsWith('\n') && !text.includes('\r'))).toBe(true);
  });

  it('is a line of JSON where that was asked for', () => {
    const { written, shown } = line({ isTTY: false, json: true });
    shown.show(progress(42));
    expect(JSON.parse(written[0])).toEqual({ event: 'progress', ...progress(42) });
  });
});

describe('durations', () => {
  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [3599.5, '1 h 0 min'],
    [7500, '2 h 5 min'],
  ])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});

describe('columns', () => {
  it('are aligned, numbers to the right, characters counted as they are seen', () => {
    const text = columns(
      ['name', '>n'],
      [
        ['é', '10'],
        ['e\u0301', '5'],
      ],
    );
    expect(text).toBe('name   n\né     10\ne\u0301      5\n');
  });
});
