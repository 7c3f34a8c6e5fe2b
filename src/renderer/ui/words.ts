/** The words in the controls of all pages, by component. */
import { duration, integer, plural, rate } from '../words/format.ts';

export const helpButton = {
  helpOn: (on: string) => `Help on ${on}`,
  help: 'Help',
};

export const editableRows = {
  remove: (what: string, index: number) => `Remove ${what} ${index}`,
};

export const filePicker = {
  pathPlaceholder: '/home/me/faces/orl',
  open: 'Open',
  path: 'Path',
  droppedHelp: (dropped: string) =>
    `A browser does not tell a page where “${dropped}” lies, and the host reads it from its own disk: type its path here, or choose it below.`,
  recent: 'Recent',
  folderAbove: 'Folder above',
  places: 'Places that this host may read',
  useThisFolder: 'Use this folder',
  showThePlaces: 'Show the places',
  whatFolders: 'folders',
  empty: { images: 'importable file', eyes: 'list of eye positions', networks: 'ONNX file' },
  emptyOf: (what: string) => `No folder and no ${what} here.`,
  foldersAndFiles: 'Folders and files',
  notFound: `There is no such folder or importable file in the places that this host may read.`,
};

export const saidText = {
  copy: 'Copy',
  copied: 'Copied',
  noClipboard: 'The clipboard is not available.',
};

export const failureNote = {
  failed: 'Failed.',
};

export const loadingLines = {
  loading: (what: string) => `Loading ${what}`,
};

export const listHead = {
  chosen: 'Chosen',
  actions: 'Actions',
};

export const sortButton = {
  sortBy: (name: string | undefined) => `Sort by ${name}`,
};

export const listSearch = {
  of: (found: number, total: number) => `${found} of ${total}`,
};

export const problemFiles = {
  copyTheListOfFiles: 'Copy the list of files',
  countNotInDataset: (count: number) => `${plural(count, 'file is', 'files are')} not in the dataset`,
  filesNotInDataset: 'Files that are not in the dataset',
  asTable: (lines: string) => `File\tReason\n${lines}`,
  copiedAsTabSeparatedText: 'Copied as tab-separated text',
  noClipboard: 'The clipboard is not available',
  file: 'File',
  reason: 'Reason',
};

export const progressLine = {
  of: (done: number, total: number, unit: string) => `${integer(done)} of ${integer(total)} ${unit}`,
  failed: (failed: number) => `${integer(failed)} failed`,
  perSecond: (perSecond: number) => `${rate(perSecond)} per second`,
  left: (secondsLeft: number, atLeast: boolean) => `${atLeast ? 'at least ' : ''}${duration(secondsLeft)} left`,
};

export const renameDialog = {
  name: 'Name',
  rename: (what: string) => `Rename ${what}`,
};

export const searchList = {
  noMatches: 'No matches.',
};
