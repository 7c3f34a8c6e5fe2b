/** Commands: the workspace, and the application. */
import { parseCount, parseName } from '../parse.ts';
import { type Declare, jsonOption, optionsOf, workersOption } from './declare.ts';

export function addWorkspaceCommands({ command }: Declare): void {
  command('backup <file>', 'write all of the workspace to one new file, also while it is in use').action(
    async (file, _, self) => (await import('../commands/backup.ts')).backupCommand(file, optionsOf(self)),
  );

  command('check', 'read all of the workspace and say what is not as it was stored')
    .option(
      '--repair',
      'give up damaged results, whose cells become pending again, set states by what is stored, and make indexes again',
    )
    .addOption(jsonOption())
    .action(async (_, self) => (await import('../commands/check.ts')).checkCommand(optionsOf(self)));

  command('shrink', 'rewrite the workspace without the room of what was deleted').action(async (_, self) =>
    (await import('../commands/shrink.ts')).shrinkCommand(optionsOf(self)),
  );

  command('serve', 'serve the application to a browser on this machine')
    .option('--port <port>', 'port on 127.0.0.1 (default: any free one)', parseCount(1, 65535))
    .option('--roots <folder...>', 'folders that may be imported from (default: the home folder)')
    .addOption(workersOption())
    .option('--open', 'open the page in an installed browser')
    .action(async (_, self) => (await import('../commands/serve.ts')).serveCommand(optionsOf(self)));

  command('open <study>', 'show a study in the desktop application; where it is not installed, in a browser')
    .option('--browser', 'in a browser on this machine, until Ctrl-C')
    .option('--port <port>', 'port on 127.0.0.1 (default: any free one)', parseCount(1, 65535))
    .addOption(workersOption())
    .action(async (name, _, self) => (await import('../commands/open.ts')).openCommand(name, optionsOf(self)));

  command(
    'demo',
    'generate a face database, compare all methods on it and print the table',
    'workspace file (default: demo.eigenbench in the user’s data folder; with --data-only workspace.eigenbench)',
  )
    .option('--data-only', 'add the drawn faces to the workspace and compare nothing')
    .option('--name <name>', 'of the dataset, with --data-only (default: drawn faces)', parseName)
    .option('--subjects <n>', 'subjects to draw, with --data-only (default: 24)', parseCount(2, 40))
    .addOption(workersOption())
    .action(async (_, self) => (await import('../commands/demo.ts')).demoCommand(optionsOf(self)));
}
