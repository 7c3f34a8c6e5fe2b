/** Calls and data of the contract: methods. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import type { Appearance } from '../methods/appearance.ts';
import type { Citation, Parameter } from '../methods/method.ts';
import { languageNames, METHOD_ID } from '../methods/external/languages.ts';
import { base, id, token } from './procedures.ts';

export interface MethodInfo {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly family: string;
  readonly description: string;
  /** The model or what is minimised, in one line. */
  readonly formula: string;
  readonly citation?: Citation;
  readonly latentKind: 'vector' | 'matrix';
  readonly latentNames: readonly string[];
  readonly parameters: readonly Parameter[];
  /** All latent shapes come from one fit. */
  readonly nested: boolean;
  /** One fit takes seconds. */
  readonly demanding: boolean;
  readonly appearance: Appearance;
}

/** A method from outside that the user has registered. */
export interface ExternalMethodInfo {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly folder: string;
  readonly version: string;
  /** Interpreter and packages, e.g. "Python 3.11.2, numpy 1.24.2". */
  readonly runsOn: string;
  /** The program and its arguments, or the module. */
  readonly runs: string;
  /** 'changed': its files are not those that were registered, and nothing of it is run. */
  readonly state: 'ready' | 'changed' | 'missing';
  readonly added: string;
  readonly appearance: Appearance;
}

/** One rule that methods from outside are held to. */
export interface CheckedRule {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** What was seen, or why it does not apply. */
  readonly detail: string;
}

export interface MethodReport {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly runsOn: string;
  readonly rules: readonly CheckedRule[];
  /** Test images of the trial that get their subject, at the middle shape; null where the method fails. */
  readonly recognised: { readonly right: number; readonly of: number } | null;
}

/** A new folder with an example of a method. */
export interface NewMethod {
  /** Of the folder. */
  readonly token: string;
  /** The file to change. */
  readonly file: string;
}

const byMethod = z.strictObject({ id: z.string().min(1).max(60) });

/** The methods that studies and embeddings may name. */
export const methodCalls = {
  list: base.output(type<readonly MethodInfo[]>()),
  /** Methods from outside that the user has registered, whatever their state. */
  outside: base.output(type<readonly ExternalMethodInfo[]>()),
  /** Writes a working example into a new folder inside the given one; its name is the id of the method. */
  create: base
    .input(z.strictObject({ folder: token, id: z.string().regex(METHOD_ID), language: z.enum(languageNames) }))
    .output(type<NewMethod>()),
  /** Registers the method in a folder, in place of one with its id. Its program is started, with the user's rights. */
  add: base.input(z.strictObject({ folder: token })).output(type<ExternalMethodInfo>()),
  /** Registers a method again whose files have changed. */
  addAgain: base.input(byMethod).output(type<ExternalMethodInfo>()),
  /** Takes a method off the list; its folder stays. */
  remove: base.input(byMethod).output(type<null>()),
  /**
   * Tries the rules that methods are held to on a registered method, on a few images of a dataset or on drawn ones; it
   * takes seconds.
   */
  check: base.input(byMethod.extend({ dataset: id.optional() })).output(type<MethodReport>()),
};
