/** The words in Help and the manual, by component. */

export const aboutDialog = {
  whatItIs: 'A workbench for face-recognition experiments with subspace methods.',
  whatTheVersion: 'the version',
  version: 'Version',
  howToCite: 'How to cite',
  bibtexEntry: 'BibTeX entry',
  copyBibtex: 'Copy BibTeX',
  licencesOfThirdParties: 'Licences of third parties',
  whatLicences: 'licences',
  aboutEigenbench: 'About Eigenbench',
  copied: 'Copied.',
  copyingFailed: 'Copying failed.',
};

export const helpDialog = {
  searchPlaceholder: 'Search methods, protocols, classifiers, tests and measures',
  searchHelp: 'Search help',
  noMatches: 'No matches.',
  cards: 'Cards',
  card: 'Card',
  help: 'Help',
};

export const manualDialog = {
  search: 'Search',
  searchTheManual: 'Search the manual',
  whatThePages: 'the pages',
  matches: 'Matches',
  pages: 'Pages',
  whatThePage: 'the page',
  page: 'Page',
  manual: 'Manual',
};
