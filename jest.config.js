// Run through `npm test`, or for one file:
//   node --experimental-vm-modules node_modules/jest/bin/jest.js __tests__/unit/plan
// Without the flag jest turns the suites into CommonJS and part of them still passes; a meta test guards against it.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/{unit,contract,meta,docker,action,workflow}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', explicitResourceManagement: true }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  cacheDirectory: '<rootDir>/.tmp/jest',
  modulePathIgnorePatterns: ['<rootDir>/.tmp/', '<rootDir>/dist/'],
  restoreMocks: true,
  // Real containers on a busy two-core runner: a limit for hangs, no test asserts a time.
  testTimeout: 120_000,
}
