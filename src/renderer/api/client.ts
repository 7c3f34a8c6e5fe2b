/** Access to the engine: a typed client over the transport of the host. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ClientLink } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { inject, type InjectionKey, type Ref } from 'vue';
import type { Contract } from '../../core/contract/contract.ts';

export type Client = ContractRouterClient<Contract>;

/** 'refused': the host replies but does not accept this page, whose token is missing or outdated. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface Connection {
  readonly client: Client;
  readonly state: Readonly<Ref<ConnectionState>>;
  /** Increases with every (re)connection; data read over an older one is then reloaded. */
  readonly epoch: Readonly<Ref<number>>;
  /** Retries now instead of after the pause. */
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

/** A problem of one field of an input; `path` such as "methods.0.latent", "" for the whole input. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** An error message of one sentence, and the invalid fields. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly problems: readonly Problem[];
}

/** Converts any error of a call to a failure to display. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ORPCError) {
    return { message: error.message, code: error.code, problems: problemsIn(error.data) };
  }
  if (error instanceof Error) return { message: error.message, code: error.name, problems: [] };
  return { message: String(error), code: 'UNKNOWN', problems: [] };
}

/** Problems listed by the engine, or the issues of a schema that rejected the input. */
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
