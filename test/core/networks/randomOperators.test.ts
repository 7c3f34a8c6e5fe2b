import { expect, it } from 'vitest';
import { bytes, message, text, whole } from '../../../scripts/networks/protobuf.ts';
import { randomOperators } from '../../../src/core/networks/randomOperators.ts';
import { means, smallModel } from '../../support/smallModel.ts';

const noise = { kind: 'RandomNormalLike', inputs: ['image'], output: 'noise' } as const;

it('finds operators that draw random numbers', () => {
  expect(randomOperators(smallModel({ nodes: [means] }))).toEqual([]);
  const nodes = [noise, { ...noise, kind: 'Bernoulli' }, { ...means, inputs: ['noise'] }];
  expect(randomOperators(smallModel({ nodes }))).toEqual(['Bernoulli', 'RandomNormalLike']);
});

it('finds them in branches, bodies and functions', () => {
  const node = message(1, [text(4, 'RandomUniform')]);
  const branch = message(5, [text(1, 'then_branch'), message(6, [node])]);
  const inside = message(7, [message(1, [text(4, 'If'), branch])]);
  expect(randomOperators(Buffer.concat([whole(1, 7), inside]))).toEqual(['RandomUniform']);
  const called = message(25, [text(1, 'noisy'), message(7, [text(4, 'Multinomial')])]);
  expect(randomOperators(called)).toEqual(['Multinomial']);
});

it('does not take numbers or names for operators, and bears damaged files', () => {
  const named = message(7, [
    message(1, [text(3, 'RandomNormal'), text(4, 'Add')]),
    message(5, [bytes(9, Buffer.from('RandomNormal'))]),
  ]);
  expect(randomOperators(named)).toEqual([]);
  const model = smallModel({ nodes: [noise] });
  for (let length = 0; length < model.length; length += 7) randomOperators(model.subarray(0, length));
  expect(randomOperators(Uint8Array.of(0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1))).toEqual([]);
  expect(randomOperators(new Uint8Array(0))).toEqual([]);
});
