/** Asks again until the answer is as expected, for as long as a slow machine may need; `expect.poll` itself gives up after a second. */
import { expect } from 'vitest';

const PATIENCE_MS = 60_000;

export const poll = <Answer>(ask: () => Answer, timeout = PATIENCE_MS) => expect.poll(ask, { timeout });
