/** Words of this room, by component. */
import { pairTitles } from '../../../core/report/prose/panelTitles.ts';
import { plural } from '../../words/format.ts';

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
