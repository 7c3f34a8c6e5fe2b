import { describe, expect, it } from 'vitest';
import { classifiers } from '../../src/core/classify/classifiers/registry.ts';
import { methods } from '../../src/core/methods/registry.ts';
import { comparisons as results } from '../../scripts/reference/defaults.ts';
import { comparisons } from '../bench/methods/defaults/comparisons.ts';

const settings = [...methods, ...classifiers].flatMap(({ title, parameters }) =>
  parameters.map((parameter) => ({ ...parameter, of: title })),
);

describe('the default of every setting', () => {
  it.each(settings.map((setting) => [`${setting.of}, ${setting.name}`, setting] as const))(
    'says where it comes from: %s',
    (_, { source = {}, ...setting }) => {
      expect(Object.values(source).join('')).not.toBe('');
      if (source.measured === undefined) return;
      const compared = comparisons.find(({ id }) => id === source.measured);
      expect(compared, source.measured).toBeDefined();
      expect(compared!.rows.map(({ value }) => value)).toContain('default' in setting ? setting.default : undefined);
    },
  );

  it('rests on comparisons of 16 conditions, each with every value', () => {
    expect(Object.keys(results).sort()).toEqual(comparisons.map(({ id }) => id).sort());
    for (const { id, rows } of comparisons) {
      const conditions = Object.values(results[id]);
      expect(conditions, id).toHaveLength(16);
      const values = rows.map(({ value }) => String(value)).sort();
      for (const errors of conditions) expect(Object.keys(errors).sort(), id).toEqual(values);
    }
  });

  it('is compared of a method or classifier that has the setting', () => {
    const own = [
      ...methods.map(({ id, parameters }) => ({ of: id, parameters })),
      ...classifiers.map(({ kind, parameters }) => ({ of: kind, parameters })),
    ].flatMap(({ of, parameters }) => parameters.map(({ name }) => `${of}.${name}`));
    for (const { id } of comparisons)
      expect(
        own.some((name) => id.startsWith(name)),
        id,
      ).toBe(true);
  });
});
