import { FormatError } from '../../../core/formats/error.ts';
import { acceptsMissing } from '../../../core/methods/method.ts';
import { allMethods } from '../../../core/methods/registry.ts';

/**
 * Throws FormatError at the first number of images that is not finite. `missing` is of commands with a method: whether
 * it takes NaN, as a missing pixel; where it does not, the error names those that do.
 */
export function requireFinite(
  values: Float32Array | Float64Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  missing?: boolean,
): void {
  const at = values.findIndex((value) => !Number.isFinite(value) && !(missing === true && Number.isNaN(value)));
  if (at < 0) return;
  const size = rows * cols;
  const place = `row ${Math.floor((at % size) / cols)}, column ${at % cols}`;
  const found = `expected finite numbers, found ${values[at]} in image ${Math.floor(at / size)} at ${place}`;
  if (missing === undefined || !Number.isNaN(values[at])) throw new FormatError(found);
  throw new FormatError(`${found}; missing pixels (NaN) are for the methods ${takers().join(', ')}`);
}

/** Methods that take missing pixels. */
function takers(): string[] {
  return allMethods()
    .filter(acceptsMissing)
    .map(({ id }) => id);
}
