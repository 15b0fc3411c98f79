/**
 * A recording made on any page of the real console with its real fleet shows the same page when opened in a new browser
 * without network.
 */
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differencesOfEither } from '../fakes/shownDifferences.ts';
import { capsuleOf, stand, startInspector, stillTree, type Inspector } from './capsules.ts';
import {
  ADMIN,
  DESK,
  enter,
  type Look,
  NEWCOMER,
  openContext,
  OPERATOR,
  PASSWORD,
  type RunningServer,
  signIn,
} from './harness.ts';

export const PHONE: Look = { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' };

/**
 * @param arrange brings the page into the state to record; `account` is '' for signed-out pages; `secrets` must not be
 * in the recording
 */
export interface Scene {
  name: string;
  look?: Look;
  account?: string;
  byForm?: true;
  path?: string;
  /** What only the server gives: a path with a key in it. */
  opened?(server: RunningServer): Promise<{ path: string; secrets: readonly string[] }>;
  arrange?(page: Page, server: RunningServer): Promise<unknown>;
  secrets?: readonly string[];
}

export function capsulesOf(scenes: readonly Scene[]): void {
  let server: RunningServer;
  let browser: Browser;
  let inspector: Inspector;

  beforeAll(async () => {
    ({ server, browser, inspector } = await startInspector());
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  describe('a capsule of every page shows the same page', () => {
    it.each(scenes)('$name', async ({ look = DESK, account = OPERATOR, byForm, opened, arrange, ...scene }) => {
      const { path = '/', secrets = [] } = opened ? await opened(server) : scene;
      const taken = await openContext(browser, look);
      const page = await taken.newPage();
      if (account === '') await page.goto(`${server.url}${path === '/' ? '/login' : path}`);
      else if (byForm) await signIn(page, server, account, PASSWORD, path);
      else await enter(page, server, account, path);
      await arrange?.(page, server);
      await stillTree(page, 20);
      // The fleet is live: records again if the page was like this neither before nor after the recording.
      for (let tries = 5; ; tries -= 1) {
        const { file, trees } = await capsuleOf(page);
        const text = gunzipSync(file).toString();
        for (const secret of [
          PASSWORD,
          Buffer.from(PASSWORD).toString('base64'),
          OPERATOR,
          ADMIN,
          NEWCOMER,
          'Lin Wei',
          ...secrets,
        ])
          expect(text).not.toContain(secret);
        const shown = await stand(inspector, file);
        const found = differencesOfEither(shown, trees);
        if (tries > 1 && found.length > 0) continue;
        expect(found).toEqual([]);
        break;
      }
      expect(inspector.complaints).toEqual([]);
      await taken.close();
    });
  });
}
