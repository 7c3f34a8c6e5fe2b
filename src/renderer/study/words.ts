/** The words on the page of a study, by component. */
import { pairTitles, provenanceTitles } from '../../core/report/resultWords.ts';
import { duration, integer, plural, shapeText } from '../words/format.ts';

export const studyView = {
  allStudies: 'All studies',
  whatTheTable: 'the table',
  whatTheStudy: 'the study',
  addResultsFromElsewhere: 'Add external results',
  addToThisStudy: 'Add to this study',
  publishedNumbers: 'Published numbers',
  panel: (title: string) => `Panel: ${title}`,
  measure: (title: string) => `Measure: ${title}`,
};

export const elsewhereDialog = {
  explanationStart: 'What another program computed on the splits of this study (',
  exportSplits: 'Export → Splits',
  explanationEnd:
    ') becomes a row of its table: predictions or error rates (CSV, JSON), scores or distances (NPZ, JSON, Bob’s score files).',
  file: 'File',
  nameOfTheRow: 'Name of the row',
  nameOfTheRowPlaceholder: 'ArcFace',
  holds: (elsewhereKind: string, splits: number, planned: number) =>
    `holds ${elsewhereKind} for ${splits} of ${plural(planned, 'split')}.`,
  lacks: (lacking: string, more: number) =>
    `It lacks ${lacking}${more > 0 ? ` and ${more} more` : ''}; these stay open.`,
  condition: 'Condition',
  repeats: 'Repeats',
  errorRate: 'Error rate in %',
  preview: 'Preview',
  rowsFromElsewhere: 'External rows',
  addToTheTable: 'Add to the table',
  resultsFromElsewhere: 'External results',
  source: (elsewhereKind: string, source: string, done: number, total: number) =>
    `${elsewhereKind} of ${source}, ${done} of ${plural(total, 'split')}`,
};

export const addedRows = {
  inThisStudy: 'In this study',
};

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

