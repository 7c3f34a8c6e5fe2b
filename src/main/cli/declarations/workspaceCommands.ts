/** Commands on the workspace, and to start the application. */
import { parseCount, parseName } from '../optionValues.ts';
import { jsonOption, workersOption, type NewCommand } from './declare.ts';

export const declareBackup = (command: NewCommand) =>
  command('backup <file>', 'back up the whole workspace to one new file, even while it is in use');

export const declareCheck = (command: NewCommand) =>
  command('check', 'read the whole workspace and report damage')
    .option('--repair', 'discard damaged results (the next run computes them again) and rebuild states and indexes')
    .addOption(jsonOption());

export const declareShrink = (command: NewCommand) => command('shrink', 'reclaim the space of deleted data');

export const declareServe = (command: NewCommand) =>
  command('serve', 'serve the application to a browser on this machine')
    .option('--port <port>', 'port on 127.0.0.1 (default: any free one)', parseCount(1, 65535))
    .option('--roots <folder...>', 'folders that imports may read (default: the home folder)')
    .addOption(workersOption())
    .option('--open', 'open the page in an installed browser');

export const declareOpen = (command: NewCommand) =>
  command('open <study>', 'show a study in the desktop application, or in a browser if it is not installed')
    .option('--browser', 'open a browser on this machine, and serve it until Ctrl-C')
    .option('--port <port>', 'port on 127.0.0.1 (default: any free one)', parseCount(1, 65535))
    .addOption(workersOption());

export const declareDemo = (command: NewCommand) =>
  command(
    'demo',
    'generate synthetic faces, compare methods on them and print the table',
    'workspace file (default: demo.eigenbench in the user’s data folder; with --data-only workspace.eigenbench)',
  )
    .option('--all', 'compare all methods except those whose single fit takes seconds (minutes)')
    .option('--data-only', 'add the drawn faces to the workspace and compare nothing')
    .option('--name <name>', 'name of the dataset, with --data-only (default: drawn faces)', parseName)
    .option('--subjects <n>', 'number of subjects, with --data-only (default: 24)', parseCount(2, 40))
    .addOption(workersOption());
