/**
 * The camera in a real browser behind a firewall that lets nothing through but a TURN server (coturn), with the credentials
 * of the hour from the server. Skipped where coturn is not installed (`apt-get install coturn`).
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTurnServer, startTurnServer, type TurnServer } from '../fakes/turnServer.ts';
import { ADMIN, apiOf, DESK, enter, fleetUpTo, launch, openContext, OPERATOR, startServer, until } from './harness.ts';
import type { RunningServer } from './harness.ts';

const ROBOT = 'W1-2308-0417';

/** Every connection of the page gives addresses of a relay only, as behind such a firewall. */
const onlyRelayed = (page: Page) =>
  page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
        made.push(this);
      }
    };
    Object.assign(window, { made });
  });

/** Kinds of the browser's own ends of the connections that carry pictures; frames that arrived. */
const seen = (page: Page) =>
  page.evaluate(async () => {
    const { made } = window as unknown as { made: RTCPeerConnection[] };
    const reports = await Promise.all(made.map((peer) => peer.getStats()));
    const all = reports.flatMap((report) => [...report.values()] as Record<string, unknown>[]);
    const pairs = all.filter((one) => one['type'] === 'candidate-pair' && one['state'] === 'succeeded');
    const kinds = pairs.map(({ localCandidateId }) => all.find(({ id }) => id === localCandidateId)?.['candidateType']);
    const frames = all.filter((one) => one['type'] === 'inbound-rtp' && one['kind'] === 'video');
    return {
      kinds: [...new Set(kinds)],
      frames: frames.reduce((sum, one) => sum + Number(one['framesDecoded'] ?? 0), 0),
    };
  });

describe.skipIf(!hasTurnServer)('coturn (skipped: turnserver is not installed)', () => {
  let turn: TurnServer;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    turn = await startTurnServer();
    [server, browser] = await Promise.all([
      startServer({ ...fleetUpTo(ROBOT), ICE_SERVERS: JSON.stringify([{ urls: turn.url }]), TURN_SECRET: turn.secret }),
      launch(),
    ]);
    const admin = await apiOf(server, ADMIN);
    await until(
      async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
      'the robot is online',
      60_000,
    );
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await turn.close();
  });

  it('brings the picture where the direct way is blocked', async () => {
    const context = await openContext(browser, DESK);
    try {
      const page = await context.newPage();
      await onlyRelayed(page);
      await enter(page, server, OPERATOR, `/home/robot-data?serialNumber=${ROBOT}`);
      await until(async () => (await seen(page)).frames > 10, 'frames flow');
      expect((await seen(page)).kinds).toEqual(['relay']);
      await page.getByText('Live', { exact: true }).first().waitFor();
    } finally {
      await context.close();
    }
  });
});
