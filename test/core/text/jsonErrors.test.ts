import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMistake } from '../../../src/core/text/jsonErrors.ts';

describe('the mistake in a text that is no JSON', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 2, 9, 'nothing where "," or "}" belongs'],
    ['{\n  "a": [1 2]\n}', 2, 10, 'nothing where "," or "]" belongs'],
    ["{\n  'a': 1\n}", 2, 3, 'a single quote where a field in double quotes or "}" belongs'],
    ['{ "a": \'x\' }', 1, 8, 'a single quote where a value belongs'],
    ['{ "a": 1, }', 1, 11, '"}" where a field in double quotes belongs'],
    ['[1, ]', 1, 5, '"]" where a value belongs'],
    ['{ "a" 1 }', 1, 7, '"1" where ":" belongs'],
    ['{ "a": True }', 1, 8, '"True" where a value belongs'],
    ['{ "a": 01 }', 1, 8, '"01" where a value belongs'],
    ['{ "a": [1, 2 }', 1, 14, '"}" where "," or "]" belongs'],
    ['{ "a": "b,\n "c": 1 }', 1, 8, 'text without a closing quote in its line'],
    ['{ "a": "b', 1, 8, 'text without a closing quote'],
    ['"\\"', 1, 1, 'text without a closing quote'],
    ['{ "a": "C:\\data" }', 1, 11, '"\\\\d", no escape of JSON, in a text'],
    ['{ "a": 1', 1, 9, 'its end where "," or "}" belongs'],
    ['{ "a": 1 } }', 1, 12, '"}" after its end'],
    ['{', 1, 2, 'its end where a field in double quotes or "}" belongs'],
    ['', 1, 1, 'its end where a value belongs'],
  ])('%j is named with its place', (text, line, column, found) => {
    expect(jsonMistake(text)).toEqual({ line, column, found });
  });

  it('is found where JSON.parse refuses a text, and nowhere else', () => {
    const damaged = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\\n1-.eE+t\'', '\u0001', '/'))
      .map(([json, place, removed, put]) => {
        const at = place % (json.length + 1);
        return json.slice(0, at) + (removed === 2 ? '' : put) + json.slice(at + Math.min(removed, 1));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect([text, jsonMistake(text) === null]).toEqual([text, isJson(text)]);
      }),
      { numRuns: 5000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
