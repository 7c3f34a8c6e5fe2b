import { describe, expect, it } from 'vitest';
import { matrixStack, nearestOverShapes, partOfStack } from '../../../src/core/linalg/index.ts';
import { chunkedCodes } from '../../../src/core/methods/chunkedCodes.ts';

const images = matrixStack(
  10,
  2,
  3,
  Float64Array.from({ length: 60 }, (_, i) => Math.sin(i)),
);

/** Codes of 1 × 2, and how many images were encoded at a time. */
function encoder(): { readonly sizes: number[]; readonly encode: Parameters<typeof chunkedCodes>[3] } {
  const sizes: number[] = [];
  return {
    sizes,
    encode: ({ count, data }) => {
      sizes.push(count);
      return matrixStack(
        count,
        1,
        2,
        Float64Array.from({ length: 2 * count }, (_, i) => 2 * data[3 * i]),
      );
    },
  };
}

describe('codes of images', () => {
  it('are made at once while they are few, and when they are read where they are many', () => {
    const [few, many] = [encoder(), encoder()];
    const kept = chunkedCodes(images, 1, 2, few.encode, 160);
    expect(few.sizes).toEqual([10]);
    const codes = chunkedCodes(images, 1, 2, many.encode, 159);
    expect(many.sizes).toEqual([]);
    expect(partOfStack(codes, 3, 7).data).toEqual(kept.data.slice(6, 14));
    expect(many.sizes).toEqual([4]);
    expect(codes.data).toEqual(kept.data);
  });

  it('of a gallery are encoded block by block', () => {
    const { sizes, encode } = encoder();
    const gallery = chunkedCodes(images, 1, 2, encode, 0);
    const probes = chunkedCodes(images, 1, 2, encoder().encode);
    expect([...nearestOverShapes(gallery, probes, [[1, 2]], undefined, 1)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(sizes).toEqual([8, 2]);
  });
});
