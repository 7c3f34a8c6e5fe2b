/**
 * Fields: the building blocks of latent priors (Nicolaou, Zafeiriou, Pantic 2014, eq. (22) and Table 1). A field adds
 * −Σ_n f(λ_n) / (2 σ_n²) Σ_i (1/|ω_i|) Σ_{j ∈ ω_i} (y_n,i − φ(λ_n) y_n,j)² to the log-prior of the latent variables.
 */
import { matrix, type Matrix } from '../../linalg/index.ts';
import { FitError, type AttributeCodes } from '../method.ts';
import type { Coefficient, Field } from './fieldSchema.ts';
import { ballGraph, chainGraph, nearestGraph, typicalDistance, type Graph } from './graph.ts';

/** The value of a coefficient: 1, λ, (1 − λ)² or 0. */
export function coefficient(kind: Coefficient, lambda: number): number {
  switch (kind) {
    case 'one':
      return 1;
    case 'lambda':
      return lambda;
    case 'rest':
      return (1 - lambda) ** 2;
    case 'zero':
      return 0;
  }
}

export interface Neighbourhood {
  /** 0 for an image without neighbours: its factor is dropped. */
  readonly present: Uint8Array;
  /** Mean of the neighbours' rows of E (T × q) for every image, zero without neighbours. */
  readonly means: (e: Matrix) => Matrix;
}

export interface NeighbourhoodData {
  /** T × F, rows whose distances define nearest neighbours and balls. */
  readonly x: Matrix;
  /** Subject of every image, −1 if unknown; null without subjects. */
  readonly labels: Int32Array | null;
  readonly attributes?: AttributeCodes;
}

/** The neighbourhood of a field; `between` is called regularly. Throws FitError if the data lack what it needs. */
export function neighbourhood(field: Field, data: NeighbourhoodData, between?: () => void): Neighbourhood {
  const count = data.x.rows;
  switch (field.neighbourhood) {
    case 'self':
      return { present: new Uint8Array(count).fill(1), means: (e) => matrix(e.rows, e.cols) };
    case 'all':
      return groups(new Int32Array(count));
    case 'class':
      return groups(subjectsOf(data));
    case 'attribute':
      return groups(valuesOf(data, field.attribute));
    case 'nearest':
      return ofGraph(nearestGraph(data.x, Math.min(field.neighbours, count - 1), between));
    case 'ball':
      return ofGraph(ballGraph(data.x, field.radius * typicalDistance(data.x), between));
    case 'chain': {
      const { within } = field;
      if (within === undefined) return ofGraph(chainGraph(count));
      return ofGraph(chainGraph(count, within === 'subject' ? subjectsOf(data) : valuesOf(data, within)));
    }
  }
}

function subjectsOf({ labels }: NeighbourhoodData): Int32Array {
  if (!labels) throw new FitError('A field over subjects needs the subjects of the training images.');
  return labels;
}

function valuesOf({ attributes = {} }: NeighbourhoodData, name: string): Int32Array {
  if (!Object.hasOwn(attributes, name)) {
    throw new FitError(`A field over "${name}" needs the value of this attribute for the training images.`);
  }
  return attributes[name];
}

/** The other images of the same group; −1 is not a group. O(T q). */
function groups(index: Int32Array): Neighbourhood {
  const sizes = new Map<number, number>();
  for (const group of index) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const order = new Map([...sizes.keys()].map((group, position) => [group, position]));
  const present = Uint8Array.from(index, (group) => (group >= 0 && sizes.get(group)! > 1 ? 1 : 0));
  return {
    present,
    means(e) {
      const sums = new Float64Array(order.size * e.cols);
      for (let i = 0; i < e.rows; i++) {
        const offset = order.get(index[i])! * e.cols;
        for (let n = 0; n < e.cols; n++) sums[offset + n] += e.data[i * e.cols + n];
      }
      const means = matrix(e.rows, e.cols);
      for (let i = 0; i < e.rows; i++) {
        if (present[i] === 0) continue;
        const offset = order.get(index[i])! * e.cols;
        const others = sizes.get(index[i])! - 1;
        for (let n = 0; n < e.cols; n++) {
          means.data[i * e.cols + n] = (sums[offset + n] - e.data[i * e.cols + n]) / others;
        }
      }
      return means;
    },
  };
}

/** Neighbours in a sparse graph, O(edges · q). */
function ofGraph({ start, index }: Graph): Neighbourhood {
  const present = Uint8Array.from({ length: start.length - 1 }, (_, i) => (start[i + 1] > start[i] ? 1 : 0));
  return {
    present,
    means(e) {
      const means = matrix(e.rows, e.cols);
      for (let i = 0; i < e.rows; i++) {
        const size = start[i + 1] - start[i];
        for (let k = start[i]; k < start[i + 1]; k++) {
          for (let n = 0; n < e.cols; n++) means.data[i * e.cols + n] += e.data[index[k] * e.cols + n] / size;
        }
      }
      return means;
    },
  };
}

/** A extended to `rows` rows with zeros. */
export function embedded(a: Matrix, rows: number): Matrix {
  const result = matrix(rows, a.cols);
  result.data.set(a.data);
  return result;
}
