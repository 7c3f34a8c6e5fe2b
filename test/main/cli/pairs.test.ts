// @module-tag processes
/** pairs: all pairs of vectors, against the rates of the scores themselves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeNpy, startFile } from '../../../src/core/formats/npy.ts';
import { encodeNpz } from '../../../src/core/formats/npz.ts';
import { rocOf } from '../../../src/core/measures/roc.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const { images, labels } = generateFaces({ subjects: 6, perSubject: 5, rows: 12, cols: 10 });

beforeAll(async () => {
  writeFileSync(here.at('x.npy'), encodeNpy({ shape: [30, 120], data: images.data }));
  writeFileSync(here.at('labels.npy'), encodeNpy({ shape: [30], data: labels }));
  writeFileSync(
    here.at('unknown.npy'),
    encodeNpy({ shape: [30], data: labels.map((label, n) => (n === 7 ? -1 : label)) }),
  );
  writeFileSync(here.at('one.npy'), encodeNpy({ shape: [30], data: labels.map(() => 4) }));
  writeFileSync(here.at('all.npy'), encodeNpy({ shape: [30], data: labels.map((_, n) => n) }));
  writeFaces(here.at('faces'), { subjects: 4, perSubject: 4, rows: 16, cols: 16 });
  expect((await here.run('import', 'faces', '--name', 'faces')).code).toBe(0);
});
afterAll(() => here.remove());

/** Cosines of the pairs, genuine ones and impostors. */
function cosines(): [Float64Array, Float64Array] {
  const row = (n: number) => images.data.subarray(120 * n, 120 * (n + 1));
  const product = (a: number, b: number): number => row(a).reduce((sum, x, i) => sum + x * row(b)[i], 0);
  const [genuine, impostors]: [number[], number[]] = [[], []];
  for (let a = 0; a < 30; a++) {
    for (let b = 0; b < a; b++) {
      const cosine = product(a, b) / Math.sqrt(product(a, a) * product(b, b));
      (labels[a] === labels[b] ? genuine : impostors).push(cosine);
    }
  }
  return [Float64Array.from(genuine), Float64Array.from(impostors)];
}

