import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateFields, withoutComments } from '../../../../src/core/study/spec/jsonText.ts';
import { parseSpecText } from '../../../../src/core/study/spec/parse.ts';

describe('duplicateFields', () => {
  it('names the path and the lines of a field that is set twice', () => {
    const text = `{
  "seed": 1, "methods": [{ "method": "pca" }, {
    "method": "glram",
    "latent": { "qc": [1], "qr": [2], "q\\u0063": [3] },
    "method": "pca"
  }],
  "seed": 2
}`;
    expect(duplicateFields(text)).toEqual([
      {
        path: 'methods[1].latent.qc',
        message: 'methods[1].latent.qc: this field is set twice, in line 4; leave one of them out.',
      },
      {
        path: 'methods[1].method',
        message: 'methods[1].method: this field is set twice, in lines 3 and 5; leave one of them out.',
      },
      { path: 'seed', message: 'seed: this field is set twice, in lines 2 and 7; leave one of them out.' },
    ]);
  });

  it('finds none in what is written by JSON.stringify, with any texts in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
        expect(duplicateFields(JSON.stringify(value, null, space))).toEqual([]);
      }),
    );
  });

  it('finds every field that is written once more, at any depth', () => {
    const level = fc.dictionary(fc.string(), fc.string(), { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 4 }), fc.nat(), (levels, which) => {
        const entries = Object.entries(levels[which % levels.length]).map(
          ([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
        );
        const list = levels.map((object) => JSON.stringify(object));
        list[which % levels.length] = `{${[...entries, entries[which % entries.length]].join(', ')}}`;
        expect(duplicateFields(`{ "list": [${list.join(', ')}] }`)).toHaveLength(1);
      }),
    );
  });

  it('names the first 20 of them', () => {
    const found = duplicateFields(`{${Array.from({ length: 30 }, (_, i) => `"f${i}":1,"f${i}":2`).join(',')}}`);
    expect(found.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, i) => `f${i}`));
    const fewer = duplicateFields(`{${Array.from({ length: 20 }, (_, i) => `"f${i}":1,"f${i}":2`).join(',')}}`);
    expect(fewer).toHaveLength(20);
  });
});

it('a spec that sets a field twice is no spec', () => {
  const text = '{"name": "a", "dataset": "b", "seed": 1, "seed": 2, "methods": [{"method": "pca"}]}';
  expect(parseSpecText(text)).toMatchObject({ ok: false, problems: [{ path: 'seed' }] });
  expect(() => parseSpecText('{')).toThrow(SyntaxError);
});

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
