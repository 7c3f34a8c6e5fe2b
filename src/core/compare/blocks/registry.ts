/** The Bayesian tests over several conditions or datasets, in the order in which forms list them. */
import { choiceOf } from '../../choice.ts';
import type { BlockTestDeclaration } from './blockTest.ts';
import { hierarchicalT } from './hierarchicalT.ts';
import { signedRank } from './signedRank.ts';

export const blockTests = [signedRank, hierarchicalT] as const;

export type BlockTestName = (typeof blockTests)[number]['kind'];

export const blockTestNames = blockTests.map(({ kind }) => kind);

/** The declaration of a test over blocks. */
export function blockTest(name: BlockTestName): BlockTestDeclaration<BlockTestName> {
  return choiceOf<BlockTestDeclaration<BlockTestName>>(blockTests, name);
}
