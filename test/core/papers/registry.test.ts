import { describe, expect, it } from 'vitest';
import { DATABASES, recognise, type DatabaseId } from '../../../src/core/papers/databases.ts';
import { experiments } from '../../../src/core/papers/registry.ts';

describe('the experiments of the papers', () => {
  it('have ids of their own that file names and addresses may have', () => {
    const ids = experiments.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('say what the paper has, where, and what is asked for', () => {
    for (const { id, published, rule, description } of experiments) {
      expect(published.length, id).toBeGreaterThan(0);
      for (const { where } of published) expect(where, id).toMatch(/Table|Fig|page|section/i);
      expect(rule, id).toMatch(/\.$/);
      expect(description, id).toMatch(/\.$/);
    }
  });

  it('name a database once, the paper’s own before stand-ins', () => {
    for (const { id, data } of experiments) {
      expect(new Set(data.map(({ database }) => database)).size, id).toBe(data.length);
      const standIns = data.map(({ standIn }) => standIn === true);
      expect([...standIns].sort(), id).toEqual(standIns);
    }
  });
});

describe('a dataset is recognised', () => {
  const dataset = { count: 400, subjects: 40, rows: 112, cols: 92, hash: 'another' };

  it('by its pixels, else by counts and shape', () => {
    expect(recognise('orl', { ...dataset, hash: DATABASES.orl.hash })).toBe('hash');
    expect(recognise('orl', dataset)).toBe('counts');
    expect(recognise('orl', { ...dataset, rows: 56, cols: 46 })).toBeNull();
    expect(recognise('orl', { ...dataset, subjects: 39 })).toBeNull();
  });

  it('in whatever crop where everybody makes their own', () => {
    const ar = { count: 1400, subjects: 100, hash: 'another' };
    for (const [rows, cols] of [
      [100, 100],
      [32, 32],
      [50, 40],
    ])
      expect(recognise('ar', { ...ar, rows, cols })).toBe('counts');
    expect(recognise('ar', { ...ar, subjects: 126, rows: 32, cols: 32 })).toBeNull();
  });

  it('as one database at most, if only its counts are known', () => {
    const ids = Object.keys(DATABASES) as DatabaseId[];
    for (const id of ids) {
      const { images, subjects, rows, cols } = DATABASES[id];
      const same = ids.filter((other) => recognise(other, { count: images, subjects, rows, cols, hash: '' }));
      expect(same).toEqual([id]);
    }
  });
});
