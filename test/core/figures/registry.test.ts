import { describe, expect, it } from 'vitest';
import { figureDeclarations, figureSpecSchema } from '../../../src/core/figures/registry.ts';

/** What fields without a default are filled with. */
const LABELS = { label: 'PCA', labels: ['PCA', 'LDA'] } as const;

describe.each(figureDeclarations)('the kind "$kind"', ({ kind, schema, fields, parameters, title, help, icon }) => {
  it('is accepted with its defaults, and says what it shows', () => {
    const needed = Object.entries(fields).filter(([, field]) => field.safeParse(undefined).error);
    const given = Object.fromEntries(needed.map(([name]) => [name, LABELS[name as keyof typeof LABELS]]));
    expect(schema.safeParse({ kind, ...given }).error).toBeUndefined();
    expect(figureSpecSchema.safeParse({ kind, ...given, other: 1 }).success).toBe(false);
    expect([title, help.at(-1)]).toEqual([expect.stringMatching(/^[A-Z]/), '.']);
  });

  it('has a miniature of its own, inside of its frame', () => {
    expect(figureDeclarations.filter((other) => other.icon === icon)).toHaveLength(1);
    expect(icon).toMatch(/^M/);
    const commands = [...icon.matchAll(/([A-Za-z])([^A-Za-z]*)/g)].map(([, name, numbers]) => ({
      name,
      numbers: numbers.trim().split(/[ ,]+/).map(Number),
    }));
    for (const { name, numbers } of commands) {
      const counts: Record<string, number | undefined> = { M: 2, L: 2, H: 1, V: 1, C: 6 };
      expect(numbers, name).toHaveLength(counts[name] ?? 0);
      for (const [i, at] of numbers.entries()) {
        const vertical = name === 'V' || (name !== 'H' && i % 2 === 1);
        expect(at).toBeGreaterThanOrEqual(1);
        expect(at).toBeLessThanOrEqual(vertical ? 15 : 23);
      }
    }
  });

  it('has parameters whose defaults and choices its schema accepts', () => {
    for (const parameter of parameters) {
      const own = fields[parameter.name];
      const values = parameter.kind === 'choice' ? parameter.choices.map(({ value }) => value) : [];
      for (const value of values) expect(own.safeParse(value).error).toBeUndefined();
      if (parameter.kind === 'choice' && parameter.default !== '') expect(values).toContain(parameter.default);
    }
  });
});
