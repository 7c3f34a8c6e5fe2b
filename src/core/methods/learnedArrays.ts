/** The learned arrays of a method, declared by name and kind, and the named arrays of a fit that keep them. */
import type { Matrix, MatrixStack } from '../linalg/matrix.ts';
import type { Fit, NamedArray } from './method.ts';

interface Values {
  readonly matrix: Matrix;
  readonly vector: Float64Array;
  readonly scalar: number;
  /** Matrices of one shape. */
  readonly stack: MatrixStack;
}

type Kind = keyof Values;

/** Names, each with its kind; those with a question mark are optional. */
export type ArrayKinds = Readonly<Record<string, Kind | `${Kind}?`>>;

export type Arrays<A extends ArrayKinds> = {
  readonly [Name in keyof A as A[Name] extends Kind ? Name : never]: Values[A[Name] & Kind];
} & {
  readonly [Name in keyof A as A[Name] extends Kind ? never : Name]?: A[Name] extends `${infer K extends Kind}?`
    ? Values[K]
    : never;
};

/** As a fit stores them, in the order of `arrays`. */
export function storedArrays(arrays: Readonly<Record<string, Values[Kind] | undefined>>): Fit['parameters'] {
  const stored: Record<string, NamedArray> = {};
  for (const [name, value] of Object.entries(arrays)) if (value !== undefined) stored[name] = storedArray(value);
  return stored;
}

function storedArray(value: Values[Kind]): NamedArray {
  if (typeof value === 'number') return { shape: [], data: Float64Array.of(value) };
  if (value instanceof Float64Array) return { shape: [value.length], data: value };
  const { rows, cols, data } = value;
  return { shape: 'count' in value ? [value.count, rows, cols] : [rows, cols], data };
}

/** The arrays of a fit; reading a required one that is missing throws RangeError. */
export function readArrays<A extends ArrayKinds>(kinds: A, fit: Pick<Fit, 'method' | 'parameters'>): Arrays<A> {
  const arrays = {};
  for (const [name, kind] of Object.entries(kinds)) {
    Object.defineProperty(arrays, name, { enumerable: true, get: () => readArray(fit, name, kind) });
  }
  return arrays as Arrays<A>;
}

function readArray({ method, parameters }: Pick<Fit, 'method' | 'parameters'>, name: string, kind: ArrayKinds[string]) {
  if (!Object.hasOwn(parameters, name)) {
    if (kind.endsWith('?')) return undefined;
    throw new RangeError(`${method}: the fit has no parameter ${name}`);
  }
  const { shape, data } = parameters[name];
  switch (kind.replace('?', '') as Kind) {
    case 'scalar':
      return data[0];
    case 'vector':
      return data;
    case 'matrix':
      if (shape.length !== 2) throw new RangeError(`${method}: parameter ${name} is not a matrix`);
      return { rows: shape[0], cols: shape[1], data };
    case 'stack':
      return { count: shape[0], rows: shape[1], cols: shape[2], data };
  }
}
