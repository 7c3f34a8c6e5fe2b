// npm run mutate -- 'src/core/stats/**/*.ts': changes sources one place at a time, and lists the changes that no quick
// test notices. Texts and regular expressions are left alone: other tests hold the words. What runs once, when a module
// loads, is left alone too.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'packaging/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  // The sources stay as they are: a copy of them is changed.
  tempDirName: '.cache/mutate/sandbox',
  ignorePatterns: ['.cache', 'bench-results', 'coverage', 'dist', 'out'],
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress-append-only'],
  allowConsoleColors: false,
};
