/** The words on the page Papers, by component. */
import { day, duration, integer } from '../words/format.ts';

export const papersView = {
  whatTheExperiments: 'the experiments',
  howVerdictsAreMade: 'How verdicts are made',
};

export const experimentDetails = {
  published: 'Published',
  askedFor: (rule: string) => `Asked for: ${rule}`,
  runsOn: 'Runs on',
  runQuick: 'Run quick',
  runFull: 'Run full',
  quickFull: (quick: string, full: string) => `Quick: ${quick}. Full: ${full}.`,
  progressOf: (title: string) => `Progress of ${title}`,
  waitsForItsTurn: 'Waits for its turn.',
  starting: 'Starting.',
  cancelled: 'Cancelled.',
  result: 'Result',
  whatTheResult: 'the result',
  whyItMayDiffer: 'Why it may differ',
  standIn: (title: string) => `${title} (stand-in)`,
  fullSize: 'Full size',
  quickSize: 'Quick size',
};

export const dataNeeds = {
  data: 'Data',
  isStandIn: 'stand-in: the paper used other data',
  recognised: (name: string, by: string) =>
    `dataset “${name}”, recognised by ${by === 'hash' ? 'its pixels' : 'counts and shape'}`,
  missing: (title: string) => `${title} is not in the workspace`,
  standIn: ' (stand-in)',
  imagesOfSubjects: (images: number, subjects: number, rows: number, cols: number) =>
    `${integer(images)} images of ${integer(subjects)} subjects, ${rows} × ${cols}`,
  hash: (hash: string) => `; hash of the dataset ${hash}…`,
};

export const experimentResult = {
  summary: (size: string, at: string, seconds: number, processor: string, appVersion: string) =>
    `${size === 'full' ? 'Full size' : 'Quick size'} · ${day(at)} · ${duration(seconds)} · ${processor} · version ${appVersion}`,
  statement: 'Statement',
  paper: 'Paper',
  here: 'Here',
  holds: 'Holds',
  yes: 'yes',
  notAsked: 'not asked',
  no: 'no',
  statements: 'Statements',
  published: (publishedCellText: string) => `paper ${publishedCellText}`,
  result: 'Result',
  saved: (name: string) => `Saved ${name}`,
};

export const experimentList = {
  experiments: 'Experiments',
  running: 'Running',
  waiting: 'Waiting',
};
