import type { ContractRouterClient } from '@orpc/contract';
import type { Router } from '@orpc/server';
import type { Contract } from '../../core/contract/contract.ts';

/** The contract, implemented: what a transport serves. */
export type EngineRouter = Router<Contract, Record<never, never>>;

/** The contract as called: in process or over a transport. */
export type EngineClient = ContractRouterClient<Contract>;
