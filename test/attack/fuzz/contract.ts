/**
 * Calls of every procedure of the contract with inputs made from its own schema, some of them damaged. A fault is any
 * outcome but an answer that survives JSON, or one of the errors that the contract names; so is a call that never ends.
 */
import { ORPCError } from '@orpc/client';
import type { z } from 'zod';
import { contract } from '../../../src/core/contract/contract.ts';
import type { Random } from './mutate.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';

type Call = (input: unknown) => Promise<unknown>;

export interface Procedure {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType | undefined;
}

/** Every procedure of the contract; those that delete come last, so that the others find something. */
export const procedures: readonly Procedure[] = listed(contract, []).sort((a, b) => deletes(a) - deletes(b));

/** 1 for what takes datasets or studies away, else 0. */
export function deletes({ path }: Procedure): number {
  return path.at(-1) === 'delete' ? 1 : 0;
}

function listed(node: object, path: readonly string[]): Procedure[] {
  const declared = (node as { '~orpc'?: { inputSchema?: z.core.$ZodType } })['~orpc'];
  if (declared) return [{ path, schema: declared.inputSchema }];
  return Object.entries(node).flatMap(([name, child]) => listed(child as object, [...path, name]));
}

/** The errors of the contract; anything else is a defect. */
const NAMED = new Set(['NOT_FOUND', 'INVALID', 'CONFLICT']);
const PATIENCE_MS = 30_000;
const ODD: readonly unknown[] = [
  null,
  undefined,
  '',
  '\u0000\u001b[2J\u202e',
  '__proto__',
  'x'.repeat(70_000),
  -1,
  0,
  0.5,
  NaN,
  Infinity,
  2 ** 53,
  -0,
  1n,
  true,
  [],
  {},
  [[[[[]]]]],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  new Date(0),
  new Uint8Array(3),
];

/** Values that mean something in the workspace, by the name of the field that takes them. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

/** A value that the schema may accept; most fields with a hint take it, so that calls get past the first check. */
export function valueFor(schema: z.core.$ZodType, random: Random, hints: Hints, field = ''): unknown {
  if (random(40) === 0) return ODD[random(ODD.length)];
  if (field in hints && random(8) > 0) return hints[field][random(hints[field].length)];
  const { def, bag } = (schema as z.core.$ZodTypes)._zod as { def: z.core.$ZodTypes['_zod']['def']; bag: Bounds };
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, member]) => [key, valueFor(member, random, hints, key)]),
      );
    case 'array':
      return Array.from({ length: random(4) }, () => valueFor(def.element, random, hints, field));
    case 'tuple':
      return def.items.map((item) => valueFor(item, random, hints, field));
    case 'record':
      return { [`key${random(3)}`]: valueFor(def.valueType, random, hints) };
    case 'union':
      return valueFor(def.options[random(def.options.length)], random, hints);
    case 'optional':
    case 'default':
    case 'prefault':
      return random(2) === 0 ? undefined : valueFor(def.innerType, random, hints, field);
    case 'nullable':
      return random(3) === 0 ? null : valueFor(def.innerType, random, hints, field);
    case 'readonly':
      return valueFor(def.innerType, random, hints, field);
    case 'pipe':
      return valueFor(def.in, random, hints, field);
    case 'lazy':
      return valueFor(def.getter(), random, hints, field);
    case 'literal':
      return def.values[random(def.values.length)];
    case 'enum':
      return Object.values(def.entries)[random(Object.keys(def.entries).length)];
    case 'boolean':
      return random(2) === 0;
    case 'string':
      return ['x', 'faces', 'error-rate', 'pca', '1'][random(5)];
    case 'number':
      return numberWithin(bag, random);
    default:
      return ODD[random(ODD.length)];
  }
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

/** Mostly small numbers, which name images, shapes and studies that exist; sometimes the ends of the range. */
function numberWithin({ minimum = 0, maximum = 1e6, format }: Bounds, random: Random): number {
  const choice = random(8);
  if (choice === 0) return minimum;
  if (choice === 1) return maximum;
  const whole = Math.min(Number(maximum), Math.max(0, Math.ceil(Number(minimum))) + random(6));
  return format === 'safeint' || random(2) === 0 ? whole : whole + random(100) / 100;
}

/** What is wrong with the outcome of a call, or null. Streams are read for a few events and ended. */
export async function faultOf(engine: Engine, { path }: Procedure, input: unknown): Promise<string | null> {
  const call = path.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], engine.client) as Call;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), PATIENCE_MS)));
  try {
    const outcome = await Promise.race([answer(call, input), patience]);
    return outcome === 'late' ? `no answer within ${PATIENCE_MS / 1000} s` : outcome;
  } catch (error) {
    if (error instanceof ORPCError && NAMED.has(error.code)) {
      return /^\S[^\n]*$/s.test(error.message.trim()) ? null : `an error of several lines: ${error.message}`;
    }
    return `${String(error)}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads an answer to its end, or four events of a stream; says what in it does not survive JSON. */
async function answer(call: Call, input: unknown): Promise<string | null> {
  const value = await call(input);
  if (value instanceof Blob) return value.size > 0 ? null : 'an empty file';
  if (typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] !== 'function') return unsafe(value);
  const stream = value as AsyncGenerator<unknown>;
  for (let events = 0; events < 4; events++) {
    const { done, value: event } = await stream.next();
    if (done) return null;
    const fault = unsafe(event);
    if (fault !== null) return fault;
  }
  await stream.return(undefined);
  return null;
}

function unsafe(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `an answer with ${value}`;
  if (ArrayBuffer.isView(value)) return 'an answer with a typed array';
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? 'an answer with a bigint' : null;
  for (const [key, member] of Object.entries(value)) {
    const fault = unsafe(member);
    if (fault !== null) return `${fault} in ${key}`;
  }
  return null;
}
