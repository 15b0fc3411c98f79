/** A Stop and the rows that several servers write for it: which Resume lifts it, and what a reload may change. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandRow } from '../../../server/db/repositories/commands.ts';
import { activeStops, liftStops, recordStops } from '../../../server/db/repositories/stops.ts';
import { audit, commands } from '../../../server/db/schema.ts';
import { createStops, type StandingStop } from '../../../server/fleet/stops.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const AT = 1_790_000_000_123;
const stop: StandingStop = {
  id: 'viewer-stop-1',
  serialNumber: A.serialNumber,
  userId: 'viewer',
  name: 'Viewer',
  at: AT,
  onLastKnownRights: false,
  isRecorded: false,
};
const rowOf = ({ id, serialNumber, userId, name, at }: StandingStop): CommandRow => ({
  id,
  serialNumber,
  kind: 'stop',
  target: '',
  targetId: null,
  askedBy: userId,
  askedByName: name,
  state: 'sent',
  askedAt: new Date(at),
  sentAt: new Date(at),
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: null,
  reason: null,
  parameters: null,
  fileId: null,
  liftedAt: null,
});

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(commands).where(eq(commands.serialNumber, A.serialNumber));
});

const record = async (due: StandingStop, wasTold: boolean) =>
  (await recordStops(test.db, [due], { rowOf, wasTold: () => wasTold })).rows;
const resume = () => liftStops(test.db, A.serialNumber, [stop.id], new Date(AT + 2_000));
const active = async () => (await activeStops(test.db)).map(({ id }) => id);

describe('a Stop that another server has recorded and a Resume has lifted', () => {
  beforeEach(async () => {
    await record(stop, false);
    await resume();
  });

  it('stays lifted when the server that sent it records it later', async () => {
    expect(await record(stop, true)).toMatchObject([{ id: stop.id, liftedAt: new Date(AT + 2_000) }]);
    expect(await active()).toEqual([]);
  });

  it('is active again when the request came again and its robot received it again', async () => {
    expect(await record({ ...stop, at: AT + 5_000 }, true)).toMatchObject([{ id: stop.id, liftedAt: null }]);
    expect(await active()).toEqual([stop.id]);
  });

  it('stays lifted when the request came again and its robot did not receive it', async () => {
    expect(await record({ ...stop, at: AT + 5_000 }, false)).toMatchObject([{ liftedAt: new Date(AT + 2_000) }]);
    expect(await active()).toEqual([]);
  });
});

describe('a recorded Stop', () => {
  it('is in the audit log once, with the time at which it was asked', async () => {
    await test.db.delete(audit).where(eq(audit.act, 'command.stop'));
    await record(stop, false);
    await record(stop, true);
    expect(await test.db.select().from(audit).where(eq(audit.act, 'command.stop'))).toMatchObject([
      { userId: 'viewer', subject: A.serialNumber, at: new Date(AT) },
    ]);
  });
});

describe('a reload', () => {
  it('does not bring back a Stop lifted while it ran, although another reload began meanwhile', async () => {
    await record(stop, false);
    const stops = createStops();
    stops.add({ ...stop, isRecorded: true });
    const reloads = [stops.reload(test.db), stops.reload(test.db)];
    stops.lift([stop.id]);
    await Promise.all(reloads);
    expect(stops.holds(A.serialNumber)).toBe(false);
  });

  it('does not remove a Stop recorded while it ran, although another reload began meanwhile', async () => {
    const stops = createStops();
    stops.add(stop);
    const reloads = [stops.reload(test.db), stops.reload(test.db)];
    stops.recorded([stop.id]);
    await Promise.all(reloads);
    expect(stops.of(A.serialNumber)).toMatchObject([{ id: stop.id, isRecorded: true }]);
  });

  it('leaves a Stop unrecorded until this server has recorded it', async () => {
    await record(stop, false);
    const stops = createStops();
    stops.add(stop);
    await stops.reload(test.db);
    expect(stops.unrecorded()).toMatchObject([{ id: stop.id }]);
    stops.recorded([stop.id]);
    await stops.reload(test.db);
    expect(stops.unrecorded()).toEqual([]);
    expect(stops.holds(A.serialNumber)).toBe(true);
  });
});
