/** The one way to the engine: a typed client over whichever transport the host offers. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ClientLink } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { inject, type InjectionKey, type Ref } from 'vue';
import type { Contract } from '../../core/contract/contract.ts';

export type Client = ContractRouterClient<Contract>;

/** 'refused': the host answers but does not accept this page, whose token is missing or old. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface Connection {
  readonly client: Client;
  readonly state: Readonly<Ref<ConnectionState>>;
  /** Grows with every (re)connection: what was read over an older one is read again. */
  readonly epoch: Readonly<Ref<number>>;
  /** Tries again now instead of after the pause. */
  readonly reconnect: () => void;
}

export type Link = ClientLink<Record<never, never>>;

export function clientOver(link: Link): Client {
  return createORPCClient(link);
}

export const connectionKey: InjectionKey<Connection> = Symbol('connection');

/** The connection of this page. Throws outside a component or store of an app that provides one. */
export function useConnection(): Connection {
  const connection = inject(connectionKey);
  if (!connection) throw new Error('No connection is provided');
  return connection;
}

/** A problem of one field of an input; `path` such as "methods.0.latent", "" for the whole. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What went wrong, in one sentence, and the fields that are to blame. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly problems: readonly Problem[];
}

/** Turns whatever a call threw into a failure to show. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ORPCError) {
    return { message: error.message, code: error.code, problems: problemsIn(error.data) };
  }
  if (error instanceof Error) return { message: error.message, code: error.name, problems: [] };
  return { message: String(error), code: 'UNKNOWN', problems: [] };
}

/** Problems as the engine lists them, or the issues of a schema that refused the input. */
function problemsIn(data: unknown): Problem[] {
  if (typeof data !== 'object' || data === null) return [];
  const { problems, issues } = data as { problems?: unknown; issues?: unknown };
  const list = Array.isArray(problems) ? problems : Array.isArray(issues) ? issues : [];
  return list.map((entry: { path?: unknown; message?: unknown }) => ({
    path: fieldPath(entry.path),
    message: String(entry.message ?? 'is not valid'),
  }));
}

function fieldPath(path: unknown): string {
  const parts = Array.isArray(path)
    ? path.map((part) => String(typeof part === 'object' && part !== null ? (part as { key: unknown }).key : part))
    : String(path ?? '')
        .split(/[.[\]]+/)
        .filter((part) => part !== '');
  return (parts[0] === 'spec' ? parts.slice(1) : parts).join('.');
}
