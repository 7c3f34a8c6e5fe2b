import { describe, expect, it } from 'vitest';
import { placeholders } from '../../../../src/core/methods/external/externalMethod.ts';
import { methods } from '../../../../src/core/methods/registry.ts';

describe('placeholders of a citation', () => {
  it.each([
    [['Your Name'], 'Eigenfaces for Recognition', ['citation.authors']],
    [['Ada Lovelace', 'A. Author'], 'Eigenfaces', ['citation.authors']],
    [['Author One', 'Author Two'], 'Title of the paper', ['citation.authors', 'citation.title']],
    [['Ada Lovelace'], ' TODO', ['citation.title']],
    [['Ada Lovelace'], 'Title VII and the name of the author', []],
  ])('of %j, "%s" are %j', (authors, title, fields) => {
    expect(placeholders({ authors, title })).toEqual(fields);
  });

  it('are in no citation of a built-in method', () => {
    expect(methods.flatMap(({ citation }) => (citation ? placeholders(citation) : ['missing']))).toEqual([]);
  });
});
