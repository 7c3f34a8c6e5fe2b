/** The declared commands as data, from which completions and the manual page are generated. */
import type { Command, Option } from 'commander';

export interface DeclaredCommand {
  /** Words after the program's name, e.g. ["results", "add"]; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** Names of the arguments, as shown by usage. */
  readonly usage: string;
  readonly options: readonly DeclaredOption[];
  /** Heading of the group in the list of commands, e.g. "Datasets:"; "" for a subcommand. */
  readonly group: string;
  /** Direct subcommands. */
  readonly below: readonly { readonly name: string; readonly description: string }[];
}

export interface DeclaredOption {
  /** As declared, e.g. "--size <rows x columns>". */
  readonly flags: string;
  /** With two dashes, e.g. "--size". */
  readonly long: string;
  readonly description: string;
  /** Whether the option takes no value. */
  readonly alone: boolean;
  /** All accepted values, if they are few. */
  readonly choices: readonly string[];
  /** Whether the command requires the option. */
  readonly required: boolean;
  /** Default value; undefined: none, or as the description says. */
  readonly preset: unknown;
}

/** All commands, each after its parent. */
export function commandTree(program: Command): DeclaredCommand[] {
  return declared(program, []);
}

function declared(command: Command, path: readonly string[]): DeclaredCommand[] {
  const entry: DeclaredCommand = {
    path,
    description: command.description(),
    usage: command.registeredArguments.map(argumentText).join(' '),
    options: [...command.options.map(optionOf), HELP],
    group: command.helpGroup(),
    below: command.commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
  };
  return [entry, ...command.commands.flatMap((inner) => declared(inner, [...path, inner.name()]))];
}

const HELP: DeclaredOption = {
  flags: '-h, --help',
  long: '--help',
  description: 'display help for command',
  alone: true,
  choices: [],
  required: false,
  preset: undefined,
};

function optionOf(option: Option): DeclaredOption {
  const { flags, long, description, required, optional, argChoices, mandatory, defaultValue } = option;
  return {
    flags,
    long: long ?? flags,
    description,
    alone: !required && !optional,
    choices: argChoices ?? [],
    required: mandatory,
    preset: defaultValue,
  };
}

function argumentText(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
