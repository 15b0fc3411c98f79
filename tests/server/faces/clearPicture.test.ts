/**
 * A clear picture of a face cannot be had without the reveal call: every way to a file is walked as every kind of user,
 * with addresses signed by the server itself.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { REVEAL_MS, REVEALS_PER_HOUR } from '../../../contract/rules/faces.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { keptSecretOf } from '../../../server/db/repositories/installation.ts';
import {
  accounts,
  alarmPictures,
  audit,
  faceRecords,
  faceReveals,
  faceSites,
  files,
  relations,
  sessions,
} from '../../../server/db/schema.ts';
import { faceIdOf } from '../../../server/features/faceEvents.ts';
import { createTickets } from '../../../server/files/tickets.ts';
import { clearPicture, faceRobot, rawCall, soon, type FaceRobot } from '../../fakes/faceRobot.ts';
import { A, PEOPLE, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { faces } = catalogue;
const people = Object.keys(PEOPLE) as Person[];
const MAY_REVEAL: readonly Person[] = ['robotAdmin', 'superAdmin'];
const FACE = faceIdOf(A.serialNumber, 'f-1');
const why = { faceId: FACE, reason: 'guestAsks', note: 'The guest asked at the desk' };

let test: TestServer;
let robot: FaceRobot;
let fileId: string;
/** As stored: uploads are encoded again. */
let clear: Buffer;

beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(faceSites).values({
    siteId: A.siteId,
    isOn: true,
    ground: 'Agreed by the works council',
    changedBy: 'accountAdmin',
    changedAt: new Date(),
  });
  robot = await faceRobot(test);
  fileId = await robot.upload(await clearPicture());
  await robot.tell({ type: 'face', faceId: 'f-1', temperature: 36.64, fileId });
  await soon(async () => expect(await test.rowsIn(faceRecords)).toBe(1));
  clear = await opened('superAdmin');
  await test.db.delete(faceReveals);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(() => test.forgetTries());

const ticketFor = async (person: Person): Promise<string> =>
  ((await test.as(person, faces.reveal.path, why)).data as { ticket: string }).ticket;
const openRaw = (person: Person, ticket: string) => rawCall(test, person, faces.open.path, { faceId: FACE, ticket });
async function opened(person: Person): Promise<Buffer> {
  return (await openRaw(person, await ticketFor(person))).rawPayload;
}
/** Any 40 bytes from inside the picture. */
const shows = (text: string | Buffer): boolean => {
  const bytes = Buffer.from(text);
  const part = clear.subarray(2_000, 2_040);
  return bytes.includes(part) || bytes.toString('latin1').includes(part.toString('base64').slice(4, 40));
};

it('the picture is stored, re-encoded, and its thumbnail is a dozen pixels wide in effect', async () => {
  const [file] = await test.db.select().from(files).where(eq(files.id, fileId));
  expect(file).toMatchObject({ kind: 'face', state: 'ready', owner: 'robot', contentType: 'image/jpeg' });
  const [face] = await test.db.select().from(faceRecords);
  expect(face).toMatchObject({ id: FACE, temperature: 36.6, isHigh: false, fileId });
  expect(Buffer.from(face?.blurred ?? '', 'base64').length).toBeLessThan(2_000);
  expect(clear.length).toBeGreaterThan(10_000);
});

