/** Handlers of read-only calls, generated from their services, whichever thread runs them. */
import type { Implementer } from '../services.ts';
import { reads, type QueryInput, type QueryName, type Reads } from './queries.ts';
import type { Reader } from './reader.ts';

type HandlersOf<Domain extends keyof Reads> = {
  readonly [Call in keyof Reads[Domain] & keyof Implementer[Domain]]: Implementer[Domain][Call] extends {
    handler: (...given: never[]) => infer Handler;
  }
    ? Handler
    : never;
};

type After<Domain extends keyof Reads> = {
  readonly [Call in keyof Reads[Domain]]?: Reads[Domain][Call] extends (
    workspace: never,
    input: infer Input,
  ) => infer Answer
    ? (input: Input, answer: Awaited<Answer>) => void
    : never;
};

/** The part of an unimplemented call that sets its handler. */
interface Implemented {
  readonly handler: (handle: (call: { input: never; signal?: AbortSignal }) => Promise<unknown>) => unknown;
}

/** `after`: what the engine does after a reply, such as recording it. */
export function readHandlers<Domain extends keyof Reads & string>(
  os: Implementer,
  domain: Domain,
  reader: Reader,
  after: After<Domain> = {},
): HandlersOf<Domain> {
  const calls = os[domain] as unknown as Readonly<Record<string, Implemented>>;
  const next = after as Readonly<Record<string, ((input: unknown, answer: unknown) => void) | undefined>>;
  const handlers = Object.keys(reads[domain]).map((call) => [
    call,
    calls[call].handler(async ({ input, signal }) => {
      const answer = await reader.read(`${domain}.${call}` as QueryName, input as QueryInput<QueryName>, signal);
      next[call]?.(input, answer);
      return answer;
    }),
  ]);
  return Object.fromEntries(handlers) as HandlersOf<Domain>;
}
