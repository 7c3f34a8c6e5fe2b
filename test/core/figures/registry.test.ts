import { describe, expect, it } from 'vitest';
import { figureDeclarations, figureSpecSchema } from '../../../src/core/figures/registry.ts';

/** What fields without a default are filled with. */
const LABELS = { label: 'PCA', labels: ['PCA', 'LDA'] } as const;

describe.each(figureDeclarations)('the kind "$kind"', ({ kind, schema, fields, parameters, title, help }) => {
  it('is accepted with its defaults, and says what it shows', () => {
    const needed = Object.entries(fields).filter(([, field]) => field.schema.safeParse(undefined).error);
    const given = Object.fromEntries(needed.map(([name]) => [name, LABELS[name as keyof typeof LABELS]]));
    expect(schema.safeParse({ kind, ...given }).error).toBeUndefined();
    expect(figureSpecSchema.safeParse({ kind, ...given, other: 1 }).success).toBe(false);
    expect([title, help.at(-1)]).toEqual([expect.stringMatching(/^[A-Z]/), '.']);
  });

  it('has parameters whose defaults and choices its schema accepts', () => {
    for (const parameter of parameters) {
      const { schema: own } = fields[parameter.name];
      const values = parameter.kind === 'choice' ? parameter.choices.map(({ value }) => value) : [];
      for (const value of values) expect(own.safeParse(value).error).toBeUndefined();
      if (parameter.kind === 'choice' && parameter.default !== '') expect(values).toContain(parameter.default);
    }
  });
});