describe.each(people)('as %s', (person) => {
  it('no call for files returns or addresses it, in either size', async () => {
    for (const thumbnail of [false, true]) {
      expect(await test.as(person, catalogue.files.download.path, { imageId: fileId, thumbnail })).toMatchObject({
        code: ERRORS.fileUnknown,
      });
      expect(await test.as(person, catalogue.files.address.path, { fileId, thumbnail })).toMatchObject({
        code: ERRORS.fileUnknown,
      });
    }
  });

  it('an address that the server itself signed does not serve it', async () => {
    const tickets = createTickets({ secret: () => keptSecretOf(test.db, 'fileSecret'), now: Date.now });
    const [row] = await test.db.select().from(files).where(eq(files.id, fileId));
    for (const id of [fileId, row?.storedAs ?? ''])
      for (const thumbnail of [false, true]) {
        const url = await tickets.read(id, { userId: person, thumbnail }, Date.now() + 60_000);
        const reply = await test.server.inject({ url });
        expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store']);
      }
  });

  it('no list, record or export contains it', async () => {
    const filter = { serialNumberStr: '', selectType: 'all', name: '', startTime: 0, endTime: 0 };
    for (const [path, data] of [
      [faces.list.path, filter],
      [faces.details.path, { faceId: FACE }],
      [faces.export.path, { ...filter, timeZone: 'UTC' }],
      [faces.persons.path, { siteId: A.siteId }],
    ] as const) {
      const reply = await test.as(person, path, data);
      const text = JSON.stringify(reply);
      expect(shows(text), path).toBe(false);
      expect(text, path).not.toContain(fileId);
    }
  });

  it(MAY_REVEAL.includes(person) ? 'the reveal call returns it' : 'the reveal call is refused', async () => {
    const before = await test.rowsIn(faceReveals);
    const reply = await test.as(person, faces.reveal.path, why);
    if (!MAY_REVEAL.includes(person)) {
      expect([ERRORS.notAllowed, ERRORS.robotForeign]).toContain(reply.code);
      expect(await test.rowsIn(faceReveals)).toBe(before);
      return;
    }
    const { ticket, until } = reply.data as { ticket: string; until: number };
    expect(until - Date.now()).toBeLessThanOrEqual(REVEAL_MS);
    const answer = await openRaw(person, ticket);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.rawPayload.equals(clear)).toBe(true);
  });
});

it('no address without a session serves it', async () => {
  const [row] = await test.db.select().from(files).where(eq(files.id, fileId));
  for (const id of [fileId, row?.storedAs ?? ''])
    for (const url of [
      `/files/avatar/${id}`,
      `/files/read/${id}`,
      `/files/upload/${id}`,
      `/files/face/${id}`,
      `/files/${id}`,
    ]) {
      const reply = await test.server.inject({ url });
      expect(shows(reply.rawPayload), url).toBe(false);
    }
});

it('its own upload address says that it is complete, and returns no byte of it', async () => {
  const tickets = createTickets({ secret: () => keptSecretOf(test.db, 'fileSecret'), now: Date.now });
  const url = await tickets.upload(fileId, Date.now() + 60_000);
  for (const reply of [
    await test.server.inject({ url }),
    await test.server.inject({ method: 'POST', url: url.replace('?', '/complete?') }),
  ])
    expect(shows(reply.rawPayload)).toBe(false);
});

it('a robot cannot show it as the picture of an alarm', async () => {
  await robot.tell({ type: 'alarm', alarm: 'smoke', pose: null }, Date.now(), 'alarm-1');
  await robot.tell({ type: 'alarmPicture', alarmId: 'alarm-1', moment: 'at', fileId });
  await robot.tell({ type: 'alarmOver', alarmId: 'alarm-1' });
  await soon(async () => expect((await test.as('member', catalogue.alarmCases.list.path, {})).code).toBe(0));
  await robot.tell({ type: 'face', faceId: 'f-after', temperature: null });
  await soon(async () => expect(await test.rowsIn(faceRecords)).toBe(2));
  expect(await test.rowsIn(alarmPictures)).toBe(0);
});

