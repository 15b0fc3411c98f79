/** The right to reveal faces for an hour: asked for, allowed, refused or taken back, with its end and with the access. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FaceDetails, FaceRequest } from '../../../contract/entities/face.ts';
import { FACE_ASKS_PER_HOUR, FACE_GRANT_MS, FACE_REQUEST_MS } from '../../../contract/rules/faces.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { deleteExpiredFaceGrants } from '../../../server/db/repositories/faceGrants.ts';
import {
  accounts,
  audit,
  faceGrants,
  faceRecords,
  faceReveals,
  faceSites,
  relations,
} from '../../../server/db/schema.ts';
import { faceIdOf } from '../../../server/features/faceEvents.ts';
import { clearPicture, faceRobot, rawCall, soon, type FaceRobot } from '../../fakes/faceRobot.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { faces, friends, robotFleet, robots } = catalogue;
const FACE = faceIdOf(A.serialNumber, 'f-1');
const why = { faceId: FACE, reason: 'guestAsks', note: 'The guest asked at the desk' };

let test: TestServer;
let robot: FaceRobot;
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
  const fileId = await robot.upload(await clearPicture());
  await robot.tell({ type: 'face', faceId: 'f-1', temperature: 36.64, fileId });
  await soon(async () => expect(await test.rowsIn(faceRecords)).toBe(1));
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  for (const table of [faceGrants, faceReveals, audit]) await test.db.delete(table);
  await test.forgetTries();
});

const codeOf = async (person: Person, path: string, data: object) => (await test.as(person, path, data)).code;
const ask = (person: Person, change: object = {}) => codeOf(person, faces.askReveal.path, { ...why, ...change });
/** @param at by default of the stored request */
const answer = async (person: Person, asker: Person, allow: boolean, at?: number) =>
  codeOf(person, faces.answerReveal.path, {
    serialNumber: A.serialNumber,
    askerId: idOf(asker),
    at: at ?? (await askedAt()),
    allow,
  });
const askedAt = async (): Promise<number> => (await test.db.select().from(faceGrants))[0]?.askedAt.getTime() ?? 0;
const actsOf = async () => (await test.db.select().from(audit)).map(({ act }) => act);
const idOf = (person: Person): string => person;
const requestsOf = async (person: Person): Promise<FaceRequest[]> =>
  ((await test.as(person, faces.revealRequests.path, {})).data as { rows: FaceRequest[] }).rows;
const detailsOf = async (person: Person): Promise<FaceDetails> =>
  (await test.as(person, faces.details.path, { faceId: FACE })).data as FaceDetails;
const ticketOf = async (person: Person): Promise<string> => {
  const { code, data } = await test.as(person, faces.reveal.path, why);
  expect(code).toBe(0);
  return (data as { ticket: string }).ticket;
};
/** Moves the answer or the request into the past. */
const age = (ms: number) =>
  test.db.update(faceGrants).set({
    until: sql`${faceGrants.until} - make_interval(secs => ${ms / 1_000})`,
    askedAt: sql`${faceGrants.askedAt} - make_interval(secs => ${ms / 1_000})`,
  });

