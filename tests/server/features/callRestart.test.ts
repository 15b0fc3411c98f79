/** A call survives a restart of the server: it is read from the database, waits for both sides, and continues. */
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { createServer } from '../../../server/app.ts';
import { createCallLimits } from '../../../server/security/callLimits.ts';
import { readSettings } from '../../../server/settings.ts';
import { createApi } from '../../fakes/apiClient.ts';
import { callRobot } from '../../fakes/callRobot.ts';
import { A, startTestServer, tokenOf } from '../../fakes/testServer.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const memberAt = (url: string) => createApi(url, catalogue, { token: tokenOf('member'), userId: 'member' });

it('waits for robot and operator after a restart, and is the same call then', async () => {
  const first = await startTestServer();
  let second: Awaited<ReturnType<typeof createServer>> | undefined;
  let beats: ReturnType<typeof setInterval> | undefined;
  try {
    const before = await callRobot(first.server, A.serialNumber);
    beats = setInterval(() => void before.state(), 500);
    const ci = await vi.waitFor(
      async () => (await memberAt(first.server.url).calls.send({ receiverUserId: A.serialNumber })).ci,
      PATIENCE,
    );
    await before.toldState('ringing');
    await before.tell({ type: 'call', callId: ci, what: 'answered' });
    await before.toldState('connected');
    clearInterval(beats);
    await before.leave();
    await first.server.close();

    second = await createServer({
      settings: readSettings({
        PORT: '0',
        ROUNDHOUSE_DATA: first.folder,
        DATABASE_URL: first.databaseUrl,
        ROUNDHOUSE_ROBOTS: '2',
        ROUNDHOUSE_DEMO_TASKS: 'off',
      }),
      log: pino({ level: 'silent' }),
      limits: createCallLimits({ perSession: 1e6, perAddress: 1e6 }),
      simulate: false,
      repeatJobs: false,
    });
    const api = memberAt(second.url);
    const call = async () => (await api.calls.details({ callingRequestId: ci })).call;
    await vi.waitFor(
      async () => expect(await call()).toMatchObject({ state: 'reconnecting', loss: 'robot' }),
      PATIENCE,
    );
    const after = await callRobot(second, A.serialNumber);
    beats = setInterval(() => void after.state(), 500);
    // After the restart, the server sends the robot its call again.
    await vi.waitFor(async () => {
      await api.calls.repeat({ callingRequestId: ci, hasMedia: true, roundTrip: null });
      expect(await call()).toMatchObject({ state: 'connected', interruptions: 1, operator: { id: 'member' } });
    }, PATIENCE);
    expect(await after.toldState('connected')).toMatchObject({ callId: ci });
    await api.calls.end({ callingRequestId: ci });
    expect(await call()).toMatchObject({ state: 'ended', end: 'hungUp', interruptions: 1 });
    await after.toldState(null);
    clearInterval(beats);
    await after.leave();
  } finally {
    clearInterval(beats);
    await second?.close();
    await first.close();
  }
});
