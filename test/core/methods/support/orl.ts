/**
 * ORL at 32 × 32 from its MATLAB file: `fea` holds one image a row, pixels stacked by columns; `gnd` the subjects from
 * 1.
 */
import { readFileSync } from 'node:fs';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { matrixStack } from '../../../../src/core/linalg/index.ts';
import { sampleWithoutReplacement } from '../../../../src/core/random/sampling.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { realData } from '../../../support/realData.ts';
import type { LabelledImages } from './labelled.ts';

export const ORL = 'mat/ORL_32x32.mat';

export function readOrl(): LabelledImages {
  const { variables } = decodeMat(readFileSync(realData(ORL)));
  const [fea, gnd] = ['fea', 'gnd'].map((name) => variables.find((variable) => variable.name === name)!);
  const [count, side] = [400, 32];
  const images = matrixStack(count, side, side);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) images.data[(n * side + r) * side + c] = fea.data[(c * side + r) * count + n];
    }
  }
  return { images, labels: Int32Array.from(gnd.data, (subject) => subject - 1) };
}

/** `each` random images of every subject for training, the rest for testing. */
export function randomSplit(labels: Int32Array, each: number, seed: number): { train: Int32Array; test: Int32Array } {
  const random = stream('split', seed);
  const train = new Set<number>();
  for (const subject of new Set(labels)) {
    const own = Array.from(labels.keys()).filter((n) => labels[n] === subject);
    for (const at of sampleWithoutReplacement(random, own.length, each)) train.add(own[at]);
  }
  const all = Int32Array.from(labels.keys());
  return { train: all.filter((n) => train.has(n)), test: all.filter((n) => !train.has(n)) };
}
