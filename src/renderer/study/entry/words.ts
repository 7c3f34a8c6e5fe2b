/** Words of this room, by component. */
import { provenanceTitles } from '../../../core/report/prose/panelTitles.ts';
import { plural } from '../../words/format.ts';

export const entryDetails = {
  mean: 'Mean',
  deviation: 'Deviation',
  usualShape: 'Usual shape',
  bestShape: 'Best shape',
  usualSettings: 'Usual settings',
  bestSettings: 'Best settings',
  selection: 'Selection',
  selectedInside: 'Inside the training images of each split',
  verdict: 'Verdict',
  comparedOver: 'Compared over',
  missing: 'Missing',
  pending: (pending: number) => `${pending} pending`,
  failed: (failed: number) => `${failed} failed`,
  noThreshold: (repeats: number, range: readonly [number, number] | undefined) =>
    `No threshold in ${plural(repeats, 'repeat')}: the development pairs are separated completely` +
    `${range ? `, and HTER is anything from ${range[0].toFixed(1)} to ${range[1].toFixed(1)} %` : ''}.`,
  splits: (count: number) => plural(count, 'split'),
  stripDescription: (title: string) => `${title} of the splits on one line`,
  stripCaption: 'From the lowest to the highest split of any method',
  stripBest: (label: string) => `; hollow: ${label}, the best`,
  inspectRepeat: (repeat: number) => `Inspect repeat ${repeat}`,
  openTheModel: 'Open the model',
  embed: 'Embed',
  noCommonRepeats: 'No repeats: too few are common with the other methods',
  commonRepeats: (repeats: number, value: string) => `${plural(repeats, 'common repeat')}, their mean ${value}`,
  withoutShape: (without: number) =>
    `${plural(without, 'repeat')} without a validated shape: no subject has two training images, or no inner fit`,
};

export const entryVerdict = {
  bestMean: 'Best mean',
  theBest: 'the best',
  theBaseline: 'The baseline',
  significantlyBetterThanAllOthers: (best: string) => `${best}, significantly better than all others`,
  notTested: 'Not tested',
  notTestedBecause: (untested: string) => `Not tested: ${untested}`,
  significantlyBetterThan: 'Significantly better than',
  significantlyWorseThan: 'Significantly worse than',
  notSignificantlyWorseThan: 'Not significantly worse than',
  notSignificantlyDifferentFrom: 'Not significantly different from',
};

export const entryIntervals = {
  text95Intervals: '95 % intervals',
  mean: 'Mean',
  repeats: 'Repeats',
  subjects: 'Subjects',
  whatTheIntervals: 'the intervals',
};

export const entryProvenance = {
  ...provenanceTitles,
  recompute: 'Computes it again and compares bit for bit:',
  command: 'Command',
  copyCommand: 'Copy command',
  computedElsewhere: 'Computed elsewhere: it cannot be recomputed here.',
  cellsAndTheirSplits: (count: number) => `${plural(count, 'cell')} and their splits`,
  repeat: 'Repeat',
  split: 'Split',
  key: 'Key',
  inspectRepeat: (repeat: number) => `Inspect repeat ${repeat}`,
  inspectItsMistakes: 'Inspect its mistakes',
  copied: (what: string) => `${what} copied`,
  noClipboard: 'The clipboard is not available.',
};
