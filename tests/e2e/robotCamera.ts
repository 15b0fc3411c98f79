/** A server with one robot online, and for each test a page of the operator that shows the robot. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ADMIN, apiOf, DESK, enter, fleetUpTo, launch, OPERATOR, openContext, startServer, until } from './harness.ts';
import type { RunningServer } from './harness.ts';

export interface RobotCamera {
  server: RunningServer;
  context: BrowserContext;
  page: Page;
  admin: Awaited<ReturnType<typeof apiOf>>;
  /** Waits for the first picture. */
  picture: () => Promise<void>;
  /** Takes the operator's right to the robot away while the work runs. */
  withoutRight: (work: () => Promise<void>) => Promise<void>;
}

/** Call at the top of a file; the parts are there within its tests. */
export function showCamera(robot: string): RobotCamera {
  let browser: Browser;
  const parts = {
    picture: () =>
      until(
        async () => (await parts.page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0)) > 0,
        'a picture',
      ),
    async withoutRight(work) {
      const { rows } = await parts.admin.friends.list({ serialNumber: robot, page: 1, limit: 50, text: '' });
      const own = rows.find(({ account }) => account === OPERATOR);
      if (!own) throw new Error('the operator is not among the people of the robot');
      const allow = (isAuth: boolean) =>
        parts.admin.friends.setAuth({ friendRelationId: own.friendRelationId, isAuth });
      await allow(false);
      try {
        await work();
      } finally {
        await allow(true);
      }
    },
  } as RobotCamera; // the hooks fill in the rest

  beforeAll(async () => {
    [parts.server, browser] = await Promise.all([startServer(fleetUpTo(robot)), launch()]);
    parts.admin = await apiOf(parts.server, ADMIN);
    await until(
      async () => (await parts.admin.robots.detail({ serialNumber: robot })).live.connection === 'online',
      'the robot is online',
      60_000,
    );
  });
  afterAll(async () => {
    await browser.close();
    await parts.server.close();
  });
  beforeEach(async () => {
    parts.context = await openContext(browser, DESK);
    parts.page = await parts.context.newPage();
    await enter(parts.page, parts.server, OPERATOR, `/home/robot-data?serialNumber=${robot}`);
  });
  afterEach(() => parts.context.close());
  return parts;
}
