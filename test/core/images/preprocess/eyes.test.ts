import { describe, expect, it } from 'vitest';
import { decodeEyeList, decodePos } from '../../../../src/core/formats/eyePositions.ts';
import { orderEyes, suspiciousEyes } from '../../../../src/core/images/preprocess/eyes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('files of eye positions', () => {
  const pair = { first: { x: 140, y: 192 }, second: { x: 200.5, y: 190 } };

  it('of CSU hold a name and four numbers a line; more numbers are of other features', () => {
    const list = decodeEyeList(
      bytes('# FERET\n00001fa010_930831 140 192 200.5 190 170 230 171 260\n\nb 1 2 3 4\r\n'),
      false,
    );
    expect([...list.keys()]).toEqual(['00001fa010_930831', 'b']);
    expect(list.get('00001fa010_930831')).toEqual(pair);
  });

  it('as tables hold a column of names and four of positions', () => {
    const list = decodeEyeList(bytes('file,lx,ly,rx,ry\na/1.png,140,192,200.5,190\n'), true);
    expect(list.get('a/1.png')).toEqual(pair);
    expect(() => decodeEyeList(bytes('file,lx,ly\na,1,2\n'), true)).toThrow('four of eye positions');
  });

  it('of Bob hold one image, as four numbers or by name', () => {
    expect(decodePos(bytes('140 192 200.5 190\n'))).toEqual(pair);
    expect(decodePos(bytes('leye 200.5 190\nreye 140 192\nmouth 1 2\n'))).toEqual(pair);
  });

  it('that hold something else are refused with the place', () => {
    expect(() => decodeEyeList(bytes('a 1 2 3 4\nb 1 2 3\n'), false)).toThrow('name x y x y in line 2, found 4 words');
    expect(() => decodeEyeList(bytes('a 1 2 x 4\n'), false)).toThrow('four numbers x y x y in line 1');
    expect(() => decodePos(bytes('# nothing\n'))).toThrow('found none');
    expect(() => decodePos(bytes('1 2 3\n'))).toThrow('four numbers x y x y in the first line');
  });
});

describe('eyes', () => {
  const at = (lx: number, ly: number, rx: number, ry: number) => ({
    eyes: orderEyes({ x: lx, y: ly }, { x: rx, y: ry }).eyes,
    rows: 100,
    cols: 80,
  });

  it('are left and right by their place in the image', () => {
    expect(orderEyes({ x: 60, y: 1 }, { x: 20, y: 2 })).toEqual({
      eyes: { left: { x: 20, y: 2 }, right: { x: 60, y: 1 } },
      swapped: true,
    });
    expect(orderEyes({ x: 20, y: 2 }, { x: 60, y: 1 }).swapped).toBe(false);
  });

  it('outside the image, at one place, tilted or at an unusual distance are suspicious', () => {
    const usual = Array.from({ length: 20 }, (_, n) => at(20 + (n % 3), 40, 60 - (n % 2), 41));
    const found = suspiciousEyes([
      ...usual,
      at(20, 40, 90, 40),
      at(5, 5, 5, 5),
      at(20, 10, 50, 60),
      at(20, 40, 75, 40),
    ]);
    expect(found.slice(0, 20)).toEqual(new Array<null>(20).fill(null));
    expect(found.slice(20)).toEqual([
      'an eye lies outside the image of 100 × 80',
      'both eyes are at the same position',
      'the eyes are tilted by 59°',
      expect.stringMatching(/^the eyes are 55\.0 pixels apart where 3\d\.\d are usual$/),
    ]);
  });
});
