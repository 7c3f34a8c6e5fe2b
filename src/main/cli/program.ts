/** The commands, declared in declarations/. What a command does lies in commands/, loaded when it is called. */
import { Command, CommanderError } from 'commander';
import { withoutHidden } from '../../core/text/hidden.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { addDatasetCommands } from './declarations/datasetCommands.ts';
import { declareIn, jsonOption, quietHelp, workspaceHelp } from './declarations/declare.ts';
import { addHelpCommands } from './declarations/helpCommands.ts';
import { addKeepingCommands } from './declarations/keepingCommands.ts';
import { addMethodCommands } from './declarations/methodCommands.ts';
import { addModelCommands } from './declarations/modelCommands.ts';
import { addOutsideCommands } from './declarations/outsideCommands.ts';
import { addPaperCommands } from './declarations/paperCommands.ts';
import { addShardCommands } from './declarations/shardCommands.ts';
import { addStudyCommands } from './declarations/studyCommands.ts';
import { addTableCommands } from './declarations/tableCommands.ts';
import { addWorkspaceCommands } from './declarations/workspaceCommands.ts';
import { exitCodeOf, explain } from './errors.ts';
import { examples } from './examples.ts';
import { complain, setQuiet } from './terminal.ts';

/**
 * Runs one command line (without node and script) and answers the exit code: 0, 1 failure, 2 usage, 130 interrupted.
 */
export async function runCommandLine(parameters: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...parameters], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    complain(explain(error));
    return exitCodeOf(error);
  }
}

export function createProgram(): Command {
  const program = new Command('eigenbench')
    .description('Face-recognition experiments with subspace methods: import, split, compare, tabulate.')
    .version(packageFile.version, '-v, --version', 'print the version')
    .option('--workspace <file>', workspaceHelp)
    .configureOutput({
      outputError: (text, write) =>
        write(withoutHidden(text).replace(/^error: (.)/, (_, first) => first.toUpperCase())),
    })
    .option('-q, --quiet', quietHelp)
    .hook('preAction', (_, command) => setQuiet(command.optsWithGlobals()['quiet'] === true))
    .addHelpText('afterAll', ({ command }) => exampleText(wordsOf(command).join(' ')))
    .exitOverride();
  const declare = declareIn(program);
  program.commandsGroup('Datasets:');
  addDatasetCommands(declare);
  program.commandsGroup('Studies:');
  addStudyCommands(declare);
  addShardCommands(declare);
  program.commandsGroup('Results:');
  addTableCommands(declare);
  addOutsideCommands(declare);
  addPaperCommands(declare);
  program.commandsGroup('Methods and models:');
  addMethodCommands(program, jsonOption());
  addModelCommands(declare);
  program.commandsGroup('Workspace and application:');
  addWorkspaceCommands(declare);
  addKeepingCommands(declare);
  program.commandsGroup('Help:');
  addHelpCommands(program);
  return program;
}

/** The words of a command after the program's name. */
function wordsOf(command: Command): string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

function exampleText(words: string): string {
  const example = examples[words];
  if (example === undefined) return '';
  return ['', 'Example:', ...example.lines.map((line) => `  eigenbench ${line}`)].join('\n');
}
