/** eigenbench methods and the commands below it. */
import { Argument, Option, type Command } from 'commander';
import { languages, type LanguageName } from '../../programs/newMethod.ts';

export function addMethodCommands(program: Command, json: Option): void {
  const own = () => import('../commands/ownMethods.ts');
  const methods = program
    .command('methods')
    .description('list the methods with their parameters, defaults and citations; see also its commands')
    .addOption(json)
    .action(async (options) => (await import('../commands/methods.ts')).methodsCommand(options));
  methods
    .command('list')
    .description('list the methods from outside that are registered')
    .addOption(json)
    .action(async (_, self: Command) => (await own()).methodsListCommand(self.optsWithGlobals()));
  methods
    .command('new <folder>')
    .description('write a working example of a method of your own into a new folder; its name becomes the id')
    .addOption(new Option('--language <name>', 'what it is written in').choices(languages).default('python'))
    .option('--interpreter <program>', 'what runs it, e.g. /usr/bin/python3 (default: found on the path)')
    .action(async (folder: string, options: { language: LanguageName; interpreter?: string }) =>
      (await own()).methodsNewCommand(folder, options),
    );
  methods
    .command('add <folder>')
    .description('register the method in a folder with method.json, or again after a change; it runs with your rights')
    .action(async (folder: string) => (await own()).methodsAddCommand(folder));
  methods
    .command('remove <id>')
    .description('take a method from outside off the list')
    .action(async (id: string) => (await own()).methodsRemoveCommand(id));
  methods
    .command('check')
    .addArgument(new Argument('<method>', 'id of a registered method, or folder'))
    .description('try the rules that every method is held to, and print a report')
    .addOption(json)
    .action(async (what: string, _, self: Command) => (await own()).methodsCheckCommand(what, self.optsWithGlobals()));
}
