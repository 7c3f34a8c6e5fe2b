import type { ContractRouterClient } from '@orpc/contract';
import type { Router } from '@orpc/server';
import type { Contract } from '../../core/contract/contract.ts';

/** The implemented contract, as transports serve it. */
export type EngineRouter = Router<Contract, Record<never, never>>;

/** Client of the contract: in process or over a transport. */
export type EngineClient = ContractRouterClient<Contract>;
