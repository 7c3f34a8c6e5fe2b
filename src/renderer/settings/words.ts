/** The words in Settings, by component. */
import { bytes } from '../words/format.ts';

export const settingsView = {
  computing: 'Computing',
  workerThreads: 'Worker threads',
  onePerProcessor: (processors: number) => `One per processor (${processors})`,
  workerThreadsHelp: 'A study runs its cells on this many threads. Results do not depend on the number.',
  appearance: 'Appearance',
  theme: 'Theme',
  methods: 'Methods',
  workspace: 'Workspace',
  whatTheWorkspace: 'the workspace',
  file: 'File',
  eigenbench: 'Eigenbench',
  workspaceVersion: 'Workspace version',
  kernels: 'Kernels',
  host: 'Host',
  desktop: 'Desktop',
  loopbackHostInTheBrowser: 'Loopback host, in the browser',
  connection: 'Connection',
  open: 'Open',
  notConnected: 'Not connected',
  size: 'Size',
  about: 'About',
  aboutText: 'Version, how to cite, and licences of third parties; what methods and terms mean.',
  aboutEigenbench: 'About Eigenbench',
  manual: 'Manual',
  helpOnMethodsAndTerms: 'Help on methods and terms',
  asTheSystem: 'System',
  light: 'Light',
  dark: 'Dark',
};

export const ownMethods = {
  whatTheyAre:
    'A folder with a method.json and a program in any language, or a module. A registered program runs with your rights: it can read and change all that you can. Register only what you trust. Opening someone else’s workspace or study never starts one.',
  whatMethods: 'methods',
  none: 'No method is registered yet. “eigenbench methods new my-method --language python” writes a working example.',
  version: (STATES: string) => `${STATES} · version`,
  registerAgain: 'Register again',
  registerMethodAgain: (title: string) => `Register ${title} again`,
  check: 'Check',
  checkMethod: (title: string) => `Check ${title}`,
  removeMethod: (title: string) => `Remove ${title}`,
  addAFolder: 'Add a folder…',
  folderOfTheMethod: 'Folder of the method',
  registered: (title: string, version: string) => `${title} is registered, version ${version}.`,
  startingTheProgram: 'Starting the program…',
  starting: (title: string) => `Starting ${title}…`,
  removing: (title: string) => `Removing ${title}…`,
  removed: (title: string) => `${title} was removed from the list; its folder stays.`,
  checking: (title: string) => `Checking ${title}…`,
  keepsAllRules: (title: string) => `${title} keeps all rules.`,
  breaksOfRules: (title: string, broken: number, count: number) => `${title} breaks ${broken} of ${count} rules.`,
  ready: 'Ready',
  changed: 'Changed since it was registered; it is not run',
  missing: 'Its folder cannot be read',
};

export const methodRules = {
  rulesThatWasTriedOn: (title: string) => `Rules that ${title} was tried on`,
  kept: 'Kept',
  broken: 'Broken',
  doesNotApply: 'Does not apply',
};

export const workspaceCare = {
  backUp: 'Back up',
  check: 'Check',
  shrinkBy: (free: number) => `Shrink by ${bytes(free)}`,
  recompute: 'Compute damaged cells again',
  working: 'Working on the file…',
  backupWritten: (path: string) => `Backup written: ${path}`,
  shrunkTo: (bytesText: number) => `The file now has ${bytes(bytesText)}.`,
  intact: 'No damage found.',
  damaged: 'Damaged:',
};
