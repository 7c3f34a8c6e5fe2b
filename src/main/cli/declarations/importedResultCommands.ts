/** Commands on imported results and published numbers. */
import { jsonOption, type NewCommand } from './declare.ts';

export const declareAddResults = (command: NewCommand) =>
  command(
    'add <study> <files...>',
    'add predictions, scores, distances or error rates, checked against the splits; a folder has one score file per split',
  )
    .option('--label <label>', 'name of the row (default: after the file)')
    .option('--replace', 'replace the row of that label')
    .option('--preview', 'report what the files hold and lack, and add nothing')
    .addOption(jsonOption());

export const declareListResults = (command: NewCommand) =>
  command('list <study>', 'list the external rows of a study').addOption(jsonOption());

export const declareRemoveResults = (command: NewCommand) =>
  command('remove <study> <label>', 'remove an external row from a study');

export const declareAddPublished = (command: NewCommand) =>
  command(
    'add <study> <file>',
    'add error rates in per cent: CSV with the columns method, condition, value[, deviation], source; or JSON',
  ).option('--replace', 'replace numbers of the same method and condition');

export const declareListPublished = (command: NewCommand) =>
  command('list <study>', 'list the published numbers of a study').addOption(jsonOption());

export const declareRemovePublished = (command: NewCommand) =>
  command('remove <study> <source>', 'remove the published numbers of a source');
