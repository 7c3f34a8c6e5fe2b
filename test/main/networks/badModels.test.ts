/** What is wrong with a model is told in one sentence that begins with its file. */
import { describe, expect, it } from 'vitest';
import { recognitionNetwork } from '../../../scripts/networks/recognition.ts';
import { fateOfModel } from '../../../src/main/networks/networkError.ts';
import { openNetwork } from '../../../src/main/networks/onnxRuntime.ts';
import { withNetworks } from '../../support/networks.ts';
import { means, smallModel, types } from '../../support/smallModel.ts';

withNetworks();

const given = new Float32Array(3 * 8 * 8).fill(1);

async function fate(
  model: Uint8Array,
  { values = given, shape = [1, 3, 8, 8], most }: { values?: Float32Array; shape?: number[]; most?: number } = {},
): Promise<string> {
  try {
    const network = await openNetwork(model, 'own.onnx', most);
    const { shape: found } = await network.run(values, shape);
    await network.close();
    return `an output of ${found.join(' × ')}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const cast = (to: number) => ({ kind: 'Cast', inputs: ['means'], output: 'vector', to }) as const;
const inner = { ...means, output: 'means' };

describe('a small model', () => {
  it('that is sound runs', async () =>
    expect(await fate(smallModel({ nodes: [means] }))).toBe('an output of 1 × 3 × 1 × 1'));

  it.each<[string, () => Uint8Array, RegExp]>([
    ['text', () => Buffer.from('{"a": 1}'), /it is damaged, or no ONNX model/],
    ['an empty file', () => new Uint8Array(0), /it is damaged, or no ONNX model/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /it is damaged, or no ONNX model/],
    ['a model cut off', () => recognitionNetwork().slice(0, 100_000), /it is damaged, or no ONNX model/],
    [
      'two outputs',
      () => smallModel({ nodes: [means, inner], outputs: ['vector', 'means'] }),
      /expected a model of one input and one output, found image and vector, means/,
    ],
    [
      'two inputs',
      () =>
        smallModel({
          nodes: [{ kind: 'Add', inputs: ['image', 'mask'], output: 'vector' }],
          inputs: ['image', 'mask'],
        }),
      /expected a model of one input and one output, found image, mask and vector/,
    ],
    [
      'another size',
      () => smallModel({ nodes: [means], inputShape: [1, 3, 16, 16] }),
      /axis 2 of its input is 16, and the images have 8 there/,
    ],
    [
      'channels last',
      () => smallModel({ nodes: [means], inputShape: [1, 8, 8, 3] }),
      /axis 1 of its input is 8, and the images have 3 there/,
    ],
    [
      'two axes',
      () => smallModel({ nodes: [{ kind: 'Identity', inputs: ['image'], output: 'vector' }], inputShape: [1, 192] }),
      /its input has 2 axes, and images have 4/,
    ],
    [
      'an input of float64',
      () => smallModel({ nodes: [means], inputType: types.double, outputType: types.double }),
      /its input is not of float32/,
    ],
    [
      'an output of whole numbers',
      () => smallModel({ nodes: [inner, cast(types.int64)], outputType: types.int64 }),
      /expected an output of float32, found int64/,
    ],
    [
      'an unknown operator',
      () => smallModel({ nodes: [{ ...means, kind: 'Frobnicate' }] }),
      /the runtime lacks its operator Frobnicate/,
    ],
    [
      'numbers in another file',
      () => smallModel({ nodes: [inner, { kind: 'Add', inputs: ['means', 'w'], output: 'vector' }], outside: 'w' }),
      /it keeps numbers in other files, which are not read/,
    ],
    [
      'a shape that does not fit',
      () =>
        smallModel({
          nodes: [{ kind: 'Reshape', inputs: ['image', 'sides'], output: 'vector' }],
          integers: { sides: [1, 7] },
        }),
      /the runtime does not take it \(The input tensor cannot be reshaped to the requested shape\. Input shape:\{1,3,8,8\}/,
    ],
    [
      'more numbers than memory holds',
      () =>
        smallModel({
          nodes: [
            { kind: 'Tile', inputs: ['image', 'times'], output: 'large' },
            { ...means, inputs: ['large'] },
          ],
          integers: { times: [1, 1, 40_000, 4000] },
        }),
      /there is no memory for it/,
    ],
  ])('of %s is refused', async (_, model, says) => {
    const sentence = await fate(model());
    expect(sentence).toMatch(says);
    expect(sentence).toMatch(/^own\.onnx: [^\n]*\.$/);
    expect(sentence).not.toMatch(/\/\w+\/|onnxruntime|\.(cc|h):\d/);
    // The thread of the runtime goes on.
    expect(await fate(smallModel({ nodes: [means] }))).toBe('an output of 1 × 3 × 1 × 1');
  });
});

it.each([
  ['stated', [1, 3, 200, 200]],
  ['only known when it is computed', undefined],
])('an output with more numbers than allowed is refused if its shape is %s', async (_, outputShape) => {
  const model = smallModel({
    nodes: [{ kind: 'Tile', inputs: ['image', 'times'], output: 'vector' }],
    integers: { times: [1, 1, 25, 25] },
    ...(outputShape && { outputShape }),
  });
  expect(await fate(model, { most: 120_000 })).toBe('an output of 1 × 3 × 200 × 200');
  expect(await fate(model, { most: 119_999 })).toBe(
    'own.onnx: expected at most 119,999 numbers per image, found an output of 120,000.',
  );
});

it('a thread that ended without a word of the model is told with its file', () => {
  expect(fateOfModel('own.onnx', 'The worker died.')).toBe('own.onnx: the worker died.');
  for (const told of ['own.onnx: it is damaged.', 'landmarks.onnx: it is damaged.']) {
    expect(fateOfModel('own.onnx', told)).toBe(told);
  }
});
