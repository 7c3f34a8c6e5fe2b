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
  /** The model or the objective, in one line. */
  readonly formula: string;
  readonly citation?: Citation;
  readonly latentKind: 'vector' | 'matrix';
  readonly latentNames: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Whether one fit yields all latent shapes. */
  readonly nested: boolean;
  /** Whether one fit takes seconds. */
  readonly demanding: boolean;
  readonly appearance: Appearance;
}

/** An external method that the user has registered. */
export interface ExternalMethodInfo {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly folder: string;
  readonly version: string;
  /** What earlier releases called this version. */
  readonly formerVersion?: string | undefined;
  /** Interpreter and packages, e.g. "Python 3.11.2, numpy 1.24.2". */
  readonly runsOn: string;
  /** Program and arguments, or the module. */
  readonly runs: string;
  /** 'changed': its files differ from the registered ones, and it is not run. */
  readonly state: 'ready' | 'changed' | 'missing';
  readonly added: string;
  readonly appearance: Appearance;
}

/** One rule that external methods must satisfy. */
export interface CheckedRule {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** What was observed, or why the rule does not apply. */
  readonly detail: string;
}

export interface MethodReport {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly runsOn: string;
  readonly rules: readonly CheckedRule[];
  /** Correctly recognised test images of the trial, at the middle shape; null if the method fails. */
  readonly recognised: { readonly right: number; readonly of: number } | null;
}

/** A new folder with an example method. */
export interface NewMethod {
  /** Of the folder. */
  readonly token: string;
  /** The file to change. */
  readonly file: string;
}

const byMethod = z.strictObject({ id: z.string().min(1).max(60) });

/** The methods available to studies and embeddings. */
export const methodCalls = {
  list: base.output(type<readonly MethodInfo[]>()),
  /** Registered external methods in any state. */
  outside: base.output(type<readonly ExternalMethodInfo[]>()),
  /** Writes a working example into a new folder inside the given one; the folder's name is the id of the method. */
  create: base
    .input(z.strictObject({ folder: token, id: z.string().regex(METHOD_ID), language: z.enum(languageNames) }))
    .output(type<NewMethod>()),
  /** Registers the method in a folder, replacing one with the same id. Starts its program with the user's rights. */
  add: base.input(z.strictObject({ folder: token })).output(type<ExternalMethodInfo>()),
  /** Registers a method again after its files have changed. */
  addAgain: base.input(byMethod).output(type<ExternalMethodInfo>()),
  /** Removes a method from the list; its folder stays. */
  remove: base.input(byMethod).output(type<null>()),
  /** Checks a registered method against the rules, on a few images of a dataset or on synthetic ones; takes seconds. */
  check: base.input(byMethod.extend({ dataset: id.optional() })).output(type<MethodReport>()),
};
