import { describe, expect, it } from 'vitest';
import {
  escapedHidden,
  hasHidden,
  WITH_VISIBLE,
  withoutHidden,
  WITHOUT_HIDDEN,
} from '../../../src/core/text/hiddenCharacters.ts';

/** Escape sequences, C1 controls, direction overrides, line separators: what each of them is. */
const hostile = [
  '\u001b[2J',
  '\u009b31m',
  'a\u0000',
  '\u202egnp.exe',
  '\u2066',
  '\u200f',
  '\u2028',
  '\u007f',
  '\u0007',
  '\n',
];
const harmless = ['s7/3.pgm', 'Müller, ψ = 3°', '王', 'אבג', '👩‍👩‍👧', ''];

describe('characters that nothing shows', () => {
  it.each(hostile)('are seen in %j and refused in names', (text) => {
    expect(hasHidden(text)).toBe(true);
    expect(WITHOUT_HIDDEN.test(text)).toBe(false);
  });

  it.each(harmless)('are not seen in %j', (text) => {
    expect(hasHidden(text)).toBe(false);
    expect(WITHOUT_HIDDEN.test(text)).toBe(true);
    expect(withoutHidden(text)).toBe(text);
  });

  it('become pictures on a terminal, where line ends and tabs stay', () => {
    expect(withoutHidden('\u001b]0;owned\u0007\ta\r\nb\rc\n')).toBe('␛]0;owned␇\ta\r\nb␍c\n');
    expect(withoutHidden('\u202e\u009b\u007f')).toBe('\ufffd\ufffd␡');
  });

  it('are escaped in JSON, which stays the same value', () => {
    const value = { [`name ${hostile.join('')}`]: hostile };
    const json = escapedHidden(JSON.stringify(value, null, 2));
    expect(JSON.parse(json)).toEqual(value);
    expect(json.split('\n').some(hasHidden)).toBe(false);
  });

  it.each(['   ', '\u00a0', '\u200b', '\u0301', ' \u3000 '])('%j shows nothing, and is no name', (text) => {
    expect(WITH_VISIBLE.test(text)).toBe(false);
  });

  it.each(['a', ' x ', '人', '…', '3', '+', '', 'e\u0301'])('%j may be one', (text) => {
    expect(WITH_VISIBLE.test(text)).toBe(true);
  });
});
