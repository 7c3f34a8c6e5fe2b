import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../../src/core/report/csv.ts';
import { escapeFormula, unescapeFormula } from '../../../../src/core/formats/tables/cellText.ts';
import { tsvField } from '../../../../src/core/report/plainText.ts';

describe('text that begins like a formula', () => {
  it.each([
    '=cmd|"/c calc"!A1',
    '+A1',
    '-A1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '＝1',
    "'=1",
    "-2+3+cmd|' /C calc'!A0",
    '-1-SUM(A1)',
    "'-1/4.pgm",
  ])('is made text: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  it.each(['-1', '+2.5e-3', '-.5', 'PCA', "O'Neill", "'quoted'", 'a=b', '', '-1/4.pgm', '-5 degrees.png'])(
    'is not %j',
    (text) => {
      expect(escapeFormula(text)).toBe(text);
    },
  );

  it('is read back as it was', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '1', 'a', '\t', '.', '＋') });
    fc.assert(fc.property(text, (value) => unescapeFormula(escapeFormula(value)) === value));
  });

  it('is defused in the text fields of CSV and TSV, and numbers are left alone', () => {
    expect(csv(['label', '@x'], [['=HYPERLINK("u","x")', -1.5]])).toBe(
      'label,\'@x\r\n"\'=HYPERLINK(""u"",""x"")",-1.5\r\n',
    );
    expect(tsvField('=A1\tB1')).toBe("'=A1 B1");
    expect(tsvField('12.3 ± 1.0')).toBe('12.3 ± 1.0');
  });
});
