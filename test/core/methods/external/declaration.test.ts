import { describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../../src/core/methods/external/declaration.ts';
import { externalMethod, requireNoMissingPixels } from '../../../../src/core/methods/external/externalMethod.ts';
import { FitError, acceptsMissing } from '../../../../src/core/methods/method.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { codeSize } from '../../../../src/core/methods/latent/latentShape.ts';
import { matchedShape } from '../../../../src/core/methods/latent/latentGrid.ts';
import { InvalidInputError } from '../../../../src/core/methods/problems.ts';
import { declared } from '../../../main/external/ownProgram.ts';

const method = (fields: object = {}, unavailable?: string) =>
  externalMethod(parseDeclaration(declared(fields)), 'a'.repeat(16), unavailable === undefined ? {} : { unavailable });

describe('method.json', () => {
  it.each([
    [
      'an id with blanks',
      { id: 'My method' },
      'method.json: id: 2 to 40 lower-case letters, digits and -, a letter first.',
    ],
    [
      'two names for a vector',
      { latentNames: ['a', 'b'] },
      'method.json: latentNames: a vector has 1 latent dimension, found 2.',
    ],
    ['neither program nor module', { command: undefined }, 'expected either "command" (a program) or "module"'],
    [
      'a module outside the folder',
      { command: undefined, module: '../method.ts' },
      'module: a .js, .mjs, .ts or .mts file',
    ],
    ['a nested method that classifies', { nested: true, can: ['classify'] }, 'nested: a nested method is compared'],
    [
      'codes of an unknown size',
      { codes: ['q', 'planes'] },
      'method.json: codes: expected numbers or any of q, rows, cols, pixels, found "planes".',
    ],
    ['nested codes of another shape', { codes: ['q', 'q'], nested: true }, 'codes: codes of a nested method have its'],
    ['an unknown field', { epochs: 3 }, 'method.json: Unrecognized key: "epochs".'],
    ['an unknown bound', { largest: [['frames']] }, 'largest'],
  ])('with %s is refused by field', (_name, fields, sentence) => {
    expect(() => parseDeclaration(declared(fields))).toThrow(sentence);
  });

  it('bounds latent shapes by sizes of the training images', () => {
    expect(method().largestLatent(5, 4, 10, 3)).toEqual([9]);
    expect(method().largestLatent(2, 4, 10, 3)).toEqual([8]);
    expect(method({ largest: [['subjects-1', 7]] }).largestLatent(50, 40, 100, 30)).toEqual([7]);
    expect(method({ latentKind: 'matrix', latentNames: ['a', 'b'] }).largestLatent(5, 4, 10)).toEqual([5, 4]);
  });

  it('counts the numbers per code from the declared sizes, parameters among them', () => {
    const components = { name: 'components', title: 'K', help: 'K.', kind: 'integer', default: 2, min: 1, max: 9 };
    const size = (fields: object, settings = {}) => codeSize(method(fields), [3], { rows: 5, cols: 4 }, settings);
    expect(size({})).toBe(3);
    expect(size({ codes: ['q', 'q'] })).toBe(9);
    expect(size({ codes: ['rows', 'q'] })).toBe(15);
    expect(size({ codeSize: ['components', 'q'], parameters: [components] })).toBe(6);
    expect(size({ codeSize: ['components', 'q', 'q'], parameters: [components] }, { components: 4 })).toBe(36);
    expect(() => matchedShape(method({ codes: ['q', 'q'] }), 3, 5, 4, 10)).toThrow(InvalidInputError);
    expect(matchedShape(method({ latentNames: ['q'] }), 2, 5, 4, 10)).toEqual([2]);
  });

  it('takes missing pixels where it says so', () => {
    expect(acceptsMissing(method({ can: ['missing'] }))).toBe(true);
    expect(acceptsMissing(method())).toBe(false);
    const holed = matrixStack(2, 1, 2, Float64Array.of(1, 2, NaN, 4));
    const refuse = (can: 'missing'[]) => () => requireNoMissingPixels({ title: 'Own', can }, holed);
    expect(refuse([])).toThrow('Own takes whole images, found missing pixels in image 2 of 2');
    expect(refuse(['missing'])).not.toThrow();
  });

  it('gives a colour and marker by the id alone', () => {
    expect(method({ title: 'Other' }).appearance).toEqual(method().appearance);
    expect(method({ id: 'another' }).appearance).not.toEqual(method().appearance);
  });

  it('is a method that says why it cannot be computed', () => {
    const call = (it: ReturnType<typeof method>) => () => it.fit({} as never, [1], {}, {} as never);
    expect(call(method({}, 'Gone.'))).toThrow(new FitError('Gone.'));
    expect(call(method())).toThrow('not registered here');
  });
});
