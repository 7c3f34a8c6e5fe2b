/** What the declarations of commands share: how a command comes about, and options that several have. */
import { Argument as PlainArgument, Option as PlainOption, type Command as PlainCommand } from 'commander';
import type * as typed from '@commander-js/extra-typings';
import { UsageError } from '../errors.ts';
import { parseCount } from '../optionValues.ts';

// The package of types has no program of its own: what runs is commander.
export const Option = PlainOption as unknown as typeof typed.Option;
export const Argument = PlainArgument as unknown as typeof typed.Argument;
export type { Command, OptionValues as Values } from '@commander-js/extra-typings';

export const workspaceHelp = 'workspace file (default: workspace.eigenbench in the user’s data folder)';

export const quietHelp = 'show errors only';

/** Makes a command that takes a workspace; the help of that option says which is the default. */
export type NewCommand = <Usage extends string>(
  usage: Usage,
  description: string,
  workspace?: string,
) => typed.Command<typed.InferCommandArguments<Usage>, { workspace?: string; quiet?: true }>;

/** Makes a command that takes none, or has commands below it. */
export type NewPlainCommand = <Usage extends string>(
  usage: Usage,
  description: string,
) => typed.Command<typed.InferCommandArguments<Usage>, Record<never, never>>;

/** What of a command its types are read from. */
interface Declared {
  readonly processedArgs: unknown[];
  readonly opts: () => object;
}

/** What a command hands on of its options; --quiet is read before any command. */
type Handed<Command extends Declared> = Omit<ReturnType<Command['opts']>, 'quiet'>;

export type OptionsOf<Declare extends (command: never) => Declared> = Handed<ReturnType<Declare>>;

/** Makes commands below another one, without a workspace. */
export function plainBelow(parent: PlainCommand | Declared): NewPlainCommand {
  return (usage, description) => (parent as PlainCommand).command(usage).description(description) as never;
}

/** Makes commands below another one, each with a workspace. */
export function below(parent: PlainCommand | Declared): NewCommand {
  return (usage, description, workspace = workspaceHelp) =>
    (parent as PlainCommand)
      .command(usage)
      .description(description)
      .option('--workspace <file>', workspace)
      .option('-q, --quiet', quietHelp) as never;
}

/** What a command does when it is called: what `load` answers, with its arguments and options. */
export function on<Command extends Declared>(
  declared: Command,
  load: () => Promise<(...given: [...Command['processedArgs'], Handed<Command>]) => void | Promise<void>>,
): void {
  const command = declared as unknown as PlainCommand;
  command.action(async (...given) => {
    const values = [...given.slice(0, -2), optionsOf(command)] as [...Command['processedArgs'], Handed<Command>];
    return (await load())(...values);
  });
}

/** The options of a command, which may also stand before its name where the one above has them too. */
function optionsOf(command: PlainCommand): Record<string, unknown> {
  const given = { ...command.opts() };
  for (let above = command.parent; above; above = above.parent) {
    const there = above.opts();
    const names = command.options.map((option) => option.attributeName()).filter((name) => name in there);
    for (const name of names) given[name] ??= there[name];
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
 * Options of which nothing is left that `Known` does not have: a command reads all of its options, or hands them on to
 * what does, and one that is forgotten is an error of types.
 */
export type Only<Known, Given extends Known> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never };

/** Of a command that hands on nothing: `rest` is what it has not read. */
export function allRead(rest: Readonly<Record<string, never>>): void {
  void rest;
}