export const entryCard = {
  validated: 'validated',
  shape: 'shape',
  range: (count: number, low: string, high: string) => `${plural(count, 'split')} from ${low} to ${high}`,
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

export const failedCells = {
  runFailedCellsAgain: 'Run failed cells again',
  cellsFailed: (count: number) => `${plural(count, 'cell')} failed`,
  failedCells: 'Failed cells',
  group: (count: number, reason: string) => `${plural(count, 'cell')}: ${reason}`,
  cell: (label: string, condition: string, repeat: number) => `${label}, ${condition}, repeat ${repeat}`,
  copy: 'Copy',
  copied: 'Copied',
  noClipboard: 'The clipboard is not available.',
};

export const publishedDialog = {
  explanation:
    'Error rates from the literature appear in italics below the results of this study, with the difference in percentage points and the source. Tests and ranks ignore them.',
  source: 'Source',
  sourcePlaceholder: 'Zhao et al. (2012), Table 3',
  condition: 'Condition',
  method: 'Method',
  errorRateIn: 'Error rate in %',
  s: '± s',
  fieldOf: (part: string, label: string) =>
    `${part === 'value' ? 'Error rate' : 'Standard deviation'} of ${label} in per cent`,
  orAFile: 'Or a file: CSV or JSON with method, condition, value, deviation and source',
  replaceNumbersThatAreThere: 'Replace numbers that are there',
  publishedNumbersOfThisStudy: 'Published numbers of this study',
  numbers: (count: number) => plural(count, 'number'),
  addNumbers: (count: number) => `Add ${plural(count, 'number')}`,
  publishedNumbers: 'Published numbers',
  typedIn: 'typed in',
};

export const resultPanels = {
  results: 'Results',
};

export const chartPanel = {
  condition: 'Condition',
  figure: 'Figure',
  at: 'At',
  options: 'Options',
  shapesChosen: 'Shapes chosen',
  methodsShown: (count: number, legendCount: number, hiddenByReader: boolean) =>
    `${count} of ${plural(legendCount, 'method')}${hiddenByReader ? ': the best, the reference and what is selected' : ''}`,
  showAll: 'Show all',
  largeMarkers: 'Large markers: the shape of the table',
  validatedMarkers: '; ◇: the shape chosen most often inside the training images',
  clickHides: '. A click hides or shows a method.',
  allSideBySide: 'All side by side',
  description: (name: string, title: string, best: string) => `Mean ${name} against ${title}. Best: ${best}`,
};

export const curveLegend = {
  findMethods: 'Find methods',
  those: 'Those',
  all: 'All',
  best5: 'Best 5',
  none: 'None',
  methodsShown: 'Methods shown',
  show: 'Show',
  hide: 'Hide',
  noMethodOfThisName: 'No method of this name.',
};

export const engineFigure = {
  whatTheFigure: 'the figure',
};

export const characteristicFigure = {
  noCurveIsShown: 'No curve is shown.',
  whatTheFigure: 'the figure',
};

export const timeFigure = {
  whatTheFigure: 'the figure',
};

export const inspectPanel = {
  openTheModel: 'Open the model',
  nothingFinished: 'No repeat of this cell has finished yet.',
  mistakes: 'Mistakes',
  whatTheMistakes: 'the mistakes',
  mostFrequentConfusions: 'Most frequent confusions',
};

export const confusedPairs = {
  noSubjectIsMisclassified: 'No subject is misclassified.',
  summary: (repeats: number, shape: readonly number[], count: number) =>
    `Over ${plural(repeats, 'repeat')} at ${shapeText(shape)}; ${plural(count, 'pair')} of subjects in all.`,
  meanFaces: 'Mean faces',
  subject: 'Subject',
  misclassifiedAs: 'Misclassified as',
  times: 'Times',
  ofItsTestImages: 'Of its test images',
  meanFaceOf: (nameOf: string) => `Mean face of ${nameOf}`,
  caption:
    'All errors: the stronger the shade, the larger the share of the true subject’s test images; numbers are counts.',
  tooManySubjects: (MOST_SUBJECTS: number) => `The matrix is drawn for at most ${MOST_SUBJECTS} subjects with errors.`,
};

export const cellMistakes = {
  noMistakes: (tests: number) => `All ${plural(tests, 'test image')} are recognised correctly.`,
  summary: (count: number, tests: number) =>
    `${plural(count, 'mistake')} among ${plural(tests, 'test image')}: the test image → the nearest image of the gallery → the first image of its own subject in the gallery. Images are shown as imported.`,
  misclassifiedAs: 'misclassified as',
  testImageOf: (truth: string) => `Test image of ${truth}`,
  matchedWithThisImageOf: (predicted: string) => `Matched with this image of ${predicted}`,
  anImageOf: (truth: string) => `An image of ${truth}`,
};

export const faceCases = {
  showMoreLeft: (count: number) => `Show more, ${count} left`,
};

export const pairPanel = {
  firstMethod: 'First method',
  swapTheMethods: 'Swap the methods',
  secondMethod: 'Second method',
  previousRival: 'Previous rival',
  previousRivalKey: 'Previous rival (←)',
  nextRival: 'Next rival',
  nextRivalKey: 'Next rival (→)',
  rival: 'Rival',
  options: 'Options',
  wrong: 'wrong',
  condition: 'Condition',
  shapesChosen: 'Shapes chosen',
  practicallyEqualWithin: pairTitles.practicallyEqualWithin,
  needsTwoMethods: 'A comparison needs two methods with results in this condition.',
  repeats: 'Repeats',
  whatThisDesignCanShow: 'What this design can show',
  power: 'Power',
  tooFewRepeats: 'Fewer than two common repeats, or all differences are equal: no variance to test.',
  text95IntervalOfTheDifference: pairTitles.interval,
  effectSize: 'Effect size',
  cohens: 'Cohen’s',
  ofTheDifferences: pairTitles.ofTheDifferences,
  cliffs: 'Cliff’s δ',
  bayesianCorrelatedTTest: 'Bayesian correlated t-test',
  none: (rope: string) => `None: ${rope}`,
  whyTheAnswersDiffer: 'Why the answers differ',
  whatTheComparison: 'the comparison',
  allTests: (count: number, found: number) =>
    `All ${count} tests of this pair: ${found === 0 ? 'none finds' : `${found} ${found === 1 ? 'finds' : 'find'}`} a difference`,
};

export const pairFaces = {
  whatTheImages: 'the images',
};

export const pairGallery = {
  onlyRight: (right: string, cases: number) => `Only ${right} right: ${cases}`,
  noneOf: (right: string) => `${right} recognises no test image that the other method misses.`,
  summary: (
    cases: number,
    tests: number,
    repeats: number,
    distinct: number,
    shown: number,
    first: string,
    second: string,
  ) =>
    `${cases} of ${plural(tests, 'test')} in ${plural(repeats, 'repeat')}, ${plural(distinct, 'image')}${distinct > shown ? `, the ${shown} most frequent here` : ''}; test image → answer of ${first} → answer of ${second}`,
  misclassifiedAs: 'misclassified as',
  wrongAlone: (wrong: string, times: number, tested: number) =>
    `by ${wrong} alone in ${times} of ${plural(tested, 'test')}`,
  answers: (method: string, subject: string) => `${method} answers ${subject}`,
  testImageOf: (truth: string) => `Test image of ${truth}`,
};

export const pairIntervals = {
  difference: (unit: string) => `Difference${unit}`,
  none: (interval: string) => `None: ${interval}`,
  repeatsIndependent: 'Repeats independent',
  nadeauAndBengio: pairTitles.correctedInterval,
  interval: (title: string, low: string, high: string) => `${title}: ${low} to ${high}`,
  description: (texts: string) => `95 % intervals of the mean difference. ${texts}`,
};

export const pairTests = {
  twoSidedTestsOf: 'Two-sided tests of the same pair',
  twoSidedTest: 'Two-sided test',
  statistic: 'Statistic',
  degreesOfFreedom: 'Degrees of freedom',
  at: (alpha: number) => `At α = ${alpha}`,
  noSignificantDifference: 'no significant difference',
};

export const ropeBar = {
  firstBetter: (first: string) => `${first} better`,
  practicallyEqual: pairTitles.practicallyEqual,
  secondBetter: (second: string) => `${second} better`,
  undecided: 'Undecided',
};

export const ranksPanel = {
  over: 'Over',
  shapesChosen: 'Shapes chosen',
  togetherWith: 'Together with',
  noneFinished: (per: string) => `No ${per} has results of every method yet.`,
  needsTwo: (per: string) => `Tests over several ${per}s need at least two of them, and two methods.`,
  whatTheRanks: 'the ranks',
  conditions: 'Conditions',
  datasets: 'Datasets',
};

export const margin = {
  notANumber: (text: string) => `Expected a number from 0, found "${text}".`,
  noneOfItsOwn: 'State a margin',
};

export const practicalDifferences = {
  practicalDifferences: 'Practical differences',
  practicallyEqualWithin: pairTitles.practicallyEqualWithin,
  test: 'Test',
  methods: 'Methods',
  noAnswer: 'No pair has an answer: the differences of each are all equal.',
  whatTheProbabilities: 'the probabilities',
  allPairs: 'All pairs',
  pairsOf: (label: string) => `Pairs of ${label}`,
};

export const rankPairs = {
  test: 'Test',
  order: 'Order',
  clickOrders: 'A click on a number orders the methods by',
  againstIt: 'against it.',
  caption: (caption: string, alpha: number) => `of every pair: ${caption}; bold below α = ${alpha}`,
  method: 'Method',
  pair: (label: string, methodLabel: string) => `${label} and ${methodLabel}`,
  numbered: (number: number, label: string) => `${number} ${label}`,
  pOfEveryPair: 'p of every pair of methods',
  both: 'Both',
  nemenyi: 'Nemenyi',
  wilcoxon: 'Wilcoxon',
  meanRank: 'Mean rank',
  name: 'Name',
  nemenyisTest: 'Nemenyi’s test',
  wilcoxonsSignedRankTest: 'Wilcoxon’s signed-rank test with Holm’s correction',
  bothTests: (nemenyi: string, wilcoxon: string) => `above the diagonal ${nemenyi}, below it ${wilcoxon}`,
  bothTestsByRank: (nemenyi: string, wilcoxon: string) =>
    `${nemenyi} where the row has the better mean rank, else ${wilcoxon}`,
};

export const splitsPanel = {
  condition: 'Condition',
  repeat: 'Repeat',
  images: 'Images',
  note: (gallery: boolean) =>
    `${gallery ? 'Test images are compared with the gallery. ' : ''}Images are shown as imported.`,
  selected: 'Selected',
  none: 'none',
  sha256OfTheSplit: 'SHA-256 of the split',
  whatTheSplit: 'the split',
  all: 'All',
  imagesOfSubjects: (images: number, roleTitle: string, subjects: number) =>
    `${plural(images, `${roleTitle} image`)} of ${plural(subjects, 'subject')}`,
  leftOut: (left: number) => `${plural(left, 'image')} of the dataset left out`,
  image: (index: number) => `image ${index}`,
  more: (more: number) => `${integer(more)} more`,
  trainingOrGallery: 'training or gallery',
  trainingOnly: 'training',
  duplicatesAcross: (count: number, places: string, named: string) =>
    `${plural(count, 'test image')} with an identical or nearly identical image in ${places}: ${named}.`,
};

export const overviewPanel = {
  colours: 'Colours',
  perCondition: 'Per condition',
  oneScale: 'One scale',
  shapesChosen: 'Shapes chosen',
  method: 'Method',
  meanRank: 'Mean rank',
};

export const resultsSection = {
  table: 'Table',
};

export const tableNotes = {
  notes: 'Notes',
};

export const methodName = {
  elsewhere: 'elsewhere',
  computedByAnotherProgram: 'Computed by another program on the same splits',
  compareWithAnotherMethod: 'Compare with another method',
};

export const tableTools = {
  measure: 'Measure',
  rows: 'Rows',
  resetView: 'Reset view',
  filterRows: 'Filter rows',
  filterCount: (count: number) => `Filter ${count} rows`,
};

export const columnsMenu = {
  columns: 'Columns',
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  datasets: 'Datasets',
  training: 'Training',
  perturbations: 'Perturbations',
  shapesChosen: 'Shapes chosen',
  useOfLabels: 'Use of labels',
  countsAndRanks: 'Counts and ranks',
};

export const showMenu = {
  show: 'Show',
  entries: 'Entries',
  decimalPlaces: 'Decimal places',
  bold: 'Bold',
  underlineTiesWithTheBest: 'Underline ties with the best',
  marksOfSignificance: 'Marks of significance',
  test: 'Test',
  correction: 'Correction',
  correctedTogether: 'Corrected together',
  significanceLevel: 'Significance level, α',
  comparedWith: 'Compared with',
  theBest: 'The best',
};

export const runControls = {
  p: (title: string) => `${title} (P)`,
  pause: 'Pause',
  runStudy: 'Run study',
  resume: 'Resume',
  cancelTheRun: 'Cancel the run',
};

export const runStrip = {
  cells: 'cells',
  study: 'Study',
  pausing: 'Pausing: running cells finish first and are kept.',
  stoppedByFault: (done: number, total: number, fault: string) =>
    `Stopped after ${integer(done)} of ${integer(total)} cells: ${fault}. Finished cells are kept; resuming computes the rest.`,
  stopped: (done: number, total: number) =>
    `Stopped after ${integer(done)} of ${integer(total)} cells. Finished cells are kept; resuming computes the rest.`,
  toCompute: (total: number) => `${integer(total)} cells to compute. The table fills as they finish.`,
};

export const studyExports = {
  copyAs: 'Copy as',
  markdownWithTheNote: 'Markdown with the note',
  figureOfTheCurves: 'Figure of the curves',
  groups: {
    table: 'Table',
    figure: 'Figure',
    report: 'Report and texts',
    data: 'Data and splits',
    notebook: 'Open in a notebook',
  },
  saved: (name: string) => `Saved ${name}`,
  reportAsPdf: 'Report as PDF',
  printTheReport: 'Print the report …',
  copiedAs: (title: string | undefined) => `Copied as ${title}`,
  noClipboard: 'The clipboard is not available; export the file instead.',
  copyTheTableAs: (isText: boolean, title: string) => `Copy the ${isText ? '' : 'table as '}${title}`,
  export: (title: string, hint: string) => `Export: ${title} (${hint})`,
  pack: 'Pack the study …',
};

export const packDialog = {
  title: 'Pack the study',
  explanation:
    'One archive that another person can check: manifest, spec, results, splits, note and methods of your own. “eigenbench reproduce” or a drop on the window reads it.',
  images: (dataset: string) => `With the images of ${dataset}`,
  terms: (terms: string | null) =>
    terms === null
      ? 'The terms of the database are not known here: ask its makers before you pass the images on.'
      : `The images are named like those of a database whose makers say: ${terms}. Whoever passes the parcel on passes on the images.`,
  predictions: 'With the answers for every test image',
  pack: 'Pack',
  packing: 'Packing …',
  saved: (name: string) => `Saved ${name}`,
};

export const latexDialog = {
  line: 'Line',
  aWiderTableIs: 'A wider table is',
  latentShapes: 'Latent shapes',
  notes: 'Notes',
  decimalPoints: 'Decimal points',
  withTheNoteOn: 'With the note on the study',
  countsAndRanks: 'Counts and ranks',
  latexOfTheTable: 'LaTeX of the table',
  saveFile: 'Save file',
  copyAsLatex: 'Copy as LaTeX',
  tableInLatex: 'Table in LaTeX',
  noClipboard: 'The clipboard is not available; save the file instead.',
  copiedAsLatex: 'Copied as LaTeX',
  saved: (name: string) => `Saved ${name}`,
};

export const studyHead = {
  dataset: (name: string) => `Dataset ${name}`,
  seed: (seed: number) => `seed ${seed}`,
  ofComputing: (seconds: number) => `${duration(seconds)} of computing`,
  aboutThisStudy: 'About this study',
};