describe('a ticket', () => {
  it('is good once', async () => {
    const ticket = await ticketFor('robotAdmin');
    expect((await openRaw('robotAdmin', ticket)).rawPayload.equals(clear)).toBe(true);
    expect((await openRaw('robotAdmin', ticket)).json()).toMatchObject({ code: ERRORS.faceTicketWrong });
  });

  it('is for its holder only', async () => {
    const ticket = await ticketFor('robotAdmin');
    expect((await openRaw('superAdmin', ticket)).json()).toMatchObject({ code: ERRORS.faceTicketWrong });
    expect((await openRaw('member', ticket)).json()).toMatchObject({ code: ERRORS.notAllowed });
  });

  it('ends after 60 s', async () => {
    const ticket = await ticketFor('robotAdmin');
    await test.db.update(faceReveals).set({ at: new Date(Date.now() - REVEAL_MS - 1) });
    expect((await openRaw('robotAdmin', ticket)).json()).toMatchObject({ code: ERRORS.faceTicketWrong });
  });

  it('is recorded with its reason before it is issued', async () => {
    await test.db.delete(faceReveals);
    await ticketFor('robotAdmin');
    const entries = await test.db.select().from(audit).where(eq(audit.act, 'face.reveal'));
    expect(entries.at(-1)).toMatchObject({
      userId: 'robotAdmin',
      subject: A.serialNumber,
      after: { faceId: FACE, at: expect.any(Number), reason: 'guestAsks', revealId: expect.any(String) },
    });
    // The log outlives the person: the note stays with the record.
    expect(JSON.stringify(entries)).not.toContain(why.note);
    const details = (await test.as('viewer', faces.details.path, { faceId: FACE })).data;
    expect(details).toMatchObject({
      canReveal: false,
      reveals: [{ byName: 'robotAdmin by name', reason: 'guestAsks', note: why.note, isOpened: false }],
      administrators: expect.arrayContaining(['robotAdmin by name', 'superAdmin by name']),
    });
  });

  it('needs four words', async () => {
    expect(await test.as('robotAdmin', faces.reveal.path, { ...why, note: 'just a look' })).toMatchObject({
      code: ERRORS.faceNoteShort,
    });
  });

  it(`is issued ${REVEALS_PER_HOUR} times an hour`, async () => {
    for (let i = 0; i < REVEALS_PER_HOUR; i++) await ticketFor('robotAdmin');
    expect(await test.as('robotAdmin', faces.reveal.path, why)).toMatchObject({ code: ERRORS.tooManyReveals });
    expect((await test.as('superAdmin', faces.reveal.path, why)).code).toBe(0);
  });

  it('is never stored in a log or as the reply of a repeated request', async () => {
    const id = test.newId();
    const first = await test.as('robotAdmin', faces.reveal.path, why, { id });
    const { ticket } = first.data as { ticket: string };
    expect(JSON.stringify(await test.as('robotAdmin', faces.reveal.path, why, { id }))).not.toContain(ticket);
    expect(test.logged.join('')).not.toContain(ticket);
    const rows = await test.db.select().from(faceReveals);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });

  it('ends with the right', async () => {
    const ticket = await ticketFor('robotAdmin');
    const own = and(eq(relations.userId, 'robotAdmin'), eq(relations.serialNumber, A.serialNumber));
    await test.db.update(relations).set({ isAuth: false }).where(own);
    try {
      await soon(async () =>
        expect((await openRaw('robotAdmin', ticket)).json()).toMatchObject({ code: ERRORS.robotForeign }),
      );
    } finally {
      await test.db.update(relations).set({ isAuth: true }).where(own);
    }
  });

  it('ends with the role', async () => {
    const ticket = await ticketFor('robotAdmin');
    const own = eq(accounts.id, 'robotAdmin');
    await test.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(own);
    try {
      await soon(async () =>
        expect((await openRaw('robotAdmin', ticket)).json()).toMatchObject({ code: ERRORS.notAllowed }),
      );
      expect((await test.as('robotAdmin', faces.details.path, { faceId: FACE })).data).toMatchObject({
        canReveal: false,
      });
    } finally {
      await test.db
        .update(accounts)
        .set({ roles: [...PEOPLE.robotAdmin.roles] })
        .where(own);
    }
  });

  it('ends with the session', async () => {
    const ticket = await ticketFor('superAdmin');
    const own = eq(sessions.userId, 'superAdmin');
    const [session] = await test.db.select().from(sessions).where(own);
    await test.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(own);
    try {
      await soon(async () =>
        expect((await openRaw('superAdmin', ticket)).json()).toMatchObject({ code: ERRORS.loginExpired }),
      );
    } finally {
      await test.db.update(sessions).set({ expiresAt: session?.expiresAt }).where(own);
    }
  });

  it('ends with the person', async () => {
    const person = { faceId: FACE, name: 'Ada', personKind: 'staff', consent: true };
    await test.forgetTries();
    const { personId } = (await test.as('superAdmin', faces.register.path, person)).data as { personId: string };
    const ticket = await ticketFor('robotAdmin');
    expect((await test.as('superAdmin', faces.erase.path, { personId })).code).toBe(0);
    const reply = await openRaw('robotAdmin', ticket);
    expect(shows(reply.rawPayload)).toBe(false);
    expect(reply.json()).toMatchObject({ code: ERRORS.notFound });
    await soon(async () => {
      const [file] = await test.db.select().from(files).where(eq(files.id, fileId));
      expect(file?.state ?? 'deleted').toBe('deleted');
    });
  });
});
