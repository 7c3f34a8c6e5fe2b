import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { detectorNetwork } from '../../../scripts/networks/detector.ts';
import { landmarkNetwork } from '../../../scripts/networks/landmarks.ts';
import { recognitionNetwork } from '../../../scripts/networks/recognition.ts';
import { openNetwork } from '../../../src/main/networks/onnxRuntime.ts';
import { answerOfFaceApi } from '../../support/faceApi.ts';
import { withNetworks } from '../../support/networks.ts';

withNetworks();

/** Values 0 … 255 that vary smoothly, as images do; red, green and blue of a pixel together. */
function drawn(size: number, seed: number): Float32Array {
  return Float32Array.from({ length: 3 * size * size }, (_, i) => {
    const [c, x, y] = [i % 3, Math.floor(i / 3) % size, Math.floor(i / 3 / size)];
    return Math.round(127 + 60 * Math.sin((x * (c + 2 + seed)) / 19) + 60 * Math.cos((y * (seed + 1)) / 23 + c));
  });
}

/** As the networks take images: red, green and blue one after another, minus a mean, over 255. */
function planes(image: Float32Array, size: number, mean: readonly number[]): Float32Array {
  const area = size * size;
  return Float32Array.from(
    { length: 3 * area },
    (_, i) => (image[3 * (i % area) + Math.floor(i / area)] - mean[Math.floor(i / area)]) / 255,
  );
}

const WEB = [122.782, 117.001, 104.298];
const cases = [
  { name: 'recognition', make: recognitionNetwork, size: 150, mean: WEB, length: 128 },
  { name: 'landmarks', make: landmarkNetwork, size: 112, mean: WEB, length: 136 },
  { name: 'detector', make: detectorNetwork, size: 224, mean: [117.001, 114.697, 97.404], length: 25 * 49 },
] as const;

describe('networks as ONNX files', () => {
  it.each(cases)(
    'answer what the package of the weights answers: $name',
    async ({ name, make, size, mean, length }) => {
      const network = await openNetwork(make(), name);
      const image = drawn(size, 1);
      const { shape, values } = await network.run(planes(image, size, mean), [1, 3, size, size]);
      const expected = (await answerOfFaceApi(name, image, size)).dataSync();
      expect(values).toHaveLength(length);
      expect(expected).toHaveLength(length);
      // The detector's places stand row by row in the one, channel by channel in the other.
      const channels = shape[1];
      const places = values.length / channels;
      const most = expected.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      let difference = 0;
      for (let place = 0; place < places; place++) {
        for (let c = 0; c < channels; c++) {
          difference = Math.max(difference, Math.abs(values[c * places + place] - expected[place * channels + c]));
        }
      }
      expect(most).toBeGreaterThan(0.1);
      expect(difference / most).toBeLessThan(2e-5);
      await network.close();
    },
  );

  it('keep 8-bit weights as such', () => {
    expect(recognitionNetwork().length / 1e6).toBeCloseTo(6.48, 1);
    expect(landmarkNetwork().length / 1e6).toBeCloseTo(0.37, 1);
    expect(detectorNetwork().length / 1e6).toBeCloseTo(0.2, 1);
  });

  it('give ten descriptors bit for bit', async () => {
    const network = await openNetwork(recognitionNetwork(), 'recognition');
    const hash = createHash('sha256');
    for (let seed = 0; seed < 10; seed++) {
      const { values } = await network.run(planes(drawn(150, seed), 150, WEB), [1, 3, 150, 150]);
      hash.update(new Uint8Array(values.buffer));
    }
    expect(hash.digest('hex')).toBe('81aa65dcd0a21623877442bc633ef3e057bfb6afc19f71a703e199f5392d79b0');
    await network.close();
  });
});
