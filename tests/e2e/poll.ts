/** Retries an assertion for as long as a slow machine can need; `expect.poll` gives up after a second. */
import { expect } from 'vitest';

const PATIENCE_MS = 60_000;

export const poll = <Answer>(ask: () => Answer, timeout = PATIENCE_MS) => expect.poll(ask, { timeout });
