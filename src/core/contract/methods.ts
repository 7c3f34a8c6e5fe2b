/** Calls and data of the contract: methods. */
import { type } from '@orpc/contract';
import type { Appearance } from '../methods/appearance.ts';
import type { Citation, Parameter } from '../methods/method.ts';
import { base } from './base.ts';

export interface MethodInfo {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly family: string;
  readonly description: string;
  /** The model or what is minimised, in one line. */
  readonly formula: string;
  readonly citation: Citation;
  readonly latentKind: 'vector' | 'matrix';
  readonly latentNames: readonly string[];
  readonly parameters: readonly Parameter[];
  /** All latent shapes come from one fit. */
  readonly nested: boolean;
  /** One fit takes seconds. */
  readonly demanding: boolean;
  readonly appearance: Appearance;
}

/** The methods that studies and embeddings may name. */
export const methodCalls = {
  list: base.output(type<readonly MethodInfo[]>()),
};
