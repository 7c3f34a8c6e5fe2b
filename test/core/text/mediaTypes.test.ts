import { describe, expect, it } from 'vitest';
import { fileNamed, mediaTypeOf } from '../../../src/core/text/mediaTypes.ts';
import { paperFormats } from '../../../src/core/papers/export/formats.ts';
import { figureFormats } from '../../../src/core/figures/figurePage.ts';
import { tableFormats } from '../../../src/core/report/formats.ts';

const UNKNOWN = 'application/octet-stream';

describe('what a file is by its name', () => {
  it('knows the ending, in capitals too, and no ending of a folder', () => {
    expect(mediaTypeOf('table.CSV')).toBe('text/csv');
    expect(mediaTypeOf('results.v1/report.html')).toBe('text/html');
    for (const name of ['README', 'faces.csv/train', 'vectors/deep.npy', 'a.constructor', '']) {
      expect(mediaTypeOf(name)).toBe(UNKNOWN);
    }
  });

  it('knows every file that the product writes for papers, figures and tables', () => {
    const endings = [
      ...[...paperFormats, ...tableFormats].map(({ ending }) => ending),
      ...figureFormats.map(({ id }) => `.${id}`),
    ];
    expect(endings.filter((ending) => mediaTypeOf(`a${ending}`) === UNKNOWN)).toEqual([]);
  });

  it('makes a file of its parts in order', async () => {
    const file = fileNamed(
      'a.md',
      ['one ', 'two'].map((part) => new TextEncoder().encode(part)),
    );
    expect([file.name, file.type, await file.text()]).toEqual(['a.md', 'text/markdown', 'one two']);
    expect(await fileNamed('a.md', 'one').text()).toBe('one');
  });
});
