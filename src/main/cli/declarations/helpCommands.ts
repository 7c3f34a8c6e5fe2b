/** Commands about the program itself: help, manual page, completion, what this machine lacks. */
import { Argument, type Command } from 'commander';
import packageFile from '../../../../package.json' with { type: 'json' };
import type { ShellName } from '../completion/completions.ts';
import { declareIn, jsonOption, optionsOf } from './declare.ts';

/** Names of the shells that have a completion; the scripts are loaded when they are asked for. */
const SHELLS: readonly ShellName[] = ['bash', 'zsh', 'fish', 'powershell'];

export function addHelpCommands(program: Command): void {
  const { command, plain } = declareIn(program);
  const tree = async () => (await import('../commandTree.ts')).commandTree(program);

  command('doctor', 'check what this machine has and lacks, with a remedy per line')
    .addOption(jsonOption())
    .action(async (_, self) => (await import('../commands/doctor.ts')).doctorCommand(optionsOf(self)));

  plain('completion', 'print a script for a shell to complete commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell) => {
      const [{ completionScript }, { print }] = await Promise.all([
        import('../completion/completions.ts'),
        import('../terminal.ts'),
      ]);
      print(completionScript(shell, await tree()));
    });

  plain('man', 'print the manual page for man(1)').action(async () => {
    const [{ manualPage }, { print }] = await Promise.all([import('../manualPage.ts'), import('../terminal.ts')]);
    print(manualPage(await tree(), packageFile.version));
  });

  program.helpCommand(false);
  plain('help [words...]', 'show the help of a command or a page of the manual; "help topics" lists the pages')
    .option('--page', 'show the page of the manual if a command has the same name')
    .action(async (words, _, self) => (await import('../commands/help.ts')).helpCommand(program, words, self.opts()));
}
