// The rules that ask for no types: what they find in a file depends on that file alone, so that ESLint's cache holds.
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
