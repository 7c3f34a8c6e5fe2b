// The rules without types: their findings in a file depend on that file alone, as ESLint's cache requires.
import all, { typedRules } from '../../eslint.config.js';

const typed = Object.keys(typedRules);

export default all.map(({ rules, languageOptions, ...entry }) => {
  const { project: _, ...parserOptions } = languageOptions?.parserOptions ?? {};
  return {
    ...entry,
    ...(languageOptions && { languageOptions: { ...languageOptions, parserOptions } }),
    ...(rules && { rules: Object.fromEntries(Object.entries(rules).filter(([name]) => !typed.includes(name))) }),
  };
});
