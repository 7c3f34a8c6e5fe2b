/** What is attacked with inputs, and when what comes of one is a fault. */
import { isDeepStrictEqual } from 'node:util';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { InvalidInputError } from '../../../src/core/methods/problems.ts';
import type { Grammar } from './grammars.ts';
import { mutate, type Random } from './mutate.ts';
import { mutateJson } from './mutateJson.ts';

export interface Target {
  readonly name: string;
  /** How often it is chosen compared with the others: what takes long, seldom. */
  readonly weight: number;
  /** Tries one input; answers how it ended, or throws what got through. */
  readonly attempt: (random: Random) => Promise<string> | string;
  readonly close?: () => Promise<unknown> | void;
}

export const [FAST, SLOW, SLOWEST] = [3000, 20, 5];

/** Whether an error is a sentence about an input, on one line each where it has several problems. */
export function isSentence(error: unknown): boolean {
  if (error instanceof InvalidInputError)
    return error.problems.every(({ message }) => /^[^\n]{10,1000}$/.test(message));
  return error instanceof FormatError && /^[^\n]{10,400}$/.test(error.message);
}

/** 'refused' where an error is a sentence; else throws it with the input that led to it. */
export function refusal(error: unknown, input: () => string): 'refused' {
  if (isSentence(error)) return 'refused';
  throw new Error(`${String(error).split('\n')[0]}\n  ${input()}`, { cause: error });
}

/** What takes bytes, and throws what `isSentence` for what it refuses. */
export function ofBytes(
  name: string,
  weight: number,
  seeds: readonly Uint8Array[],
  run: (bytes: Uint8Array) => unknown,
): Target {
  const documents = seeds.map(jsonOf);
  return {
    name,
    weight,
    attempt(random) {
      const seed = random(seeds.length);
      const document = documents[seed];
      // Damaged bytes of JSON are rarely JSON.
      const bytes =
        document !== null && random(8) > 0 ? Buffer.from(mutateJson(document, random)) : mutate(seeds[seed], random);
      const refused = (error: unknown): 'refused' =>
        refusal(error, () => Buffer.from(bytes).toString('base64').slice(0, 4000));
      try {
        const found = run(bytes);
        return found instanceof Promise ? found.then(() => 'read' as const, refused) : 'read';
      } catch (error) {
        return refused(error);
      }
    },
  };
}

function jsonOf(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString();
  if (!/^[{[]/.test(text)) return null;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/** One text of two as it was made, which must give its own numbers; the other one damaged. */
export function ofGrammar({ name, make, read }: Grammar): Target {
  return {
    name,
    weight: FAST,
    attempt(random) {
      const { text, expected } = make(random);
      const whole = random(2) === 0;
      const given = whole ? text : Buffer.from(mutate(Buffer.from(text), random)).toString();
      let found: unknown;
      try {
        found = read(given);
      } catch (error) {
        if (whole) throw new Error(`${String(error)} for ${JSON.stringify(given)}`, { cause: error });
        return refusal(error, () => JSON.stringify(given));
      }
      if (!whole) return 'read';
      if (isDeepStrictEqual(found, expected)) return 'read as made';
      throw new Error(`other numbers than were written, for ${JSON.stringify(given)}`);
    },
  };
}
