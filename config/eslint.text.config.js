// The rules without types, on what oxlint does not check: the page, and plain JavaScript. Without types ESLint takes a
// fifth of the time.
import all, { typedRules } from '../eslint.config.js';

const typed = Object.keys(typedRules);
const untyped = all.map(({ rules, languageOptions, ...entry }) => {
  const { project: _, ...parserOptions } = languageOptions?.parserOptions ?? {};
  return {
    ...entry,
    ...(languageOptions && { languageOptions: { ...languageOptions, parserOptions } }),
    ...(rules && { rules: Object.fromEntries(Object.entries(rules).filter(([name]) => !typed.includes(name))) }),
  };
});

export default [
  {
    ignores: [
      'src/{core,main}/**/*.ts',
      'test/*.ts',
      'test/!(renderer)/**/*.ts',
      'scripts/**/*.ts',
      '!**/assembly/!(tile).ts',
    ],
  },
  ...untyped,
];
