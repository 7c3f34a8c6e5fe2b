import { describe, expect, it } from 'vitest';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { codeSize } from '../../../../src/core/methods/latent/latentShape.ts';
import type { Method, Settings } from '../../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';

const IMAGES = 24;
const SUBJECTS = 4;
const SHAPE = { rows: 6, cols: 4 };

/** Sizes as declared, and as codes of a fit have them. */
function sizes(method: Method, settings: Settings = {}): readonly [declared: number, found: number] {
  const random = stream('code size', method.id);
  const images = matrixStack(IMAGES, SHAPE.rows, SHAPE.cols);
  images.data.forEach((_, i) => (images.data[i] = 128 + 20 * random.normal()));
  const labels = Int32Array.from({ length: IMAGES }, (_, n) => n % SUBJECTS);
  const latent = method.latentKind === 'matrix' ? [3, 2] : method.latentNames.map(() => 2);
  const context = { random, checkCancelled: () => undefined };
  const fit = method.fit({ images, labels }, latent, resolveSettings(method, settings), context);
  const { rows, cols } = method.encode(fit, images);
  return [codeSize(method, latent, SHAPE, settings), rows * cols];
}

describe('numbers per code', () => {
  it.each(methods.map((method) => [method.id, method] as const))('of %s are those of its codes', (_, method) => {
    const [declared, found] = sizes(method);
    expect(declared).toBe(found);
  });

  it.each([
    ['phopca-3', { planes: 2, planeDimension: 2 }, 12],
    ['phopca-1-tensor', { planes: 2, mode: 'rows' }, 8],
    ['mphopca', { components: 3 }, 18],
  ] as const)('of %s follow its settings', (id, settings, expected) => {
    const [declared, found] = sizes(findMethod(id)!, settings);
    expect([declared, found]).toEqual([expected, expected]);
  });

  it('of 2DPCA are q for every row of the image', () => {
    expect(codeSize(findMethod('2dpca'), [5], { rows: 112, cols: 92 }, {})).toBe(560);
    expect(codeSize(findMethod('2dpca-left'), [5], { rows: 112, cols: 92 }, {})).toBe(460);
  });
});
