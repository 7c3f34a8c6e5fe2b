/**
 * The network that detects faces on a grid over an image, whose sides are multiples of 32: per grid position and each
 * of five box shapes, the position of the box, its size, and its confidence.
 */
import { Graph } from './graph.ts';
import { readWeights } from './weights.ts';

/** Strides of the pools after the layers. */
const POOLS = [2, 2, 2, 2, 2, 1];

export function detectorNetwork(): Uint8Array {
  const weights = readWeights('tiny_face_detector_model');
  const graph = new Graph(weights);
  let out = 'image';
  POOLS.forEach((stride, n) => {
    const name = `conv${n}`;
    const layer =
      n === 0
        ? graph.convolution(out, `${name}/filters`, { padding: 'valid', bias: weights.decoded(`${name}/bias`) })
        : graph.separable(out, name, { padding: 1 });
    out = graph.pool(graph.node('LeakyRelu', [layer], { alpha: { float: 0.1 } }), 'Max', 2, stride, 'same');
  });
  out = graph.convolution(out, 'conv8/filters', { padding: 'valid', bias: weights.decoded('conv8/bias') });
  return graph.file('detector', null, out, ['images', 25, 'down', 'across']);
}
