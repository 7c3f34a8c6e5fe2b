// What stands for vitest where scripts/mutation keeps tests loaded.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  chai,
} from '@vitest/expect';

export * from '../../scripts/mutation/collectedTests.ts';

for (const matchers of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(matchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect, {
  ...globalThis[ASYMMETRIC_MATCHERS_OBJECT],
  unreachable: (message = 'this') => chai.assert.fail(`${message} was not to be reached`),
});
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect });
