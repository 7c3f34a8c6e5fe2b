/** Commands that rename, delete and restore. */
import type { NewCommand } from './declare.ts';

export const declareRenameStudy = (command: NewCommand) =>
  command('study <name> <new-name>', 'rename a study; its cells stay');

export const declareRenameDataset = (command: NewCommand) =>
  command('dataset <name> <new-name>', 'rename a dataset, also in the specs of its studies');

export const declareRemoveStudy = (command: NewCommand) =>
  command('study <name>', 'delete a study; "restore" brings it back for an hour');

export const declareRemoveDataset = (command: NewCommand) =>
  command('dataset <name>', 'delete a dataset that no study uses; "restore" brings it back for an hour');

export const declareRemoveFailed = (command: NewCommand) =>
  command('failed <study>', 'forget failed cells of a study; the next run computes them again');

export const declareRestoreStudy = (command: NewCommand) =>
  command('study [name]', 'restore a deleted study; without a name, list the candidates');

export const declareRestoreDataset = (command: NewCommand) =>
  command('dataset [name]', 'restore a deleted dataset; without a name, list the candidates');
