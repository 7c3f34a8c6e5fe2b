/** Small ONNX files for tests, good and bad. */
import { bytes, bytesOf, message, text, whole, type Field } from '../../scripts/networks/protobuf.ts';

const FLOAT = 1;
const INT64 = 7;
/** Types of elements, as the format numbers them. */
export const types = { float: FLOAT, double: 11, int64: INT64 } as const;

export interface SmallModel {
  /** Operator, inputs and output; `ints`: an attribute of whole numbers; `to`: the type of a Cast. */
  readonly nodes: readonly {
    readonly kind: string;
    readonly inputs: readonly string[];
    readonly output: string;
    readonly ints?: readonly [string, readonly number[]];
    readonly to?: number;
  }[];
  /** @default the vector of three means that `means` computes */
  readonly outputs?: readonly string[];
  readonly outputType?: number;
  readonly outputShape?: readonly number[];
  readonly inputs?: readonly string[];
  readonly inputType?: number;
  /** @default 1 × 3 × 8 × 8 */
  readonly inputShape?: readonly (number | string)[];
  /** Lists of whole numbers by name. */
  readonly integers?: Readonly<Record<string, readonly number[]>>;
  /** A name whose numbers are said to lie in another file. */
  readonly outside?: string;
}

/** The mean of each channel: a vector of three numbers. */
export const means = {
  kind: 'ReduceMean',
  inputs: ['image'],
  output: 'vector',
  ints: ['axes', [2, 3]],
} as const;

export function smallModel({
  nodes,
  outputs = ['vector'],
  outputType = FLOAT,
  outputShape,
  inputs = ['image'],
  inputType = FLOAT,
  inputShape = [1, 3, 8, 8],
  integers = {},
  outside,
}: SmallModel): Uint8Array {
  const value = (field: number, name: string, type: number, shape?: readonly (number | string)[]): Field => {
    const sides = shape?.map((side) => message(1, [typeof side === 'number' ? whole(1, side) : text(2, side)]));
    return message(field, [
      text(1, name),
      message(2, [message(1, [whole(1, type), ...(sides ? [message(2, sides)] : [])])]),
    ]);
  };
  const attribute = (name: string, ...fields: Field[]): Field => message(5, [text(1, name), ...fields]);
  return Buffer.concat([
    whole(1, 7),
    message(7, [
      ...nodes.map(({ kind, inputs: from, output, ints, to }) =>
        message(1, [
          ...from.map((name) => text(1, name)),
          text(2, output),
          text(4, kind),
          ...(ints ? [attribute(ints[0], ...ints[1].map((each) => whole(8, each)), whole(20, 7))] : []),
          ...(to === undefined ? [] : [attribute('to', whole(3, to), whole(20, 2))]),
        ]),
      ),
      text(2, 'small'),
      ...Object.entries(integers).map(([name, list]) =>
        message(5, [
          whole(1, list.length),
          whole(2, INT64),
          text(8, name),
          bytes(9, bytesOf(BigInt64Array.from(list, BigInt))),
        ]),
      ),
      ...(outside === undefined
        ? []
        : [
            message(5, [
              whole(1, 3),
              whole(2, FLOAT),
              text(8, outside),
              message(13, [text(1, 'location'), text(2, 'weights.data')]),
              whole(14, 1),
            ]),
          ]),
      ...inputs.map((name) => value(11, name, inputType, inputShape)),
      ...outputs.map((name) => value(12, name, outputType, outputShape)),
    ]),
    message(8, [text(1, ''), whole(2, 13)]),
  ]);
}
