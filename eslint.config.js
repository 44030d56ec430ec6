import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { layerRules, seams } from './eslint.layers.js'

const fewLines = { 'max-lines': ['error', { max: 300 }] }

/** A process that has no exit code has not succeeded. */
const noZeroForMissing = ['left.name', 'left.property.name'].map((place) => ({
  selector: `LogicalExpression[operator="??"][right.raw="0"][${place}=/code|exit|status/i]`,
  message: 'A missing exit code is never zero.',
}))

const noSkippedTests = ['test', 'it', 'describe'].flatMap((object) =>
  ['only', 'skip', 'todo'].map((property) => ({ object, property, message: 'Every test runs, always.' })),
)

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'reports/', '.tmp/', '.stryker-tmp/', '__tests__/**/fixtures/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.ts'],
    rules: {
      ...fewLines,
      'max-lines-per-function': ['error', { max: 60 }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Names, not default exports.' },
        ...noZeroForMissing,
      ],
    },
  },
  ...layerRules,
  {
    files: seams,
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }] },
  },
  {
    files: ['__tests__/**/*.ts'],
    rules: {
      // A describe() callback is a list, not a function.
      'max-lines-per-function': 'off',
      'no-restricted-properties': ['error', ...noSkippedTests],
      // JSON and matchers are `any`; a wrong guess fails the test at once.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly'])),
    },
    rules: { ...fewLines, 'max-lines-per-function': ['error', { max: 60 }] },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { exports: 'writable', module: 'writable', require: 'readonly' },
    },
  },
)
