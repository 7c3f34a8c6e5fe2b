import type { Fit, Quantity } from './method.ts';
import { findMethod } from './registry.ts';

/**
 * A quantity that a fit recorded in every iteration: its objective, or a parameter that its method declares as a trace.
 */
export interface StoredTrace {
  /** "objective", or the name of the parameter. */
  readonly name: string;
  /** For a parameter with several columns: the column, from 1; its number ends the name of the quantity. */
  readonly column: number | null;
  readonly quantity: Quantity;
  /** At least two values. */
  readonly values: readonly number[];
  /** Iteration of the first value: 0 if the trace begins before the first step. */
  readonly first: number;
}

/** The traces of a fit that have two values or more, the objective first. */
export function storedTraces(fit: Fit): StoredTrace[] {
  const { trace, objective, iterations } = fit;
  const traces: StoredTrace[] = [];
  if (objective) {
    const first = trace.length > iterations ? 0 : 1;
    traces.push({ name: 'objective', column: null, quantity: objective, values: trace, first });
  }
  for (const { parameter: name, quantity } of findMethod(fit.method)?.traces ?? []) {
    if (!Object.hasOwn(fit.parameters, name)) continue;
    const { shape, data } = fit.parameters[name];
    const [rows, cols = 1] = shape;
    for (let c = 0; c < cols; c++) {
      traces.push({
        name,
        column: shape.length === 1 ? null : c + 1,
        quantity: shape.length === 1 ? quantity : { ...quantity, name: `${quantity.name} ${c + 1}` },
        values: Array.from({ length: rows }, (_, r) => data[r * cols + c]),
        first: 1,
      });
    }
  }
  return traces.filter(({ values }) => values.length > 1);
}
