/**
 * The rules of eslint.config.js for the modules that oxlint looks at, in a tenth of the time: those of Node, and those
 * of the page that ask for types. Plug-ins for what oxlint has not built in run in it as they do in ESLint.
 */
// @ts-expect-error It is plain JavaScript.
import all, { typedRules } from '../eslint.config.js';

interface Entry {
  readonly files?: string[];
  readonly ignores?: string[];
  readonly rules?: Record<string, unknown>;
}

/** A plug-in goes by another name where oxlint has some of its rules itself. */
const plugins = { '@stylistic': '@stylistic/eslint-plugin', ordered: 'eslint-plugin-import-x' };
const nameOf = (rule: string): string => (rule === 'import-x/order' ? 'ordered/order' : rule);

const entries: Entry[] = all;
const isOff = (setting: unknown): boolean => [setting].flat()[0] === 'off';
/** ESLint's rules, but for those of components; some that are off everywhere are not known here. */
const known = new Set(
  entries.flatMap(({ rules = {} }) =>
    Object.keys(rules).filter((rule) => !rule.startsWith('vue/') && !isOff(rules[rule])),
  ),
);
const rulesOf = ({ rules = {} }: Entry): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([rule]) => known.has(rule))
      .map(([rule, setting]) => [nameOf(rule), setting]),
  );
const untyped = [...known].filter((rule) => !(rule in typedRules)).map(nameOf);

export default {
  plugins: ['typescript', 'import'],
  jsPlugins: Object.entries(plugins).map(([name, specifier]) => ({
    name,
    specifier: import.meta.resolve(specifier),
  })),
  env: { builtin: true, browser: true, node: true },
  categories: { correctness: 'off' },
  overrides: [
    ...entries
      .filter(({ rules }) => rules)
      .map((entry) => ({ files: entry.files ?? ['**'], excludeFiles: entry.ignores, rules: rulesOf(entry) })),
    // What asks for no types on the page ESLint looks at, which knows components.
    { files: ['**/renderer/**'], rules: Object.fromEntries(untyped.map((rule) => [rule, 'off'])) },
  ],
};
