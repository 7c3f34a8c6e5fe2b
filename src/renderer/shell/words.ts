/** The words in the frame of all pages, by component. */

export const notFoundView = {
  explanationStart: 'The address',
  explanationEnd: 'leads to no page: the link may be mistyped, or come from another version.',
  nearest: 'Nearest',
  page: 'page',
  home: 'Home',
  datasets: 'Datasets',
  studies: 'Studies',
  title: 'Page not found',
  notFound: 'Not found',
};

export const places = {
  dataset: 'dataset',
  study: 'study',
};

export const unknownItem = {
  title: (what: string, id: number) => `There is no ${what} ${id}`,
  explanation: 'The link may lead to another workspace, or to what was deleted since.',
  there: { dataset: 'Datasets of this workspace', study: 'Studies of this workspace' },
  all: { dataset: 'All datasets', study: 'All studies' },
};

export const viewFrame = {
  place: 'Place',
  moreActions: 'More actions',
  helpOnThisPage: 'Help on this page',
  questionMark: '?',
  details: 'Details',
  eigenbench: (shownTitle: string) => `${shownTitle} – Eigenbench`,
};

export const appRail = {
  eigenbench: 'Eigenbench',
  sections: 'Sections',
};

export const commandPalette = {
  command: 'Command',
  commandPlaceholder: 'Type a place or an action',
  commands: 'Commands',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  studyNamed: (name: string) => `Study: ${name}`,
  datasetNamed: (name: string) => `Dataset: ${name}`,
  keys: 'Keys',
  help: 'Help',
  manual: 'Manual',
  aboutEigenbench: 'About Eigenbench',
  helpOn: (title: string) => `Help: ${title}`,
};

export const connectionNotice = {
  disconnected: 'Disconnected.',
  notConnected: 'Not connected.',
  tryNow: 'Try now',
  lost: 'The connection to the engine is lost; trying again. Studies continue as long as the host runs. If it was stopped, start it and open the address that it prints.',
  refused:
    'The host does not accept this page: its token is missing or old. Open the address that the host printed when it started.',
};

export const findBar = {
  findInThisView: 'Find in this view',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  closeFind: 'Close find',
  noMatches: 'No matches',
  ofOrMore: (here: number, length: number, lengthLength: boolean) =>
    `${here} of ${length}${lengthLength ? ' or more' : ''}`,
};

export const keysDialog = {
  onThisPage: 'On this page',
  everywhere: 'Everywhere',
  keys: 'Keys',
};

export const shellNotices = {
  closeNotice: 'Close notice',
};