describe('pairs', () => {
  it('tells the rates of the scores, the same with any number of threads, and writes the curve', async () => {
    const expected = rocOf(...cosines())!;
    const outcomes = [];
    for (const workers of ['1', '2']) {
      const line = `pairs --data x.npy --labels labels.npy --workers ${workers} --json --out curve-${workers}.csv`;
      const { code, stdout, stderr } = await here.run(...line.split(' '));
      expect({ code, said: stderr.replace(/^\{"event":"progress".*\n/gm, '') }).toEqual({ code: 0, said: '' });
      outcomes.push(stdout + readFileSync(here.at(`curve-${workers}.csv`), 'utf8'));
      const summary = JSON.parse(stdout);
      expect(summary).toMatchObject({ vectors: 30, length: 120, subjects: 6, genuine: 60, impostors: 375 });
      expect(summary.auc).toBeCloseTo(expected.auc, 12);
      expect(100 * summary.eer).toBeCloseTo(expected.eer, 10);
      expect(summary.points.map(({ within }: { within: number }) => within)).toEqual([1, 0.1, 0.01]);
    }
    expect(outcomes[1]).toBe(outcomes[0]);
    const [head, ...points] = readFileSync(here.at('curve-1.csv'), 'utf8').trim().split('\r\n');
    expect(head).toBe('threshold,far,frr,tar');
    const thresholds = points.map((line) => Number(line.split(',')[0]));
    expect(thresholds.length).toBeGreaterThan(20);
    expect(thresholds).toEqual(thresholds.toSorted((a, b) => a - b));
  });

  it('takes the images of a dataset, or vectors attached to them', async () => {
    const images = await here.run('pairs', '--data', 'faces', '--json');
    expect(JSON.parse(images.stdout)).toMatchObject({ vectors: 16, length: 256, subjects: 4, metric: 'cosine' });
    writeFileSync(
      here.at('codes.npy'),
      encodeNpy({ shape: [16, 3], data: Float64Array.from({ length: 48 }, (_, i) => 1 + (i % 7)) }),
    );
    expect((await here.run('attach', 'faces', 'codes.npy', '--as', 'codes')).stderr).toBe('');
    const codes = await here.run('pairs', '--data', 'faces', '--vectors', 'codes', '--metric', 'euclidean');
    expect(codes.stdout).toMatch(
      /^16 vectors of 3 numbers, 4 subjects, Euclidean distance\n24 genuine pairs, 96 impostor pairs\n/,
    );
  });

  it('takes names and numbers of subjects from a table as they are written', async () => {
    const names = Array.from(labels, (label) => `${'0'.repeat(label)}1`);
    const pairs = async (text: string): Promise<{ genuine: number; subjects: number }> => {
      writeFileSync(here.at('who.csv'), text);
      const { stdout } = await here.run('pairs', '--data', 'x.npy', '--labels', 'who.csv', '--json');
      return JSON.parse(stdout);
    };
    const expected = await pairs(`subject\n${names.map((name) => `anna ${name}`).join('\n')}\n`);
    expect(await pairs(`${names.join('\n')}\n`)).toEqual(expected);
    expect(await pairs(`,subject,note\n${names.map((name, n) => `${n},${name},x`).join('\n')}\n`)).toEqual(expected);
  });

  it('says what is wrong with the subjects', async () => {
    const of = async (file: string) => (await here.run('pairs', '--data', 'x.npy', '--labels', file)).stderr;
    expect(await of('unknown.npy')).toMatch(
      /unknown\.npy: expected the subject of every vector, found none for vector 7/,
    );
    expect(await of('one.npy')).toMatch(/all vectors are of one subject: there is no impostor pair/);
    expect(await of('all.npy')).toMatch(/no two vectors are of one subject: there is no genuine pair/);
  });
});

describe('search', () => {
  it('finds every vector of a gallery that holds it, and the subject', async () => {
    const line =
      'search --data x.npy --labels labels.npy --gallery x.npy --gallery-labels labels.npy --out nearest.csv';
    const { stdout, stderr } = await here.run(...line.split(' '), '--quiet');
    expect({ stdout, stderr }).toEqual({
      stdout:
        '30 probes in a gallery of 30 vectors: 100.00% have the subject of the nearest\n' +
        'Nearest vectors written to nearest.csv\n',
      stderr: '',
    });
    const [head, ...rows] = readFileSync(here.at('nearest.csv'), 'utf8').trim().split('\r\n');
    expect(head).toBe('probe,nearest,score,subject');
    const numbers = rows.map((row) => row.split(',').map(Number));
    expect(numbers.map(([probe, nearest, , subject]) => [probe, nearest, subject])).toEqual(
      Array.from(labels, (label, n) => [n, n, label]),
    );
  });

  it('compares subjects by their numbers in both files', async () => {
    writeFileSync(here.at('shifted.npy'), encodeNpy({ shape: [30], data: labels.map((label) => label + 1) }));
    const line = 'search --data x.npy --labels labels.npy --gallery x.npy --gallery-labels shifted.npy --json --quiet';
    const { stdout } = await here.run(...line.split(' '));
    expect(JSON.parse(stdout)).toEqual({ probes: 30, gallery: 30, length: 120, metric: 'cosine', right: 0 });
  });

  it.each(['cosine', 'euclidean'])(
    'reads a NumPy gallery block by block with the same results by %s',
    async (metric) => {
      const single = Float32Array.from(images.data);
      const { bytes, from } = startFile('<f4', [30, 120], 4 * single.length);
      bytes.set(new Uint8Array(single.buffer), from);
      writeFileSync(here.at('single.npy'), bytes);
      const whole = encodeNpz({ single: { shape: [30, 120], data: Float64Array.from(single) } });
      writeFileSync(here.at('whole.npz'), whole);
      writeFileSync(here.at('double.npy'), encodeNpy({ shape: [30, 120], data: Float64Array.from(single) }));
      const found = [];
      for (const gallery of ['whole.npz', 'single.npy', 'double.npy']) {
        const line = `search --data x.npy --gallery ${gallery} --metric ${metric} --out ${gallery}.csv --quiet`;
        expect(await here.run(...line.split(' '))).toMatchObject({ code: 0 });
        found.push(readFileSync(here.at(`${gallery}.csv`), 'utf8'));
      }
      expect(found.slice(1)).toEqual([found[0], found[0]]);
    },
  );

  it('names what is wrong with a gallery', async () => {
    const bad = encodeNpy({ shape: [30, 120], data: images.data.with(250, NaN) });
    writeFileSync(here.at('nan.npy'), bad);
    writeFileSync(here.at('short.npy'), bad.subarray(0, -8));
    const { stderr } = await here.run('search', '--data', 'x.npy', '--gallery', 'nan.npy', '--quiet');
    expect(stderr).toContain('nan.npy: expected finite numbers, found NaN in image 2 at row 10, column 0');
    // A search has no method that could take missing pixels: both files are refused in the same words.
    expect(await here.run('search', '--data', 'nan.npy', '--gallery', 'x.npy', '--quiet')).toMatchObject({ stderr });
    const short = await here.run('search', '--data', 'x.npy', '--gallery', 'short.npy', '--quiet');
    expect(short.stderr).toContain('short.npy: expected 28800 bytes');
  });
});
