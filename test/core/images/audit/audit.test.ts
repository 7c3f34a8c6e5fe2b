import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { audit, subjectCounts, type Audit, type AuditOptions } from '../../../../src/core/images/audit/audit.ts';

const rows = 20;
const cols = 18;

/** A picture without structure, the same for the same number. */
function picture(seed: number): number[] {
  let state = seed + 1;
  return Array.from({ length: rows * cols }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 24) & 255;
  });
}

function auditOf(pictures: readonly (readonly number[])[], subjects: readonly string[], options?: AuditOptions): Audit {
  // One array for all images, as a caller may do.
  const shared = new Float64Array(rows * cols);
  const read = (n: number): Float64Array => {
    shared.set(pictures[n]);
    return shared;
  };
  return runSteps(audit({ rows, cols, count: pictures.length, subjects, read }, options));
}

describe('duplicates', () => {
  it('that are equal form groups; one that stands under two subjects says so', () => {
    const [a, b, c, d] = [1, 2, 3, 4].map(picture);
    const found = auditOf([a, b, a, c, b, a, d], ['x', 'x', 'x', 'y', 'y', 'x', 'z']);
    expect(found.exact).toEqual([
      { images: [0, 2, 5], sameSubject: true },
      { images: [1, 4], sameSubject: false },
    ]);
    expect(found.near).toMatchObject({ searched: true, count: 0, pairs: [] });
  });

  it('that differ in one pixel by one grey value are near, not exact', () => {
    const a = picture(1);
    const almost = a.with(5, a[5] === 255 ? 254 : a[5] + 1);
    const { exact, near } = auditOf([a, picture(2), almost], ['x', 'x', 'y']);
    expect(exact).toEqual([]);
    expect(near.count).toBe(1);
    expect(near.pairs[0]).toMatchObject({ images: [0, 2], sameSubject: false });
    expect(near.pairs[0].correlation).toBeGreaterThan(0.9999);
    expect(near.pairs[0].correlation).toBeLessThan(1);
  });

  it('are near also in another brightness and contrast, and agree with the correlation as defined', () => {
    const a = picture(1);
    const noise = picture(9);
    const b = a.map((value, i) => 40 + 0.5 * value + 0.02 * (noise[i] - 127));
    const { near } = auditOf([b, a], ['x', 'x']);
    const mean = (v: readonly number[]): number => v.reduce((s, x) => s + x, 0) / v.length;
    const [ma, mb] = [mean(a), mean(b)];
    const dot = (u: readonly number[], mu: number, v: readonly number[], mv: number): number =>
      u.reduce((s, x, i) => s + (x - mu) * (v[i] - mv), 0);
    const expected = dot(a, ma, b, mb) / Math.sqrt(dot(a, ma, a, ma) * dot(b, mb, b, mb));
    expect(near.pairs).toHaveLength(1);
    expect(near.pairs[0].correlation).toBeCloseTo(expected, 12);
    expect(expected).toBeLessThan(1);
  });

  it('are not near below the threshold, which may be chosen', () => {
    const a = picture(1);
    const noise = picture(9);
    const b = a.map((value, i) => value + 0.08 * (noise[i] - 127));
    expect(auditOf([a, b], ['x', 'x']).near.count).toBe(0);
    expect(auditOf([a, b], ['x', 'x'], { near: 0.99 }).near.count).toBe(1);
    expect(auditOf([a, b], ['x', 'x'], { near: null }).near).toMatchObject({ searched: false, count: 0 });
  });

  it('are found across blocks of comparisons', () => {
    const pictures = Array.from({ length: 2700 }, (_, n) => picture(n));
    pictures[2699] = pictures[3].map((value) => 0.9 * value + 1);
    pictures[2600] = pictures[3];
    const { exact, near } = auditOf(pictures, new Array<string>(2700).fill('x'));
    expect(exact).toEqual([{ images: [3, 2600], sameSubject: true }]);
    expect(near.pairs.map(({ images }) => images)).toEqual([
      [3, 2699],
      [2600, 2699],
    ]);
  });
});

describe('the share of an audit that is done', () => {
  it('grows from image to image and block to block up to the whole', () => {
    const pictures = Array.from({ length: 40 }, (_, n) => picture(n).concat(picture(n + 50)));
    const source = { rows: 2 * rows, cols, count: 40, subjects: pictures.map((_, n) => String(n % 4)) };
    const shares = [...audit({ ...source, read: (n) => Float64Array.from(pictures[n]) })];
    expect(shares.every((share, i) => typeof share === 'number' && share >= Number(shares[i - 1] ?? 0))).toBe(true);
    expect(shares.at(-1)).toBeCloseTo(1, 12);
  });
});

describe('images without content', () => {
  it('of one grey value are named with it, and are duplicates of one another', () => {
    const flat = new Array<number>(rows * cols).fill(7);
    const { constant, exact, truncated } = auditOf([picture(1), flat, flat], ['x', 'x', 'y']);
    expect(constant).toEqual([
      { image: 1, value: 7 },
      { image: 2, value: 7 },
    ]);
    expect(exact).toEqual([{ images: [1, 2], sameSubject: false }]);
    expect(truncated).toEqual([]);
  });

  it('in their lower part are truncated', () => {
    const cut = picture(30).map((value, i) => (i >= 14 * cols ? 128 : value));
    const pictures = Array.from({ length: 30 }, (_, n) => picture(n));
    const { truncated } = auditOf([...pictures, cut], new Array<string>(31).fill('x'));
    expect(truncated).toEqual([{ image: 30, rows: 6 }]);
  });

  it('around all images are a margin, not a truncation', () => {
    const framed = (n: number, margin: number): number[] =>
      picture(n).map((value, i) => {
        const r = Math.floor(i / cols);
        return r < margin || r >= rows - margin ? 0 : value;
      });
    const pictures = Array.from({ length: 30 }, (_, n) => framed(n, n === 29 ? 8 : 2));
    expect(auditOf(pictures, new Array<string>(30).fill('x')).truncated).toEqual([]);
  });
});

describe('counts', () => {
  it('name the subjects that deviate from most, and those with one image', () => {
    expect(subjectCounts(['a', 'a', 'b', 'b', 'c', 'd', 'd'])).toEqual({
      subjects: 4,
      least: 1,
      most: 2,
      usual: 2,
      unusual: [{ subject: 'c', count: 1 }],
      single: ['c'],
    });
  });

  it('have no usual number where no half of the subjects shares one', () => {
    expect(subjectCounts(['a', 'b', 'b', 'c', 'c', 'c'])).toMatchObject({
      usual: null,
      unusual: [],
      least: 1,
      most: 3,
    });
  });
});
