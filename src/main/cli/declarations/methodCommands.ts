/** eigenbench methods and the commands below it. */
import { languageNames } from '../../../core/methods/external/languages.ts';
import { Option, jsonOption, type NewPlainCommand, workspaceHelp } from './declare.ts';

export const declareMethods = (plain: NewPlainCommand) =>
  plain(
    'methods',
    'list the methods with their parameters, defaults and citations; manage methods of your own',
  ).addOption(jsonOption());

export const declareMethodsList = (plain: NewPlainCommand) =>
  plain('list', 'list your registered methods').addOption(jsonOption());

export const declareMethodsNew = (plain: NewPlainCommand) =>
  plain('new <folder>', 'write a working example of a method of your own into a new folder; its name becomes the id')
    .addOption(new Option('--language <name>', 'programming language').choices(languageNames).default('python'))
    .option('--interpreter <program>', 'program that runs it, e.g. /usr/bin/python3 (default: from the path)');

export const declareMethodsAdd = (plain: NewPlainCommand) =>
  plain(
    'add <folder>',
    'register the method in a folder with method.json, or again after a change; it runs with your rights',
  );

export const declareMethodsRemove = (plain: NewPlainCommand) =>
  plain('remove <id>', 'unregister a method of your own; its folder stays');

export const declareMethodsCheck = (plain: NewPlainCommand) =>
  plain('check', 'test a method against the rules for all methods, and print a report')
    .argument('<method>', 'id of a registered method, or folder')
    .option('--data <dataset>', 'dataset to try it on, a few images of it (default: drawn faces)')
    .option('--workspace <file>', workspaceHelp)
    .addOption(jsonOption());
