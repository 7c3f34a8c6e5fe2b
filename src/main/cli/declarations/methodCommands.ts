/** eigenbench methods and the commands below it. */
import { Argument, Option, type Command } from 'commander';
import { workspaceHelp } from './declare.ts';
import { languageNames, type LanguageName } from '../../../core/methods/outside/languages.ts';

export function addMethodCommands(program: Command, json: Option): void {
  const own = () => import('../commands/methods/ownMethods.ts');
  const methods = program
    .command('methods')
    .description('list the methods with their parameters, defaults and citations; manage methods of your own')
    .addOption(json)
    .action(async (options) => (await import('../commands/methods/methods.ts')).methodsCommand(options));
  methods
    .command('list')
    .description('list your registered methods')
    .addOption(json)
    .action(async (_, self: Command) => (await own()).methodsListCommand(self.optsWithGlobals()));
  methods
    .command('new <folder>')
    .description('write a working example of a method of your own into a new folder; its name becomes the id')
    .addOption(new Option('--language <name>', 'programming language').choices(languageNames).default('python'))
    .option('--interpreter <program>', 'program that runs it, e.g. /usr/bin/python3 (default: from the path)')
    .action(async (folder: string, options: { language: LanguageName; interpreter?: string }) =>
      (await own()).methodsNewCommand(folder, options),
    );
  methods
    .command('add <folder>')
    .description('register the method in a folder with method.json, or again after a change; it runs with your rights')
    .action(async (folder: string) => (await own()).methodsAddCommand(folder));
  methods
    .command('remove <id>')
    .description('unregister a method of your own; its folder stays')
    .action(async (id: string) => (await own()).methodsRemoveCommand(id));
  methods
    .command('check')
    .addArgument(new Argument('<method>', 'id of a registered method, or folder'))
    .description('test a method against the rules for all methods, and print a report')
    .option('--data <dataset>', 'dataset to try it on, a few images of it (default: drawn faces)')
    .option('--workspace <file>', workspaceHelp)
    .addOption(json)
    .action(async (what: string, _, self: Command) => (await own()).methodsCheckCommand(what, self.optsWithGlobals()));
}
