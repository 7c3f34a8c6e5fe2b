/** Commands: numbers that were not computed here. */
import { type Declare, below, jsonOption, optionsOf } from './declare.ts';

export function addOutsideCommands({ plain }: Declare): void {
  const results = plain('results', 'add, list or remove rows that another program computed on the splits of a study');
  const resultsCommand = below(results);

  resultsCommand(
    'add <study> <files...>',
    'add predictions, scores, distances or error rates, checked against the splits; a folder has one score file per split',
  )
    .option('--label <label>', 'name of the row (default: after the file)')
    .option('--replace', 'replace the row of that label')
    .option('--preview', 'report what the files hold and lack, and add nothing')
    .addOption(jsonOption())
    .action(async (study, files, _, self) =>
      (await import('../commands/studies/results.ts')).addResultsCommand(study, files, optionsOf(self)),
    );

  resultsCommand('list <study>', 'list the external rows of a study')
    .addOption(jsonOption())
    .action(async (study, _, self) =>
      (await import('../commands/studies/results.ts')).listResultsCommand(study, optionsOf(self)),
    );

  resultsCommand('remove <study> <label>', 'remove an external row from a study').action(
    async (study, label, _, self) =>
      (await import('../commands/studies/results.ts')).removeResultsCommand(study, label, optionsOf(self)),
  );

  const published = plain(
    'published',
    'add, list or remove published error rates below a table; tests and ranks ignore them',
  );
  const publishedCommand = below(published);

  publishedCommand(
    'add <study> <file>',
    'add error rates in per cent: CSV with the columns method, condition, value[, deviation], source; or JSON',
  )
    .option('--replace', 'replace numbers of the same method and condition')
    .action(async (study, file, _, self) =>
      (await import('../commands/studies/published.ts')).addPublishedCommand(study, file, optionsOf(self)),
    );

  publishedCommand('list <study>', 'list the published numbers of a study')
    .addOption(jsonOption())
    .action(async (study, _, self) =>
      (await import('../commands/studies/published.ts')).listPublishedCommand(study, optionsOf(self)),
    );

  publishedCommand('remove <study> <source>', 'remove the published numbers of a source').action(
    async (study, source, _, self) =>
      (await import('../commands/studies/published.ts')).removePublishedCommand(study, source, optionsOf(self)),
  );
}
