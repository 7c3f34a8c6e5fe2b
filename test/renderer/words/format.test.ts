import { describe, expect, it } from 'vitest';
import {
  ago,
  bytes,
  duration,
  listed,
  plural,
  rate,
  valueText,
  roughDuration,
} from '../../../src/renderer/words/format.ts';
import { symbolParts } from '../../../src/renderer/methods/LatentName.vue';

describe('numbers in words', () => {
  it('says one image and many', () => {
    expect([plural(1, 'image'), plural(0, 'image'), plural(10_304, 'image'), plural(2, 'study', 'studies')]).toEqual([
      '1 image',
      '0 images',
      '10,304 images',
      '2 studies',
    ]);
  });

  it('writes durations without 60 seconds or 60 minutes', () => {
    expect([0.84, 42.4, 59.6, 185, 3599.6, 8049].map(duration)).toEqual([
      '0.8 s',
      '42 s',
      '1 min 00 s',
      '3 min 05 s',
      '1 h 00 min',
      '2 h 14 min',
    ]);
  });

  it('writes rates with two significant figures', () => {
    expect([0.418, 3.14, 57.6].map(rate)).toEqual(['0.42', '3.1', '58']);
  });

  it('writes values of measures with their units, sizes and lists', () => {
    expect(valueText(16.254, { unit: '%', digits: 1 }, 1)).toBe('16.25%');
    expect(valueText(0.98765, { unit: '', digits: 3 })).toBe('0.988');
    expect([bytes(12), bytes(376_589), bytes(7_840_016)]).toEqual(['12 B', '377 kB', '7.8 MB']);
    expect([listed(['2']), listed(['2', '3', '4'])]).toEqual(['2', '2, 3 and 4']);
  });
});

describe('names of latent dimensions', () => {
  it('parts the subscript', () => {
    expect([symbolParts('q'), symbolParts('q_c'), symbolParts('q_{12}')]).toEqual([
      { base: 'q', sub: '' },
      { base: 'q', sub: 'c' },
      { base: 'q', sub: '12' },
    ]);
  });
});

describe('an estimated duration', () => {
  it.each([
    [0.2, 'a few seconds'],
    [12, 'about 10 s'],
    [43, 'about 45 s'],
    [98, 'about 100 s'],
    [118, 'about 2 min'],
    [185, 'about 3 min'],
    [1400, 'about 25 min'],
    [3500, 'about 1 h'],
    [9000, 'about 2.5 h'],
    [90000, 'about 25 h'],
  ])('of %d s is %s', (seconds, text) => {
    expect(roughDuration(seconds)).toBe(text);
  });
});

describe('how long ago', () => {
  const now = Date.parse('2026-11-27T20:00:00Z');
  const at = (seconds: number): string => ago(new Date(now - 1000 * seconds).toISOString(), now);

  it('is in minutes, hours and days, and the day itself from a week on', () => {
    expect([0, 59, 60, 1199, 1200].map(at)).toEqual(['just now', 'just now', '1 min ago', '19 min ago', '20 min ago']);
    expect([3600, 3 * 3600 + 59, 86_399].map(at)).toEqual(['1 h ago', '3 h ago', '23 h ago']);
    expect([86_400, 2 * 86_400, 7 * 86_400 - 1].map(at)).toEqual(['yesterday', '2 days ago', '6 days ago']);
    expect(at(8 * 86_400)).toBe('19 Nov 2026');
  });

  it('is the day of what lies ahead, and the text itself of what is no time', () => {
    expect(at(-30)).toBe('just now');
    expect(at(-86_400)).toBe('28 Nov 2026');
    expect(ago('never', now)).toBe('never');
  });
});
