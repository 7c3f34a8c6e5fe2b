/**
 * One fit to half of ten thousand drawn images: `largeFit.ts <method> <latent>`; prints seconds and peak memory as
 * JSON.
 */
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [, , id, latent] = process.argv;
const [count, side] = [10_000, 64];
const random = stream('large');
const images = matrixStack(count, side, side);
// Smooth patterns with falling weights, and noise: faces cost too much to draw here.
const patterns = Array.from({ length: 30 }, (_, k) =>
  Float64Array.from(
    { length: side * side },
    (_, i) => Math.cos((Math.PI * (i % side) * (k % 6)) / side) * Math.cos((Math.PI * (i / side) * (k / 6)) / side),
  ),
);
for (let n = 0; n < count; n++) {
  const image = images.data.subarray(n * side * side, (n + 1) * side * side);
  patterns.forEach((pattern, k) => {
    const weight = random.normal() / (1 + k);
    for (let i = 0; i < image.length; i++) image[i] += weight * pattern[i];
  });
  for (let i = 0; i < image.length; i++) image[i] += 0.02 * random.normal();
}
const half = Int32Array.from({ length: count / 2 }, (_, n) => n);
const [training, others] = [
  selectImages(images, half),
  selectImages(
    images,
    half.map((n) => n + count / 2),
  ),
];
const method = findMethod(id)!;
const started = performance.now();
const context = { random, checkCancelled: () => undefined };
const fit = method.fit(
  { images: training, labels: null },
  latent.split(',').map(Number),
  resolveSettings(method, {}),
  context,
);
const fitted = performance.now();
method.encode(fit, others);
const ended = performance.now();
process.stdout.write(
  JSON.stringify({
    method: id,
    latent: fit.latent,
    fit: (fitted - started) / 1000,
    encode: (ended - fitted) / 1000,
    peak: process.resourceUsage().maxRSS * 1024,
  }),
);
