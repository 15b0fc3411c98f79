/**
 * Accounts: time from clicking Sign in to the fleet on the screen, in a real browser; time and memory of the password
 * hash.
 */
import type { Browser } from 'playwright-core';
import { hashPassword, isPassword } from '../../server/passwords.ts';
import { DESK, launch, openContext, OPERATOR, PASSWORD, startServer, type RunningServer } from '../e2e/harness.ts';
import { percentile, say } from './figures.ts';

const SIGN_INS = 20;
const HASHES = 20;
/** OWASP's minimum: a much cheaper hash is insecure, a much more expensive one makes users wait. */
const LEAST_MIB = 19;
const MOST_HASH_MS = 250;

async function hashes(): Promise<void> {
  const kept = await hashPassword(PASSWORD);
  const [, kind = '', , cost = ''] = kept.split('$');
  const [m = 0, t = 0, p = 0] = [...cost.matchAll(/[mtp]=(\d+)/gu)].map(([, value]) => Number(value));
  console.log(`${kind}: ${m} KiB, ${t} passes, ${p} lane`);
  const taken: number[] = [];
  for (let n = 0; n < HASHES; n += 1) {
    const began = performance.now();
    if (!(await isPassword(kept, PASSWORD))) throw new Error('the password is not the one');
    taken.push(performance.now() - began);
  }
  say({
    figure: 'a password looked at (argon2id), half of them',
    value: percentile(taken, 0.5),
    unit: 'ms',
    bound: MOST_HASH_MS,
  });
  say({ figure: 'memory for one password (argon2id)', value: m / 1_024, unit: 'MiB', bound: LEAST_MIB, atLeast: true });
}

/** Each in a new browser that has loaded only the sign-in page. */
async function signIns(server: RunningServer, browser: Browser): Promise<void> {
  const taken: number[] = [];
  for (let n = 0; n < SIGN_INS; n += 1) {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Phone or email').fill(OPERATOR);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    const began = performance.now();
    await button.click();
    await page.getByText('W1-2308-0417').first().waitFor();
    taken.push(performance.now() - began);
    await context.close();
  }
  say({
    figure: 'from pressing Sign in to the fleet, half of them',
    value: percentile(taken, 0.5),
    unit: 'ms',
    bound: 1_500,
  });
  say({
    figure: 'from pressing Sign in to the fleet, 95 of 100',
    value: percentile(taken, 0.95),
    unit: 'ms',
    bound: 2_500,
  });
}

await hashes();
const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  await signIns(server, browser);
} finally {
  await browser.close();
  await server.close();
}
