import { describe, expect, it } from 'vitest';
import { signedColour, signedImage } from '../../../src/renderer/faces/signedColours.ts';
import { withHoles } from '../../../src/renderer/faces/greyImage.ts';
import { placesOnPage } from '../../../src/renderer/model/useModel.ts';

const image = (...greys: number[]) => ({
  rows: 1,
  cols: greys.length,
  rgba: Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255])),
});

describe('pages of test images', () => {
  it('hold every image once, each page spread over the list', () => {
    const pages = [0, 12, 24].map((from) => placesOnPage(from, 12, 30));
    expect(pages.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(pages[0]).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  });
});

describe('signed images', () => {
  it('are blue below 0, red above, and stretched to a common range', () => {
    const [red, , blue] = signedColour(1, 'colour');
    expect(red).toBeGreaterThan(blue);
    expect(signedColour(-1, 'colour')[2]).toBeGreaterThan(signedColour(-1, 'colour')[0]);
    expect(signedColour(9, 'colour')).toEqual(signedColour(1, 'colour'));
    expect(signedColour(0, 'grey')).toEqual([128, 128, 128]);
    const half = signedImage(image(0, 255), 'grey', 0.5);
    expect(Array.from(half.rgba)).toEqual([64, 64, 64, 255, 191, 191, 191, 255]);
  });
});

describe('hidden pixels', () => {
  it('have a colour that no grey value has', () => {
    expect(Array.from(withHoles(image(10, 20), image(0, 255)).rgba)).toEqual([10, 10, 10, 255, 0, 114, 178, 255]);
  });
});
