import { describe, expect, it } from 'vitest';
import {
  BUILT_IN,
  embedCommand,
  networkProvenance,
  recordedNetwork,
  recordedNetworkSchema,
  trainedOn,
} from '../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../src/core/networks/recipe.ts';

const origin = { hash: 'ab'.repeat(32), recipe: builtInRecipe, marked: 3, coloured: false, runtime: 'runtime 1.0' };

describe('the record of a network', () => {
  const point = (x: number) => ({ x, y: 2 * x });
  const marked = { left: point(1), right: point(3.5) };
  const found = { ...marked, nose: point(2), mouthLeft: point(2), mouthRight: point(3) };
  const network = { file: BUILT_IN, hash: 'ab'.repeat(32), recipe: builtInRecipe, coloured: true, runtime: 'r 1' };

  it('has the marked eyes, not detected ones, and survives JSON', () => {
    const record = recordedNetwork(network, [marked, found, null]);
    expect(record).toEqual({
      ...network,
      eyes: [
        [
          [1, 2],
          [3.5, 7],
        ],
        null,
        null,
      ],
    });
    expect(recordedNetworkSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it('has none if none was marked, or faces are not aligned', () => {
    expect(recordedNetwork(network, [found, found])).toEqual(network);
    const whole = { ...network, recipe: { ...builtInRecipe, template: null } };
    expect(recordedNetwork(whole, [marked])).toEqual(whole);
  });

  it('gives the command that computes the vectors', () => {
    expect(embedCommand('faces', 'deep', network)).toBe('eigenbench embed faces --as deep');
    expect(embedCommand('my faces', 'own', { file: 'a b.onnx' })).toBe(
      "eigenbench embed 'my faces' --model 'a b.onnx' --as own",
    );
  });
});

describe('the provenance of deep features', () => {
  it('says what they depend on', () => {
    expect(networkProvenance({ ...origin, file: BUILT_IN })).toMatch(
      /^built-in network, SHA-256 abababababababab; images of the dataset in grey, 150 × 150, .*; eyes: 3 marked, others by landmarks; runtime 1\.0$/,
    );
    const whole = { ...origin, recipe: { ...builtInRecipe, template: null }, coloured: true, file: 'own.onnx' };
    expect(networkProvenance(whole)).toMatch(/^own\.onnx network, .*in colour, .*not aligned.*NCHW; runtime 1\.0$/);
  });

  it('tells on what the network was trained, as far as known, and nothing of other vectors', () => {
    const [builtIn, own] = [BUILT_IN, 'own.onnx'].map((file) => networkProvenance({ ...origin, file }));
    expect(trainedOn({ source: builtIn })).toMatch(/8-bit weights.*three million photographs/);
    expect(trainedOn({ source: own })).toContain('own.onnx, which was trained elsewhere, on images that are not known');
    expect(trainedOn({ source: own, stated: { training: '5 photographs of two cats' } })).toBe(
      'the network own.onnx, which was trained elsewhere, on 5 photographs of two cats',
    );
    expect(trainedOn({ source: 'vectors.npy' })).toBeNull();
  });
});
