/** vitest configuration for recording transitions: the tests of the machines, alone and with their services. */
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
