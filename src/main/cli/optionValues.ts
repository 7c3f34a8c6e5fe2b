/** Parsers of option values. Each throws commander's own error, which becomes one sentence and exit code 2. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { rawSchema, type RawLayout } from '../../core/images/importRecipe.ts';
import { parseWeights, type GreyWeights } from '../../core/images/grey.ts';
import { parseStep, type Step } from '../../core/images/preprocess/steps.ts';
import type { ParameterValue } from '../../core/methods/method.ts';
import type { EyeChoice } from '../../core/contract/procedures.ts';
import type { Engine } from '../engine/engine.ts';
import { Failure } from './errors.ts';

/** "56x46" or "56×46": rows × columns. */
export function parseSize(text: string): { rows: number; cols: number } {
  const match = /^([1-9]\d{0,3})\s*[x×]\s*([1-9]\d{0,3})$/i.exec(text.trim());
  if (!match || Number(match[1]) > 4096 || Number(match[2]) > 4096) {
    throw new InvalidArgumentError(`Expected rows x columns between 1x1 and 4096x4096, e.g. 56x46, found "${text}".`);
  }
  return { rows: Number(match[1]), cols: Number(match[2]) };
}

/** A name that is not blank; the contract checks the rest. */
export function parseName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(`Expected a name, found "${text}".`);
  return text;
}

/** "5" for vector methods, "3x3" (q_c × q_r) for bilinear ones. */
export function parseLatent(text: string): number[] {
  if (!/^[1-9]\d*(\s*[x×,]\s*[1-9]\d*)*$/i.test(text.trim())) {
    throw new InvalidArgumentError(`Expected a latent shape such as 5 or 3x3, found "${text}".`);
  }
  return text.split(/[x×,]/i).map(Number);
}

