/** The network that describes a face by 128 numbers: dlib's ResNet, for images of 150 × 150 after its normalisation. */
import { Graph } from './graph.ts';
import { readWeights, type Weights } from './weights.ts';

/** Blocks in order; one that is `down` halves the sides. `rows`: sides of its output if that is padded. */
const BLOCKS = [
  { name: 'conv32_1' },
  { name: 'conv32_2' },
  { name: 'conv32_3' },
  { name: 'conv64_down', down: { channels: 32, padded: 0 } },
  { name: 'conv64_1' },
  { name: 'conv64_2' },
  { name: 'conv64_3' },
  { name: 'conv128_down', down: { channels: 64, padded: 0 } },
  { name: 'conv128_1' },
  { name: 'conv128_2' },
  { name: 'conv256_down', down: { channels: 128, padded: 1 } },
  { name: 'conv256_1' },
  { name: 'conv256_2' },
  { name: 'conv256_down_out', down: { channels: 0, padded: 1 } },
] as const;

export function recognitionNetwork(): Uint8Array {
  const weights = readWeights('face_recognition_model');
  const graph = new Graph(weights);
  let out = graph.node('Relu', [scaled(graph, weights, 'image', 'conv32_down', { stride: 2, padding: 'valid' })]);
  out = graph.pool(out, 'Max', 3, 2, 'valid');
  for (const block of BLOCKS) out = residual(graph, weights, out, block);
  out = graph.node('ReduceMean', [out], { axes: [2, 3], keepdims: 0 });
  out = graph.node('MatMul', [out, graph.weights('fc', [0, 1])]);
  return graph.file('recognition', 150, out, ['images', 128]);
}

/** A convolution whose output channels are scaled: both in one, as w (k ∗ x + b) + s = (w k) ∗ x + (w b + s). */
function scaled(
  graph: Graph,
  weights: Weights,
  input: string,
  name: string,
  layer: { readonly stride?: number; readonly padding: 'same' | 'valid' },
): string {
  const scale = weights.decoded(`${name}/scale/weights`);
  const shift = weights.decoded(`${name}/scale/biases`);
  const bias = weights.decoded(`${name}/conv/bias`).map((value, c) => value * scale[c] + shift[c]);
  return graph.convolution(input, `${name}/conv/filters`, { ...layer, scale, bias });
}

/** Two convolutions added to their input, which is pooled and padded with zero channels to match. */
function residual(graph: Graph, weights: Weights, input: string, { name, ...block }: (typeof BLOCKS)[number]): string {
  const down = 'down' in block ? block.down : null;
  const first = down ? ({ stride: 2, padding: 'valid' } as const) : ({ padding: 'same' } as const);
  const middle = graph.node('Relu', [scaled(graph, weights, input, `${name}/conv1`, first)]);
  const end = scaled(graph, weights, middle, `${name}/conv2`, { padding: 'same' });
  if (!down) return graph.node('Relu', [graph.node('Add', [end, input])]);
  // Numbers of zeros before and after each axis: images, channels, rows, columns.
  const padded = (value: string, after: readonly number[]): string =>
    after.every((zeros) => zeros === 0) ? value : graph.node('Pad', [value, graph.integers([0, 0, 0, 0, ...after])]);
  const kept = padded(graph.pool(input, 'Average', 2, 2, 'valid'), [0, down.channels, 0, 0]);
  return graph.node('Relu', [graph.node('Add', [kept, padded(end, [0, 0, down.padded, down.padded])])]);
}
