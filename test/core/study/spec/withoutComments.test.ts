import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutComments } from '../../../../src/core/study/spec/jsonText.ts';

describe('withoutComments', () => {
  it('leaves of a text with comments and trailing commas the JSON, each line in its place', () => {
    const comment = fc.oneof(
      fc.constantFrom('/* , } */', '// "a" ]\n', '/* " */', '\n', ' ', '/***/', '//\n'),
      fc.stringMatching(/^[a-z "{},]*$/).map((text) => `/*${text}*/`),
    );
    const comments = fc.array(comment, { maxLength: 3 }).map((list) => list.join(''));
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), fc.integer(), fc.constant(null)).map((value) => ({ value, text: JSON.stringify(value) })),
        fc
          .tuple(fc.array(tie('json') as fc.Arbitrary<{ value: unknown; text: string }>, { maxLength: 3 }), comments)
          .map(([items, note]) => ({
            value: items.map(({ value }) => value),
            text: `[${note}${items.map(({ text }) => `${text}${note},${note}`).join('')}]`,
          })),
      ),
    }));
    fc.assert(
      fc.property(json as fc.Arbitrary<{ value: unknown; text: string }>, ({ value, text }) => {
        const plain = withoutComments(text);
        expect(JSON.parse(plain)).toEqual(value);
        expect(plain.length).toBe(text.length);
        expect(plain.split('\n').map(({ length }) => length)).toEqual(text.split('\n').map(({ length }) => length));
      }),
      { numRuns: 500 },
    );
  });

  it('takes texts of any length, and comments without an end for none', () => {
    const long = JSON.stringify('\\"/*'.repeat(3e6));
    expect(withoutComments(`[${long}, ]`)).toBe(`[${long}  ]`);
    expect(withoutComments('[1, /* 2]')).toBe('[1, /* 2]');
    expect(withoutComments('/*'.repeat(1e6))).toHaveLength(2e6);
  });
});
