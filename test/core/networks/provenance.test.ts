import { describe, expect, it } from 'vitest';
import { BUILT_IN, networkProvenance, trainedOn } from '../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../src/core/networks/recipe.ts';

const origin = { hash: 'ab'.repeat(32), recipe: builtInRecipe, marked: 3, coloured: false, runtime: 'runtime 1.0' };

describe('the provenance of deep features', () => {
  it('says what they depend on', () => {
    expect(networkProvenance({ ...origin, file: BUILT_IN })).toMatch(
      /^built-in network, SHA-256 abababababababab; images of the dataset in grey, 150 × 150, .*; eyes: 3 marked, others by landmarks; runtime 1\.0$/,
    );
    const whole = { ...origin, recipe: { ...builtInRecipe, template: null }, coloured: true, file: 'own.onnx' };
    expect(networkProvenance(whole)).toMatch(/^own\.onnx network, .*in colour, .*not aligned.*NCHW; runtime 1\.0$/);
  });

  it('tells on what the network was trained, as far as known, and nothing of other vectors', () => {
    expect(trainedOn(networkProvenance({ ...origin, file: BUILT_IN }))).toContain('three million photographs');
    expect(trainedOn(networkProvenance({ ...origin, file: 'own.onnx' }))).toContain(
      'own.onnx, which was trained elsewhere',
    );
    expect(trainedOn('vectors.npy')).toBeNull();
  });
});
