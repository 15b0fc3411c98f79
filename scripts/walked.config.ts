/** How the tests are run whose walk through the machines is noted: those of the machines, and those of the machines with their services. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/machines/**/*.test.ts', 'tests/app/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['scripts/walkedSetup.ts'],
    testTimeout: 30_000,
    reporters: ['dot'],
  },
});
