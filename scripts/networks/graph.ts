/** A network as an ONNX file: layers are added in sequence, each returns the name of its output. */
import { bytes, bytesOf, float, message, text, whole, type Field } from './protobuf.ts';
import type { Weights } from './weights.ts';

/** Numbers of the format: types of elements and of attributes. */
const [FLOAT, UINT8, INT64] = [1, 2, 7];
const kinds = { float: 1, int: 2, text: 3, ints: 7 } as const;
/** Operator set and file format of ONNX 1.8, which all recent runtimes read. */
const [OPSET, FORMAT] = [13, 7];

type Attribute = number | string | readonly number[] | { readonly float: number };

export interface Convolution {
  readonly stride?: number;
  /** 'same' is TensorFlow's: as many pixels as input ÷ stride, the odd one added below and to the right. */
  readonly padding: 'same' | 'valid' | 1;
  /** Multiplied into the output channels. */
  readonly scale?: Float32Array;
  readonly bias?: Float32Array;
  readonly group?: number;
}

export class Graph {
  readonly #weights: Weights;
  readonly #nodes: Field[] = [];
  readonly #constants: Field[] = [];
  #count = 0;

  constructor(weights: Weights) {
    this.#weights = weights;
  }

  node(kind: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const output = `${kind.toLowerCase()}${this.#count++}`;
    this.#nodes.push(
      message(1, [
        ...inputs.map((name) => text(1, name)),
        text(2, output),
        text(4, kind),
        ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      ]),
    );
    return output;
  }

  floats(values: Float32Array, shape: readonly number[]): string {
    return this.#constant(FLOAT, values, shape);
  }

  integers(values: readonly number[]): string {
    return this.#constant(INT64, BigInt64Array.from(values, BigInt), [values.length]);
  }

  /**
   * The weights of this name with their axes in `order`, times `scale` along the first of these. 8-bit weights stay
   * 8-bit in the file: the runtime computes q · step + least once while loading.
   */
  weights(name: string, order: readonly number[], scale?: Float32Array): string {
    const { shape, values, step, least } = this.#weights.of(name);
    const turned = order.map((axis) => shape[axis]);
    const along = scale ? [scale.length, ...order.slice(1).map(() => 1)] : [1];
    const times = (factor: number): string => {
      return this.floats(scale ? scale.map((each) => each * factor) : Float32Array.of(factor), along);
    };
    const stored = permute(values, shape, order);
    if (stored instanceof Float32Array) {
      const plain = this.floats(stored, turned);
      return scale ? this.node('Mul', [plain, times(1)]) : plain;
    }
    const cast = this.node('Cast', [this.#constant(UINT8, stored, turned)], { to: FLOAT });
    return this.node('Add', [this.node('Mul', [cast, times(step)]), times(least)]);
  }

  /** A convolution with the weights of this name, which TensorFlow stores as height × width × input × output. */
  convolution(input: string, name: string, { stride = 1, padding, scale, bias, group = 1 }: Convolution): string {
    // A depthwise filter is height × width × channels × 1: each channel is an output of its own.
    const filters = this.weights(name, group === 1 ? [3, 2, 0, 1] : [2, 3, 0, 1], scale);
    const inputs = bias ? [input, filters, this.floats(bias, [bias.length])] : [input, filters];
    return this.node('Conv', inputs, { strides: [stride, stride], group, ...paddingOf(padding) });
  }

  /** A convolution per channel, then one across channels at each pixel. */
  separable(input: string, name: string, layer: Pick<Convolution, 'stride' | 'padding'>): string {
    const channels = this.#weights.of(`${name}/depthwise_filter`).shape[2];
    const each = this.convolution(input, `${name}/depthwise_filter`, { ...layer, group: channels });
    const bias = this.#weights.decoded(`${name}/bias`);
    return this.convolution(each, `${name}/pointwise_filter`, { padding: 'valid', bias });
  }

  pool(input: string, kind: 'Max' | 'Average', size: number, stride: number, padding: 'same' | 'valid'): string {
    const attributes = { kernel_shape: [size, size], strides: [stride, stride], ...paddingOf(padding) };
    return this.node(`${kind}Pool`, [input], attributes);
  }

  /** The file. `size`: pixels per side; null: any. */
  file(name: string, size: number | null, output: string, outputShape: readonly (number | string)[]): Uint8Array {
    const shape = ['images', 3, size ?? 'rows', size ?? 'cols'];
    return Buffer.concat([
      whole(1, FORMAT),
      text(2, 'eigenbench'),
      message(7, [
        ...this.#nodes,
        text(2, name),
        ...this.#constants,
        valueInfo(11, 'image', shape),
        valueInfo(12, output, outputShape),
      ]),
      message(8, [text(1, ''), whole(2, OPSET)]),
    ]);
  }

  #constant(type: number, values: ArrayBufferView, shape: readonly number[]): string {
    const name = `c${this.#constants.length}`;
    const fields = [...shape.map((side) => whole(1, side)), whole(2, type), text(8, name), bytes(9, bytesOf(values))];
    this.#constants.push(message(5, fields));
    return name;
  }
}

function paddingOf(padding: Convolution['padding']): Readonly<Record<string, Attribute>> {
  if (padding === 'same') return { auto_pad: 'SAME_UPPER' };
  return padding === 'valid' ? {} : { pads: [padding, padding, padding, padding] };
}

function attribute(name: string, value: Attribute): Field {
  const named = (kind: number, ...fields: readonly Field[]): Field =>
    message(5, [text(1, name), ...fields, whole(20, kind)]);
  if (typeof value === 'number') return named(kinds.int, whole(3, value));
  if (typeof value === 'string') return named(kinds.text, text(4, value));
  if ('float' in value) return named(kinds.float, float(2, value.float));
  return named(kinds.ints, ...value.map((each) => whole(8, each)));
}

function valueInfo(field: number, name: string, shape: readonly (number | string)[]): Field {
  const sides = shape.map((side) => message(1, [typeof side === 'number' ? whole(1, side) : text(2, side)]));
  return message(field, [text(1, name), message(2, [message(1, [whole(1, FLOAT), message(2, sides)])])]);
}

/** Row-major numbers with their axes in another order: axis i of the result is axis `order[i]`. */
function permute<T extends Uint8Array | Float32Array>(
  values: T,
  shape: readonly number[],
  order: readonly number[],
): T {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, side) => product * side, 1));
  const result = values.slice() as T;
  const sides = order.map((axis) => shape[axis]);
  const steps = order.map((axis) => strides[axis]);
  const place = sides.map(() => 0);
  for (let n = 0, from = 0; n < values.length; n++) {
    result[n] = values[from];
    for (let axis = sides.length - 1; axis >= 0; axis--) {
      from += steps[axis];
      if (++place[axis] < sides[axis]) break;
      from -= sides[axis] * steps[axis];
      place[axis] = 0;
    }
  }
  return result;
}
