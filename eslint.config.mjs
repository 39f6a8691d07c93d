// The rules that need types, or that no other linter here can say.

import tseslint from 'typescript-eslint';

const transcendental = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'exp',
  'log',
  'pow',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'cbrt',
  'hypot',
  'expm1',
  'log1p',
  'log2',
  'log10',
  'random',
];

const typed = {
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
  plugins: { '@typescript-eslint': tseslint.plugin },
};

export default tseslint.config(
  // Parts of kernels that tsconfig.kernels.json excludes have no types here.
  { ignores: ['**/*.generated.ts', 'dist', 'out', 'src/elastic/*.as.ts', 'src/engines/async/**/*.as.ts'] },
  {
    ...typed,
    files: ['src/**/*.ts', 'studio/**/*.{ts,tsx}', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
    },
  },
  {
    ...typed,
    files: ['src/**/*.ts', 'studio/**/*.{ts,tsx}'],
    rules: {
      'max-params': ['error', 8],
      'max-lines-per-function': ['error', { max: 100 }],
    },
  },
  {
    ...typed,
    files: ['src/**/*.ts'],
    rules: {
      'no-eval': 'error',
      'no-new-func': 'error',
      // Platforms differ by an ulp here; our own functions give the same bits everywhere.
      'no-restricted-properties': [
        'error',
        ...transcendental.map((property) => ({
          object: 'Math',
          property,
          message: 'Use src/num (elementary, random.ts): same bits on every platform.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='**']",
          message: 'Use pow from src/num/elementary.',
        },
        {
          selector: "AssignmentExpression[operator='**=']",
          message: 'Use pow from src/num/elementary.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.as.ts'],
    languageOptions: { parserOptions: { projectService: false, project: 'tsconfig.kernels.json' } },
    // To TypeScript all of AssemblyScript's numbers are one type, and every conversion seems to do nothing.
    // WebAssembly has no records: what a kernel works on are addresses and lengths, one parameter each.
    rules: {
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      'max-params': 'off',
      'max-lines-per-function': 'off',
    },
  },
);
