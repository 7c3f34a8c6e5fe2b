/** Weights of a network in TensorFlow.js's format: a list of names, shapes and quantisations, and one binary file. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

interface Listed {
  readonly name: string;
  readonly shape: readonly number[];
  /** How 8-bit numbers become values: q · scale + min. */
  readonly quantization?: { readonly dtype: string; readonly scale: number; readonly min: number };
}

export interface StoredWeights {
  readonly shape: readonly number[];
  readonly values: Uint8Array | Float32Array;
  /** Scale and offset of 8-bit values, applied in this order. */
  readonly step: number;
  readonly least: number;
}

export interface Weights {
  readonly of: (name: string) => StoredWeights;
  readonly decoded: (name: string) => Float32Array;
}

/** Location of the package's models. */
export const MODELS = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'model',
);

/** The weights of a model of the package. Throws if the list and the file do not match. */
export function readWeights(model: string): Weights {
  const [{ weights, paths }] = JSON.parse(
    readFileSync(join(MODELS, `${model}-weights_manifest.json`), 'utf8'),
  ) as readonly [{ readonly weights: readonly Listed[]; readonly paths: readonly string[] }];
  const content = readFileSync(join(MODELS, paths[0]));
  const stored = new Map<string, StoredWeights>();
  let at = 0;
  for (const { name, shape, quantization } of weights) {
    const count = shape.reduce((product, side) => product * side, 1);
    if (quantization) {
      if (quantization.dtype !== 'uint8') throw new Error(`${model}: ${name} has weights of ${quantization.dtype}`);
      const values = new Uint8Array(content.subarray(at, at + count));
      stored.set(name, { shape, values, step: quantization.scale, least: quantization.min });
      at += count;
    } else {
      const values = new Float32Array(new Uint8Array(content.subarray(at, at + 4 * count)).buffer);
      stored.set(name, { shape, values, step: 1, least: 0 });
      at += 4 * count;
    }
  }
  if (at !== content.length) throw new Error(`${model}: the list names ${at} bytes of ${content.length}`);
  const of = (name: string): StoredWeights => {
    const entry = stored.get(name);
    if (!entry) throw new Error(`${model}: there are no weights ${name}`);
    return entry;
  };
  return {
    of,
    decoded: (name) => {
      const { values, step, least } = of(name);
      return Float32Array.from(values, (value) => value * step + least);
    },
  };
}
