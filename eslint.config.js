import stylistic from '@stylistic/eslint-plugin';
import imports from 'eslint-plugin-import-x';
import vue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';

/**
 * Layout is the formatter's business, but for the width of comments; these rules find mistakes and keep the layers
 * apart.
 */
const layer = (message, group, paths = []) => ({
  'no-restricted-imports': ['error', { paths, patterns: [{ group, message }] }],
});
/** Rules that ask for types. */
export const typedRules = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
};
/** Listeners of tests may be async: what they throw ends the run. */
export const typedRulesOfTests = {
  ...typedRules,
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, arguments: false } }],
};
const nodeOnly = ['node:*', 'electron', 'better-sqlite3', 'sharp', 'pino', 'ws', 'commander'];

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '.cache/',
      'out/',
      'dist/',
      'coverage/',
      'bench-results/', // Decorators of functions, which TypeScript does not have.
      'src/core/linalg/kernels/assembly/tile.ts',
    ],
  },
  ...tseslint.configs.recommended,
  ...vue.configs['flat/recommended'],
  {
    plugins: { '@stylistic': stylistic, 'import-x': imports },
    rules: {
      // The formatter breaks code at 120 columns; comments are left to their authors.
      '@stylistic/max-len': ['error', { code: 1_000_000, comments: 120, ignoreUrls: true }],
      'import-x/order': ['error', { groups: ['builtin', 'external', ['parent', 'sibling', 'index']] }],
      'import-x/no-duplicates': 'error',
      'import-x/first': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-constant-condition': ['error', { checkLoops: false }],
      'no-unreachable': 'error',
      'no-fallthrough': 'error',
      'no-cond-assign': 'error',
      'no-dupe-keys': 'off',
      'no-sparse-arrays': 'error',
      'no-useless-escape': 'error',
      'no-loss-of-precision': 'error',
      'no-self-assign': 'error',
      'no-self-compare': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Layout: the formatter.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/html-indent': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/multi-word-component-names': 'off',
      // Absent optional props are undefined, which is what the types say.
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    // A component may have a script of its own kind below its plain one.
    rules: { 'import-x/first': 'off' },
  },
  // Of the scripts of components scripts/lint asks for types.
  {
    files: ['{src,test,scripts}/**/*.ts'],
    ignores: ['**/assembly/**'],
    languageOptions: {
      parserOptions: {
        project: ['config/tsconfig.node.json', 'config/tsconfig.web.json', 'config/tsconfig.webtest.json'],
      },
    },
    rules: typedRules,
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/eventually.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'waitFor', message: 'eventually() of test/support waits long enough.' },
      ],
      ...typedRulesOfTests,
    },
  },
  {
    files: ['src/core/**'],
    rules: {
      ...layer('src/core is pure.', [...nodeOnly, 'vue', 'pinia', '**/main/**', '**/renderer/**']),
      'no-console': 'error',
    },
  },
  {
    files: ['src/main/**'],
    ignores: ['src/main/electron/**'],
    rules: layer('Only src/main/electron imports electron; nothing here imports the page.', [
      'electron',
      '**/renderer/**',
      'vue',
    ]),
  },
  {
    files: ['src/renderer/**'],
    rules: layer('The page talks through the contract.', [...nodeOnly, '**/main/**', '@orpc/server*']),
  },
  // AssemblyScript has its own types and no strict equality on them. The built kernels carry the digest of their
  // sources, comments included, so that a wrapped line alone would build them again.
  {
    files: ['**/assembly/**'],
    rules: {
      eqeqeq: 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      'prefer-const': 'off',
      '@stylistic/max-len': 'off',
    },
  },
);
