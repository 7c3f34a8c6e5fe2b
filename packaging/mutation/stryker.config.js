// What `npm run mutate` asks of Stryker, of what scripts/mutate.ts names in the environment. Texts and regular
// expressions are left alone: other tests hold the words. What runs once, when a module loads, is left alone too: it
// would take a process per change.
const { MUTATED, MUTATION_REPORT } = process.env;

export default {
  testRunner: 'resident',
  plugins: [new URL('residentRunner.js', import.meta.url).href],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  mutate: [MUTATED],
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  // The sources stay as they are: a copy of them is changed.
  tempDirName: '.cache/mutate/sandbox',
  cleanTempDir: 'always',
  ignorePatterns: ['.cache', 'bench-results', 'coverage', 'dist', 'out'],
  disableTypeChecks: false,
  // For loops that a change has made endless. Tests of a room take milliseconds, seconds on a machine that does other
  // things.
  timeoutMS: 10_000,
  timeoutFactor: 8,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: MUTATION_REPORT },
  allowConsoleColors: false,
  logLevel: 'error',
};
