/** Commands: numbers that were not computed here. */
import { type Declare, below, jsonOption, optionsOf } from './declare.ts';

export function addOutsideCommands({ plain }: Declare): void {
  const results = plain(
    'results',
    'results that another program computed on the splits of a study, as rows of its table',
  );
  const resultsCommand = below(results);

  resultsCommand(
    'add <study> <files...>',
    'predictions, scores, distances or error rates, checked against the splits; a folder: one score file per split',
  )
    .option('--label <label>', 'the name of the row (default: after the file)')
    .option('--replace', 'take the place of a row of that label')
    .option('--preview', 'say what the files hold and lack, and add nothing')
    .addOption(jsonOption())
    .action(async (study, files, _, self) =>
      (await import('../commands/results.ts')).addResultsCommand(study, files, optionsOf(self)),
    );

  resultsCommand('list <study>', 'the rows of a study that were computed elsewhere')
    .addOption(jsonOption())
    .action(async (study, _, self) =>
      (await import('../commands/results.ts')).listResultsCommand(study, optionsOf(self)),
    );

  resultsCommand('remove <study> <label>', 'take such a row out of a study').action(async (study, label, _, self) =>
    (await import('../commands/results.ts')).removeResultsCommand(study, label, optionsOf(self)),
  );

  const published = plain(
    'published',
    'numbers of the literature alongside those of a study; never part of tests or ranks',
  );
  const publishedCommand = below(published);

  publishedCommand(
    'add <study> <file>',
    'error rates in per cent: CSV with the columns method, condition, value[, deviation], source; or JSON',
  )
    .option('--replace', 'take the place of numbers of the same method and condition')
    .action(async (study, file, _, self) =>
      (await import('../commands/published.ts')).addPublishedCommand(study, file, optionsOf(self)),
    );

  publishedCommand('list <study>', 'the published numbers of a study')
    .addOption(jsonOption())
    .action(async (study, _, self) =>
      (await import('../commands/published.ts')).listPublishedCommand(study, optionsOf(self)),
    );

  publishedCommand('remove <study> <source>', 'remove the numbers of a source').action(async (study, source, _, self) =>
    (await import('../commands/published.ts')).removePublishedCommand(study, source, optionsOf(self)),
  );
}
