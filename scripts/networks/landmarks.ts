/** The network that finds 68 landmarks of a face: x and y in shares of an image of 112 × 112, after normalisation. */
import { Graph } from './graph.ts';
import { readWeights } from './weights.ts';

export function landmarkNetwork(): Uint8Array {
  const weights = readWeights('face_landmark_68_model');
  const graph = new Graph(weights);
  const relu = (value: string): string => graph.node('Relu', [value]);
  const add = (a: string, b: string): string => graph.node('Add', [a, b]);
  let out = 'image';
  for (const block of ['dense0', 'dense1', 'dense2', 'dense3']) {
    const first = { stride: 2, padding: 'same' } as const;
    const bias = (): Float32Array => weights.decoded(`${block}/conv0/bias`);
    let sum = relu(
      block === 'dense0'
        ? graph.convolution(out, `${block}/conv0/filters`, { ...first, bias: bias() })
        : graph.separable(out, `${block}/conv0`, first),
    );
    out = sum;
    // Each layer sees the sum of all before it.
    for (const layer of ['conv1', 'conv2', 'conv3']) {
      sum = add(sum, graph.separable(out, `${block}/${layer}`, { padding: 'same' }));
      out = relu(sum);
    }
  }
  out = graph.pool(out, 'Average', 7, 2, 'valid');
  out = graph.node('MatMul', [graph.node('Flatten', [out], { axis: 1 }), graph.weights('fc/weights', [0, 1])]);
  out = add(out, graph.floats(weights.decoded('fc/bias'), [136]));
  return graph.file('landmarks', 112, out, ['images', 136]);
}
