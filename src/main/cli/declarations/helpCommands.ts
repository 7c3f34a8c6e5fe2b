/** Commands about the program itself: help, manual page, completion, diagnosis of this machine. */
import type { ShellName } from '../completion.ts';
import { Argument, jsonOption, type NewCommand, type NewPlainCommand } from './declare.ts';

/** Shells with completion; the scripts are loaded on demand. */
const SHELLS: readonly ShellName[] = ['bash', 'zsh', 'fish', 'powershell'];

export const declareDoctor = (command: NewCommand) =>
  command('doctor', 'check what this machine has and lacks, with a remedy per line').addOption(jsonOption());

export const declareCompletion = (plain: NewPlainCommand) =>
  plain('completion', 'print a script for a shell to complete commands and options').addArgument(
    new Argument('<shell>', 'the shell').choices(SHELLS),
  );

export const declareMan = (plain: NewPlainCommand) => plain('man', 'print the manual page for man(1)');

export const declareHelp = (plain: NewPlainCommand) =>
  plain('help [words...]', 'show the help of a command or a page of the manual; "help topics" lists the pages').option(
    '--page',
    'show the page of the manual if a command has the same name',
  );
