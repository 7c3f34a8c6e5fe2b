/** What answers a call of the contract that only reads: one function, whichever thread it runs in. */
import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { Workspace } from '../../workspace/workspace.ts';

type ReadService<Call> =
  Call extends ContractProcedure<infer Input, infer Output, ErrorMap, { readonly reads: 'quick' | 'long' }>
    ? (
        workspace: Workspace,
        input: InferSchemaOutput<Input>,
      ) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : never;

/** A service for every call of a domain that reads, by its name. */
export type ReadServices<Domain> = {
  readonly [Name in keyof Domain as ReadService<Domain[Name]> extends never ? never : Name]: ReadService<Domain[Name]>;
};
