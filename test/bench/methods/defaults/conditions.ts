/** The conditions over which defaults are compared: six public databases, images as they are and of unit norm. */
import { readFileSync } from 'node:fs';
import { decodeIdx } from '../../../../src/core/formats/idx.ts';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { matrixStack } from '../../../../src/core/linalg/index.ts';
import { selectImages, type ImageSet } from '../../../../src/core/images/imageSet.ts';
import { realData } from '../../../support/realData.ts';

export interface Images {
  readonly images: ImageSet;
  readonly labels: Int32Array;
}

export interface Database {
  readonly title: string;
  readonly read: () => Images;
  /** Training images per subject. */
  readonly training: readonly number[];
  readonly repeats: number;
}

export const databases: readonly Database[] = [
  { title: 'Yale', read: () => matlab('Yale_32x32', 32), training: [2, 5], repeats: 4 },
  { title: 'ORL', read: () => matlab('ORL_32x32', 32), training: [2, 5], repeats: 4 },
  { title: 'Yale B', read: () => everyThird(matlab('YaleB_32x32', 32)), training: [5], repeats: 3 },
  { title: 'PIE', read: () => everyThird(matlab('PIE_pose27', 32)), training: [2], repeats: 3 },
  { title: 'USPS', read: usps, training: [10], repeats: 4 },
  { title: 'MNIST', read: mnist, training: [10], repeats: 4 },
];

/** One image a row, pixels down the columns, subjects from 1. */
function matlab(name: string, side: number): Images {
  return ofRows(`mat/${name}.mat`, side, (r, c) => c * side + r);
}

/** Pixels along the rows; the first 100 of each digit. */
function usps(): Images {
  return firstOf(
    ofRows('usps/USPS.mat', 16, (r, c) => r * 16 + c),
    100,
  );
}

function mnist(): Images {
  const [pixels, digits] = ['t10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte'].map((name) =>
    decodeIdx(readFileSync(realData(`mnist/${name}`))),
  );
  const [count, rows, cols] = pixels.dims;
  const images = matrixStack(count, rows, cols, Float64Array.from(pixels.data));
  return firstOf({ images, labels: Int32Array.from(digits.data) }, 100);
}

function ofRows(file: string, side: number, at: (row: number, col: number) => number): Images {
  const { variables } = decodeMat(readFileSync(realData(file)));
  const [fea, gnd] = ['fea', 'gnd'].map((name) => variables.find((variable) => variable.name === name)!);
  const count = gnd.data.length;
  const images = matrixStack(count, side, side);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) images.data[(n * side + r) * side + c] = fea.data[at(r, c) * count + n];
    }
  }
  return { images, labels: Int32Array.from(gnd.data, (subject) => subject - 1) };
}

/** So many of each subject, in their order. */
function firstOf(all: Images, each: number): Images {
  return where(all, (before) => before < each);
}

/** Of each subject the first image, the fourth … */
function everyThird(all: Images): Images {
  return where(all, (before) => before % 3 === 0);
}

/** Those that the number of images of the subject before them speaks for. */
function where({ images, labels }: Images, keeps: (before: number) => boolean): Images {
  const seen = new Map<number, number>();
  const kept = Array.from(labels.keys()).filter((n) => {
    const before = seen.get(labels[n]) ?? 0;
    seen.set(labels[n], before + 1);
    return keeps(before);
  });
  return { images: selectImages(images, kept), labels: Int32Array.from(kept, (n) => labels[n]) };
}