export function parseCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}, found "${text}".`);
    }
    return value;
  };
}

/** "1,2,5": numbers of `what`, from 1. */
export function parseNumbers(what: string): (text: string) => number[] {
  return (text) => {
    if (!/^[1-9]\d{0,5}(\s*,\s*[1-9]\d{0,5})*$/.test(text.trim())) {
      throw new InvalidArgumentError(`Expected numbers of ${what} from 1, such as 1,2,5, found "${text}".`);
    }
    return text.split(',').map(Number);
  };
}

/** "pca, lda": the parts. */
export function parseList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes('')) throw new InvalidArgumentError(`Expected a list such as pca,lda, found "${text}".`);
  return parts;
}

/** "2/3": part 2 of 3. */
export function parseShard(text: string): { index: number; count: number } {
  const match = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text.trim());
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || index > count) {
    throw new InvalidArgumentError(`Expected part/parts such as 2/3, counted from 1, found "${text}".`);
  }
  return { index, count };
}

/** A correlation of 0.9 to 1. */
export function parseCorrelation(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0.9 && value <= 1)) {
    throw new InvalidArgumentError(`Expected a number from 0.9 to 1, found "${text}".`);
  }
  return value;
}

/** Grey weights: a name, or three numbers. */
export function parseGrey(text: string): GreyWeights {
  const weights = parseWeights(text);
  if (weights === null) {
    throw new InvalidArgumentError(
      `Expected bt601, bt709, mean, lightness, red, green, blue or three weights that add up to 1, found "${text}".`,
    );
  }
  return weights;
}

/**
 * "768,576,3,planar": width, height, channels and order, then bytes of the header and bits per sample if not 0 and 8.
 */
export function parseRaw(text: string): RawLayout {
  const [cols, rows, channels, order, header = '0', bits = '8', ...surplus] = text
    .split(',')
    .map((part) => part.trim());
  const numbers = { rows: Number(rows), cols: Number(cols), channels: Number(channels) };
  const parsed = rawSchema.safeParse({ ...numbers, order, header: Number(header), bits: Number(bits) });
  if (!parsed.success || surplus.length > 0) {
    throw new InvalidArgumentError(
      `Expected width,height,channels (1 or 3),interleaved or planar[,header bytes[,8 or 16 bits]], found "${text}".`,
    );
  }
  return parsed.data;
}

/** A probability of at least 0.5 and below 1. */
export function parsePower(text: string): number {
  const value = Number(text.trim() || NaN);
  if (!(value >= 0.5 && value < 1)) {
    throw new InvalidArgumentError(`Expected a probability from 0.5, below 1, found "${text}".`);
  }
  return value;
}

/** A nonnegative width, e.g. 0.5. */
export function parseWidth(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError(`Expected a number from 0, e.g. 0.5, found "${text}".`);
  }
  return value;
}

/** A value that is inserted into a job script unchanged. */
export function parseSlurm(pattern: RegExp, example: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new InvalidArgumentError(`Expected a value such as ${example}, found "${text}".`);
    return text;
  };
}

/** "90" (minutes), "30:00", "4:00:00", "1-12", "1-12:00:00", as Slurm writes times: seconds, more than 0. */
export function parseSlurmTime(text: string): number {
  const match = /^(?:(\d{1,3})-)?(\d{1,6})(?::(\d{1,2}))?(?::(\d{1,2}))?$/.exec(text.trim());
  const [days, ...parts] = (match ?? []).slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const [first = 0, second, third] = parts;
  let seconds = 0;
  if (days !== undefined) seconds = ((days * 24 + first) * 60 + (second ?? 0)) * 60 + (third ?? 0);
  else if (third !== undefined) seconds = (first * 60 + second!) * 60 + third;
  else seconds = first * 60 + (second ?? 0);
  if (!match || seconds === 0) throw new InvalidArgumentError(`Expected a time such as 4:00:00, found "${text}".`);
  return seconds;
}

/** "4G", "800M", "4096": MB (2^20 bytes), rounded up. */
export function parseSlurmMemory(text: string): number {
  const match = /^([1-9]\d{0,8})([KMGT]?)$/.exec(text.trim());
  if (!match) throw new InvalidArgumentError(`Expected a size such as 4G, found "${text}".`);
  return Math.ceil(Number(match[1]) * { K: 1 / 1024, '': 1, M: 1, G: 1024, T: 1024 ** 2 }[match[2]]!);
}

/** Collects lines of a shell script. */
export function collectLine(text: string, before: readonly string[] = []): readonly string[] {
  if (/[\r\n]/.test(text)) throw new InvalidArgumentError('Expected one line.');
  return [...before, text];
}

export function collectStep(text: string, before: readonly Step[] = []): readonly Step[] {
  const step = parseStep(text);
  if (step === null) {
    throw new InvalidArgumentError(
      `Expected a step such as crop:10,20,100,80, resize:32x32 or align:112x92:30,46:61,46 (eyes side by side, the left one of the picture first), found "${text}".`,
    );
  }
  return [...before, step];
}

export function collectNamed(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { name, rest } = named(text);
  return { ...before, [name]: rest };
}

/** Collects "name=value"; converts numbers, true/false and JSON lists. */
export function collectSetting(
  text: string,
  before: Readonly<Record<string, ParameterValue>> = {},
): Readonly<Record<string, ParameterValue>> {
  const { name, rest } = named(text);
  return { ...before, [name]: valueOf(name, rest) };
}

function named(text: string): { name: string; rest: string } {
  const separator = text.indexOf('=');
  if (separator < 1) throw new InvalidArgumentError(`Expected name=value, found "${text}".`);
  return { name: text.slice(0, separator).trim(), rest: text.slice(separator + 1).trim() };
}

function valueOf(name: string, text: string): ParameterValue {
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`${name}: expected a list as JSON: ${(error as Error).message}.`);
    }
  }
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * Parses --eyes: the word "marked", or the path of a list, a table or a folder. Throws Failure if the path does not
 * exist.
 */
export function eyesOf(engine: Pick<Engine, 'grant'>, path: string | undefined): { readonly eyes?: EyeChoice } {
  if (path === undefined) return {};
  if (path === 'marked') return { eyes: { marked: true } };
  if (!existsSync(path)) throw new Failure(`--eyes ${path}: there is no such file or folder.`);
  return { eyes: engine.grant(resolve(path)) };
}
