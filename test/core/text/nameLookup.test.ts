import { describe, expect, it } from 'vitest';
import { findNamed, canonicalName, nearestName, didYouMean } from '../../../src/core/text/nameLookup.ts';

describe('names that people type', () => {
  it('are found whatever their case where one has them', () => {
    const all = [{ name: 'Faces' }, { name: 'ORL' }, { name: 'orl' }];
    const find = (name: string) => findNamed(name, all, (one) => one.name)?.name;
    expect(find('faces')).toBe('Faces');
    expect(find('orl')).toBe('orl');
    expect(find('Orl')).toBeUndefined();
    expect(canonicalName('PCA', ['pca', 'lda'])).toBe('pca');
    expect(canonicalName('xyz', ['pca', 'lda'])).toBe('xyz');
  });

  it('are answered with the nearest where none has them', () => {
    expect(nearestName('glarm', ['pca', 'glram', 'gha'])).toBe('glram');
    expect(nearestName('BPCA', ['pca', 'bppca'])).toBe('pca');
    expect(nearestName('something', ['pca', 'glram'])).toBeNull();
    expect(didYouMean('glarm', ['glram'], 'the methods are …')).toBe('; did you mean "glram"?');
    expect(didYouMean('abc', ['glram'], 'the methods are glram')).toBe('; the methods are glram.');
  });
});
