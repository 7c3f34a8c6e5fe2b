import { implement } from '@orpc/server';
import { contract } from '../../core/contract/contract.ts';
import { toContractError } from './errors.ts';
import type { Services } from './services.ts';

/** The contract to be implemented; whatever a handler throws reaches the client as an error of the contract. */
export function implementer({ log, workspace }: Pick<Services, 'log' | 'workspace'>) {
  return implement(contract).use(async ({ next, path }) => {
    try {
      workspace.requirePresent();
      return await next();
    } catch (error) {
      throw toContractError(error, path.join('.'), log);
    }
  });
}

export type Implementer = ReturnType<typeof implementer>;
