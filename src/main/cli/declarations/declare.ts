/** Shared parts of command declarations: constructors of commands, and common options. */
import { Argument as PlainArgument, Option as PlainOption, type Command as PlainCommand } from 'commander';
import type * as typed from '@commander-js/extra-typings';
import { UsageError } from '../errors.ts';
import { parseCount } from '../optionValues.ts';

// `typed` provides types only; commander runs.
export const Option = PlainOption as unknown as typeof typed.Option;
export const Argument = PlainArgument as unknown as typeof typed.Argument;
export type { Command, OptionValues as Values } from '@commander-js/extra-typings';

export const workspaceHelp = 'workspace file (default: workspace.eigenbench in the user’s data folder)';

export const quietHelp = 'show errors only';

/** Declares a command with a workspace; the help of that option states the default. */
export type NewCommand = <Usage extends string>(
  usage: Usage,
  description: string,
  workspace?: string,
) => typed.Command<typed.InferCommandArguments<Usage>, { workspace?: string; quiet?: true }>;

/** Declares a command without a workspace, or with subcommands. */
export type NewPlainCommand = <Usage extends string>(
  usage: Usage,
  description: string,
) => typed.Command<typed.InferCommandArguments<Usage>, Record<never, never>>;

/** The part of a command from which its types are inferred. */
interface Declared {
  readonly processedArgs: unknown[];
  readonly opts: () => object;
}

/** Options that a command passes to its action; --quiet is handled before any command. */
type PassedOptions<Command extends Declared> = Omit<ReturnType<Command['opts']>, 'quiet'>;

export type OptionsOf<Declare extends (command: never) => Declared> = PassedOptions<ReturnType<Declare>>;

/** Declares subcommands without a workspace. */
export function plainBelow(parent: PlainCommand | Declared): NewPlainCommand {
  return (usage, description) => (parent as PlainCommand).command(usage).description(description) as never;
}

/** Declares subcommands with a workspace. */
export function below(parent: PlainCommand | Declared): NewCommand {
  return (usage, description, workspace = workspaceHelp) =>
    (parent as PlainCommand)
      .command(usage)
      .description(description)
      .option('--workspace <file>', workspace)
      .option('-q, --quiet', quietHelp) as never;
}

/** Runs the action returned by `load` when the command is called, with its arguments and options. */
export function on<Command extends Declared>(
  declared: Command,
  load: () => Promise<(...given: [...Command['processedArgs'], PassedOptions<Command>]) => void | Promise<void>>,
): void {
  const command = declared as unknown as PlainCommand;
  command.action(async (...given) => {
    const values = [...given.slice(0, -2), optionsOf(command)] as [...Command['processedArgs'], PassedOptions<Command>];
    return (await load())(...values);
  });
}

/** The options of a command. Options that the parent command shares may also stand before the command's name. */
function optionsOf(command: PlainCommand): Record<string, unknown> {
  const given = { ...command.opts() };
  for (let above = command.parent; above; above = above.parent) {
    const inherited = above.opts();
    const names = command.options.map((option) => option.attributeName()).filter((name) => name in inherited);
    for (const name of names) given[name] ??= inherited[name];
  }
  const { quiet: _, ...options } = given;
  if (options['workspace'] === '') throw new UsageError('--workspace: expected a file name.');
  return options;
}

export function jsonOption() {
  return new Option('--json', 'write JSON to standard output');
}

export function workersOption() {
  return new Option('--workers <n>', 'worker threads; 0: one per processor (results do not depend on it)').argParser(
    parseCount(0, 64),
  );
}

export function baseOption() {
  return new Option('--base-anywhere', 'let the spec extend a file outside of its folder');
}

export function idsOf<Id extends string>(declarations: readonly { readonly id: Id }[]): Id[] {
  return declarations.map(({ id }) => id);
}

/**
 * Rejects options that `Known` lacks: a command reads all its options or passes them on, so a forgotten one is a type
 * error.
 */
export type Only<Known, Given extends Known> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never };

/** For commands that pass no options on: `rest` holds the unread ones and must be empty. */
export function allRead(rest: Readonly<Record<string, never>>): void {
  void rest;
}
