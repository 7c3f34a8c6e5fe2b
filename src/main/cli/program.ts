/** The program: options, help and error handling around the commands. */
import { Command, CommanderError } from 'commander';
import { withoutHidden } from '../../core/text/hiddenCharacters.ts';
import { nearestName } from '../../core/text/nameLookup.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { addCommands } from './actions.ts';
import { quietHelp, workspaceHelp } from './declarations/declare.ts';
import { exitCodeOf, explain } from './errors.ts';
import { examples } from './examples.ts';
import { overview } from './overview.ts';
import { seeAlso } from './seeAlso.ts';
import { print, printError, setQuiet } from './terminal.ts';

/**
 * Runs one command line (without node and script) and returns the exit code: 0, 1 failure, 2 usage, 130 interrupted. An
 * empty one prints the overview.
 */
export async function runCommandLine(parameters: readonly string[]): Promise<number> {
  if (parameters.length === 0) {
    print(overview(packageFile.version));
    return 0;
  }
  try {
    const program = await createProgram(commandName(parameters));
    await program.parseAsync([...parameters], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printError(explain(error));
    return exitCodeOf(error);
  }
}

/** With the command of that name and its group, or with all commands. */
export async function createProgram(name?: string): Promise<Command> {
  const program = new Command('eigenbench')
    .description('Face-recognition experiments with subspace methods: import, split, compare, tabulate.')
    .version(packageFile.version, '-v, --version', 'print the version')
    .option('--workspace <file>', workspaceHelp)
    .configureOutput({
      outputError: (text, write) =>
        write(withSuggestion(withoutHidden(text).replace(/^error: (.)/, (_, first) => first.toUpperCase()))),
    })
    .option('-q, --quiet', quietHelp)
    .hook('preAction', (_, command) => setQuiet(command.optsWithGlobals()['quiet'] === true))
    .addHelpText('afterAll', ({ command }) => closingText(wordsOf(command)))
    .exitOverride();
  await addCommands(program, name);
  return program;
}

/** Puts the nearest choice in place of the list of all, if a value is close to one. */
function withSuggestion(message: string): string {
  return message.replace(
    /('([^']*)' is invalid.*)\. Allowed choices are (.*)\.$/m,
    (whole, fault: string, value: string, choices: string) => {
      const nearest = nearestName(value, choices.split(', '));
      return nearest === null ? whole : `${fault}; did you mean "${nearest}"?`;
    },
  );
}

/** The command of a command line; undefined: none. */
function commandName(parameters: readonly string[]): string | undefined {
  const index = parameters.findIndex((word, i) => !word.startsWith('-') && parameters[i - 1] !== '--workspace');
  return parameters[index];
}

/** The words of a command after the program's name. */
function wordsOf(command: Command): string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

/** The example of a command, and where to read on. */
function closingText(words: readonly string[]): string {
  const { lines = [] } = examples[words.join(' ')] ?? {};
  const related = seeAlso(words);
  return [
    ...(lines.length > 0 ? ['', 'Example:', ...lines.map((line) => `  eigenbench ${line}`)] : []),
    ...(related.length > 0 ? ['', 'See also:', ...related.map((line) => `  eigenbench ${line}`)] : []),
  ].join('\n');
}