it('is asked for by an operator, shown to the administrators of the robot alone, and allowed for an hour', async () => {
  expect(await codeOf('member', faces.reveal.path, why)).toBe(ERRORS.notAllowed);
  expect(await detailsOf('member')).toMatchObject({ canReveal: false, mayAsk: true, askedAt: null });
  expect([await ask('viewer'), await ask('stranger')]).toEqual([ERRORS.notAllowed, ERRORS.robotForeign]);
  expect(await ask('member', { note: 'too short' })).toBe(ERRORS.faceNoteShort);
  expect(await ask('member')).toBe(0);
  expect((await detailsOf('member')).askedAt).not.toBeNull();
  expect(await codeOf('member', faces.reveal.path, why)).toBe(ERRORS.notAllowed);
  expect([await requestsOf('member'), await requestsOf('viewer'), await requestsOf('stranger')]).toEqual([[], [], []]);
  expect(await requestsOf('robotAdmin')).toMatchObject([
    { ...{ serialNumber: A.serialNumber, askerId: idOf('member'), askerName: 'member by name' }, note: why.note },
  ]);
  expect(await answer('member', 'member', true)).toBe(ERRORS.notAllowed);
  expect(await answer('robotAdmin', 'member', true)).toBe(0);
  expect(await requestsOf('robotAdmin')).toMatchObject([{ until: expect.any(Number) as number }]);
  const { canReveal, mayRevealUntil, mayAsk } = await detailsOf('member');
  expect([canReveal, mayAsk]).toEqual([true, false]);
  expect((mayRevealUntil ?? 0) - Date.now()).toBeLessThanOrEqual(FACE_GRANT_MS);
  const opened = await rawCall(test, 'member', faces.open.path, { faceId: FACE, ticket: await ticketOf('member') });
  expect(opened.headers['content-type']).toMatch(/^image\//u);
  expect(await codeOf('viewer', faces.reveal.path, why)).toBe(ERRORS.notAllowed);
  const acts = (await test.db.select().from(audit)).map(({ act, userId }) => [act, userId]);
  expect(acts).toEqual([
    ['face.askReveal', 'member'],
    ['face.allowReveal', 'robotAdmin'],
    ['face.reveal', 'member'],
  ]);
});

it('ends after an hour, also for a ticket that was issued before', async () => {
  await ask('member');
  await answer('superAdmin', 'member', true);
  const ticket = await ticketOf('member');
  await age(FACE_GRANT_MS);
  expect(await codeOf('member', faces.open.path, { faceId: FACE, ticket })).toBe(ERRORS.notAllowed);
  expect(await codeOf('member', faces.reveal.path, why)).toBe(ERRORS.notAllowed);
  expect(await detailsOf('member')).toMatchObject({ canReveal: false, mayAsk: true, mayRevealUntil: null });
  await deleteExpiredFaceGrants(test.db, new Date());
  expect(await test.rowsIn(faceGrants)).toBe(0);
});

it('ends with the right to operate the robot', async () => {
  await ask('member');
  await answer('robotAdmin', 'member', true);
  const mine = and(eq(relations.serialNumber, A.serialNumber), eq(relations.userId, idOf('member')));
  await test.db.update(relations).set({ isAuth: false }).where(mine);
  expect(await codeOf('member', faces.reveal.path, why)).toBe(ERRORS.robotForeign);
  await test.db.update(relations).set({ isAuth: true }).where(mine);
});

it('is refused, answered once, and can be asked for again', async () => {
  await ask('member');
  expect(await answer('robotAdmin', 'member', false)).toBe(0);
  expect(await answer('superAdmin', 'member', true)).toBe(ERRORS.faceRequestOver);
  expect(await detailsOf('member')).toMatchObject({ canReveal: false, mayAsk: true, askedAt: null });
  expect(await ask('member')).toBe(0);
  expect(await requestsOf('superAdmin')).toHaveLength(1);
});

it('that nobody answered within a day is over, and is deleted', async () => {
  await ask('member');
  await age(FACE_REQUEST_MS);
  expect(await requestsOf('robotAdmin')).toEqual([]);
  expect(await answer('robotAdmin', 'member', true)).toBe(ERRORS.faceRequestOver);
  await deleteExpiredFaceGrants(test.db, new Date());
  expect(await test.rowsIn(faceGrants)).toBe(0);
});

it('is nothing that an administrator asks for, and a new request does not end a permission', async () => {
  expect(await ask('robotAdmin')).toBe(0);
  expect(await test.rowsIn(faceGrants)).toBe(0);
  await ask('member');
  await answer('robotAdmin', 'member', true);
  expect(await ask('member')).toBe(0);
  expect((await detailsOf('member')).canReveal).toBe(true);
});

it('is only allowed for the request that the administrator saw', async () => {
  await ask('member');
  await age(1_000);
  const seen = await askedAt();
  expect(await ask('member', { reason: 'other', note: 'Something else altogether now' })).toBe(0);
  expect(await answer('robotAdmin', 'member', true, seen)).toBe(ERRORS.faceRequestOver);
  expect(await answer('robotAdmin', 'member', false, seen)).toBe(ERRORS.faceRequestOver);
  const [request] = await requestsOf('robotAdmin');
  expect(request).toMatchObject({ reason: 'other', until: null });
  expect(await answer('robotAdmin', 'member', true, request?.at)).toBe(0);
});

it('is taken back by an administrator before its end, once', async () => {
  await ask('member');
  await answer('robotAdmin', 'member', true);
  const [running] = await requestsOf('superAdmin');
  const ticket = await ticketOf('member');
  expect(await answer('superAdmin', 'member', true, running?.at)).toBe(ERRORS.faceRequestOver);
  expect(await answer('superAdmin', 'member', false, running?.at)).toBe(0);
  expect(await codeOf('member', faces.open.path, { faceId: FACE, ticket })).toBe(ERRORS.notAllowed);
  expect(await detailsOf('member')).toMatchObject({ canReveal: false, mayAsk: true });
  expect(await requestsOf('superAdmin')).toEqual([]);
  expect(await answer('robotAdmin', 'member', false, running?.at)).toBe(ERRORS.faceRequestOver);
  expect(await actsOf()).toEqual(['face.askReveal', 'face.allowReveal', 'face.reveal', 'face.endReveal']);
});

it(`is asked for ${FACE_ASKS_PER_HOUR} times an hour at most, and recorded once while nothing changes`, async () => {
  for (let i = 0; i < FACE_ASKS_PER_HOUR; i++) expect(await ask('member')).toBe(0);
  expect(await ask('member')).toBe(ERRORS.tooManyFaceRequests);
  expect(await actsOf()).toEqual(['face.askReveal']);
});

it('is not listed while the account is locked', async () => {
  await ask('member');
  const mine = eq(accounts.id, idOf('member'));
  await test.db.update(accounts).set({ lockedAt: new Date() }).where(mine);
  expect(await requestsOf('robotAdmin')).toEqual([]);
  await test.db.update(accounts).set({ lockedAt: null }).where(mine);
  expect(await requestsOf('robotAdmin')).toHaveLength(1);
});

describe('does not return with the access that ended', () => {
  const memberships = eq(relations.serialNumber, A.serialNumber);
  const done = async (person: Person, path: string, data: object) => {
    const reply = await test.as(person, path, data);
    expect(reply).toMatchObject({ code: 0 });
    return reply.data;
  };
  const member = { friendRelationId: 'relation-member' };
  /** Removes everybody, and binds the robot again by the new code. */
  const rebind = async () => {
    const { claimCode } = (await done('superAdmin', friends.unbind.path, { robotId: A.serialNumber })) as {
      claimCode: string;
    };
    await done('superAdmin', robots.bind.path, { code: claimCode });
  };
  const moveTo = (toSiteId: string) =>
    done('accountAdmin', robotFleet.move.path, { robotToMove: A.serialNumber, toSiteId });

  it.each([
    [
      'of a removed member',
      async () => done('robotAdmin', friends.remove.path, { ...member, serialNumber: A.serialNumber }),
    ],
    ['of a member who left', async () => done('member', friends.leave.path, { serialNumber: A.serialNumber })],
    [
      'that was withdrawn',
      async () => {
        for (const isAuth of [false, true]) await done('robotAdmin', friends.setAuth.path, { ...member, isAuth });
      },
    ],
    ['to an unbound robot', rebind],
    [
      'at the site that the robot left',
      async () => {
        await moveTo(B.siteId);
        await moveTo(A.siteId);
      },
    ],
  ])('%s', async (_, end) => {
    const before = await test.db.select().from(relations).where(memberships);
    await ask('member');
    await answer('robotAdmin', 'member', true);
    await end();
    await test.db.delete(relations).where(memberships);
    await test.db.insert(relations).values(before);
    expect(await requestsOf('superAdmin')).toEqual([]);
    expect(await codeOf('member', faces.reveal.path, why)).toBe(ERRORS.notAllowed);
    expect(await test.rowsIn(faceGrants)).toBe(0);
  });
});
