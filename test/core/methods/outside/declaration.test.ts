import { describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../../src/core/methods/outside/declaration.ts';
import { outsideMethod } from '../../../../src/core/methods/outside/outsideMethod.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { declared } from '../../../main/programs/ownProgram.ts';

const method = (fields: object = {}, unavailable?: string) =>
  outsideMethod(parseDeclaration(declared(fields)), 'a'.repeat(16), unavailable === undefined ? {} : { unavailable });

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
