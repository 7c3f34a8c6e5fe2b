/** The words in the choice of methods, by component. */
import { plural } from '../words/format.ts';

export const methodPicker = {
  presets: 'Presets',
  searchNamesFamiliesAndDescriptions: 'Search names, families and descriptions',
  searchMethods: 'Search methods',
  alreadyIn: 'already in',
  noMatches: 'No matches.',
  chosen: (count: number) => `${count} chosen`,
  addCount: (count: number) => `Add ${plural(count, 'method')}`,
  addMethods: 'Add methods',
  yourOwnMethod: 'Your own method…',
};

export const trust =
  'A registered program runs with your rights: it can read and change all that you can. Register only what you trust.';

export const ownMethodDialog = {
  yourOwnMethod: 'Your own method',
  beginWith: 'Begin with',
  beginnings: [
    { value: 'new', title: 'A new example' },
    { value: 'there', title: 'A folder that is there' },
  ],
  name: 'Name',
  nameHelp: 'The name of the new folder and the id of the method.',
  noName: 'Expected 2 to 40 lower-case letters, digits and -, a letter first.',
  takenName: (id: string) => `A method has the id “${id}”; choose another one.`,
  language: 'Language',
  inside: 'Inside this folder',
  folder: 'Folder with a method.json',
  chooseAFolder: 'Choose a folder',
  writeAndRegister: 'Write and register',
  register: 'Register',
  changeIt: 'The example is principal component analysis. Change this file in your editor, save it, and try it:',
  registered: (title: string, runsOn: string) => `${title} is registered and runs on ${runsOn}.`,
  tryOn: (dataset: string | null) => (dataset === null ? 'Try on drawn faces' : `Try on ${dataset}`),
  tryAgain: 'Try again',
  busy: { registering: 'Starting the program…', trying: 'Trying every rule on a few images…' },
  theProgramFailed: 'The method failed:',
  verdict: (title: string, broken: number, rules: number, recognised: { right: number; of: number } | null) => {
    const kept = broken === 0 ? `${title} keeps all rules` : `${title} breaks ${broken} of ${rules} rules`;
    return recognised ? `${kept} and recognises ${recognised.right} of ${recognised.of} test images.` : `${kept}.`;
  },
  rules: (count: number) => `All ${count} rules`,
  addToTheStudy: 'Add to the study',
} as const;

export const methodRules = {
  rulesThatWasTriedOn: (title: string) => `Rules that ${title} was tried on`,
  kept: 'Kept',
  broken: 'Broken',
  doesNotApply: 'Does not apply',
};

export const methodDetails = {
  latentDimension: (count: number) =>
    `${count === 0 ? 'No latent' : 'Latent'} ${count > 1 ? 'dimensions' : 'dimension'}`,
  parameters: (count: number) => plural(count, 'parameter'),
  nothingIsFitted: 'Nothing is fitted.',
  oneFitServesAllShapes: 'One fit serves all shapes.',
  oneFitPerShapeSlow: 'One fit per shape; one takes seconds.',
  oneFitPerShape: 'One fit per shape.',
};
