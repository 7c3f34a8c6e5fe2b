import { describe, expect, it } from 'vitest';
import { noAttribute, unknownValue } from '../../../src/core/protocols/byAttribute.ts';
import { faces } from './faces.ts';

describe('what is said of attributes that the images do not have', () => {
  it('names those that there are, once each, in the order of the alphabet', () => {
    const missing = (attributes?: Record<string, string>[]) =>
      noAttribute('protocol.attribute', 'pose', { ...faces(1, 1), attributes }).message.split('; ')[1];
    expect(missing([{ session: '1', light: 'a' }, { light: 'b' }])).toBe('it has light, session.');
    expect([missing([{}, {}]), missing()]).toEqual(['it has none.', 'it has none.']);
  });

  it('names the first twelve values of an attribute', () => {
    const values = Array.from({ length: 13 }, (_, i) => `v${i + 1}`);
    const said = (count: number) => unknownValue('subset', 'pose', 'x', values.slice(0, count)).message;
    expect(said(2)).toBe('subset: "pose" is never "x"; its values are v1, v2.');
    expect(said(12)).toMatch(/ v11, v12\.$/);
    expect(said(13)).toMatch(/ v11, v12, …\.$/);
  });
});
