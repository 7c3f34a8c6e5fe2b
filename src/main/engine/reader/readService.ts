/** Types of the services behind read-only calls: one function per call, in whichever thread it runs. */
import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { Workspace } from '../../workspace/workspace.ts';

type ReadService<Call> =
  Call extends ContractProcedure<infer Input, infer Output, ErrorMap, { readonly reads: 'quick' | 'long' }>
    ? (
        workspace: Workspace,
        input: InferSchemaOutput<Input>,
      ) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : never;

/** One service per read-only call of a domain, by name. */
export type ReadServices<Domain> = {
  readonly [Name in keyof Domain as ReadService<Domain[Name]> extends never ? never : Name]: ReadService<Domain[Name]>;
};
