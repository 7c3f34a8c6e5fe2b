/** Angles of estimated axes by iteration: between them, and to the exact ones if requested. */
import type { ImageSet } from '../../images/imageSet.ts';
import { matrix, type Matrix } from '../../linalg/index.ts';
import type { Arrays, ArrayKinds } from '../learnedArrays.ts';
import type { Method, Parameter } from '../method.ts';
import { SQUARED_ERROR } from '../sharedDeclarations.ts';
import { principalAxes } from './principalAxes.ts';

export const exactAxesParameter = {
  name: 'exactAxes',
  title: 'Angles to the exact axes',
  help: 'Also records the angle of each axis to the eigenvector of the same rank after every iteration; costs an eigendecomposition.',
  kind: 'boolean',
  default: false,
  source: { neutral: 'records angles and changes no fit' },
} as const satisfies Parameter;

/** The traces of a fit besides its objective: the parameters below, and J_q. */
export const axisTraces: NonNullable<Method['traces']> = [
  { parameter: 'Jq', quantity: SQUARED_ERROR },
  { parameter: 'angle12', quantity: { name: 'angle between axes 1 and 2', unit: 'degrees', sense: null } },
  { parameter: 'exactAngles', quantity: { name: 'angle to exact axis', unit: 'degrees', sense: 'minimise' } },
];

export const AXIS_TRACE_ARRAYS = { angle12: 'vector', exactAngles: 'matrix?' } as const satisfies ArrayKinds;

export interface AxisTrace {
  /** Records the columns of A after an iteration. */
  readonly add: (a: Matrix) => void;
  /**
   * angle12: angle between the first two columns in degrees, one entry per iteration (Fig. 2 of Ahn, Choi, Oh); and, if
   * requested, exactAngles: iterations × q, angle of each column to the exact axis, 0 to 90.
   */
  readonly arrays: () => Arrays<typeof AXIS_TRACE_ARRAYS>;
}

export function axisTrace(images: ImageSet, q: number, exactAxes: boolean): AxisTrace {
  const exact = exactAxes ? principalAxes(images, q).vectors : null;
  const between: number[] = [];
  const toExact: number[] = [];
  let iterations = 0;
  return {
    add(a) {
      iterations++;
      if (q > 1) between.push(columnAngle(a, 0, a, 1));
      if (!exact) return;
      for (let j = 0; j < q; j++) {
        const angle = columnAngle(a, j, exact, j);
        toExact.push(Math.min(angle, 180 - angle));
      }
    },
    arrays: () => ({
      angle12: Float64Array.from(between),
      ...(exact && { exactAngles: matrix(iterations, q, Float64Array.from(toExact)) }),
    }),
  };
}

/** Angle between column i of A and column j of B in degrees, exact for small angles too. */
export function columnAngle(a: Matrix, i: number, b: Matrix, j: number): number {
  let [first, second] = [0, 0];
  for (let row = 0; row < a.rows; row++) {
    first += a.data[row * a.cols + i] ** 2;
    second += b.data[row * b.cols + j] ** 2;
  }
  const [lengthA, lengthB] = [Math.sqrt(first), Math.sqrt(second)];
  // Half the angle has the tangent |u − v| / |u + v| for unit u and v.
  let [difference, sum] = [0, 0];
  for (let row = 0; row < a.rows; row++) {
    const [u, v] = [a.data[row * a.cols + i] / lengthA, b.data[row * b.cols + j] / lengthB];
    difference += (u - v) ** 2;
    sum += (u + v) ** 2;
  }
  return (2 * Math.atan2(Math.sqrt(difference), Math.sqrt(sum)) * 180) / Math.PI;
}
