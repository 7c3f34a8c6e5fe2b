import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { asVectors, selectImages } from '../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../src/core/linalg/index.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { evaluateShapes } from '../../support/classify.ts';

describe('generateFaces', () => {
  it('draws whole grey values of the asked size, subject by subject', () => {
    const { images, labels, subjects } = generateFaces({ subjects: 3, perSubject: 2, rows: 28, cols: 23 });
    expect([images.count, images.rows, images.cols]).toEqual([6, 28, 23]);
    expect([...labels]).toEqual([0, 0, 1, 1, 2, 2]);
    expect(subjects).toEqual(['f01', 'f02', 'f03']);
    expect(images.data.every((value) => Number.isInteger(value) && value >= 0 && value <= 255)).toBe(true);
  });

  it('repeats itself, and more subjects or images leave the others as they are', () => {
    const size = { rows: 28, cols: 23 };
    const few = generateFaces({ ...size, subjects: 2, perSubject: 2 });
    const many = generateFaces({ ...size, subjects: 4, perSubject: 3 });
    expect(selectImages(many.images, [0, 1, 3, 4]).data).toEqual(few.images.data);
    const other = generateFaces({ ...size, subjects: 2, perSubject: 2, seed: 2 });
    expect(other.images.data).not.toEqual(few.images.data);
  });

  it('draws the faces that earlier versions drew', () => {
    const { images } = generateFaces({ subjects: 12, perSubject: 2, rows: 28, cols: 23 });
    const hash = bytesToHex(sha256(Uint8Array.from(images.data)));
    expect(hash.slice(0, 16)).toBe('4a14c4681f0ca800');
  });

  it('draws images of one subject alike only without variation and noise', () => {
    const { images } = generateFaces({ subjects: 1, perSubject: 3, variation: 0, noise: 0 });
    const size = images.rows * images.cols;
    const [a, b] = [images.data.slice(0, size), images.data.slice(size, 2 * size)];
    // The mouth may open and the eyes may close by chance, but by nothing.
    expect(b).toEqual(a);
  });

  it('makes a comparison that is neither trivial nor hopeless', () => {
    const { images, labels } = generateFaces();
    const index = Array.from(labels, (_, n) => n);
    const train = Int32Array.from(index.filter((n) => n % 10 < 3));
    const test = Int32Array.from(index.filter((n) => n % 10 >= 3));
    const { wrong } = evaluateShapes(pca, {
      images,
      labels,
      train,
      test,
      shapes: [[30]],
      settings: {},
      context: { random: stream('x'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(images)),
    });
    expect(wrong[0] / test.length).toBeGreaterThan(0.03);
    expect(wrong[0] / test.length).toBeLessThan(0.4);
  });
});
