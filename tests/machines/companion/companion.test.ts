/** The companion app as a whole: a pending code survives sign-in, a forced sign-out and a reload. */
import { describe, expect, it } from 'vitest';
import type { ScannedCode } from '../../../contract/rules/scanned.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { ROBOTS_EVERY_MS } from '../../../src/machines/companion/ownRobots.machine.ts';
import {
  selectChildren,
  selectFound,
  selectIsAskedToLeave,
  selectIsLeaving,
  selectIsOffline,
  selectLookFailure,
  selectPutOut,
  selectWaitingCode,
} from '../../../src/machines/companion/companion.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startCompanion } from '../../fakes/startCompanion.ts';

const SIGN_IN: ScannedCode = { kind: 'signIn', code: 'x'.repeat(43) };
const CLAIM: ScannedCode = { kind: 'claim', code: 'AAAA-BBBB-CCCC-DDDD' };
const somebody = { userId: 'u1', code: null };

describe('the companion app', () => {
  it("opens where one is: at the sign-in, at one's robots, at what the address asks for", async () => {
    expect((await startCompanion()).state()).toBe('signedOut');
    expect((await startCompanion(somebody)).state()).toEqual({ signedIn: { home: 'idle' } });
    expect((await startCompanion({ userId: 'u1', code: SIGN_IN })).state()).toEqual({ signedIn: 'approving' });
    expect((await startCompanion({ userId: 'u1', code: CLAIM })).state()).toEqual({ signedIn: 'binding' });
  });

  it('goes on with what was scanned once one has signed in', async () => {
    const { actor, child, signIn, scan, state } = await startCompanion({ userId: '', code: SIGN_IN });
    expect(selectWaitingCode(actor.getSnapshot())).toBe('signIn');
    const entry = child('entry');
    entry?.send({ type: 'account.type', value: 'ada@example.org' } as never);
    entry?.send({ type: 'password.type', value: 'Secret1' } as never);
    entry?.send({ type: 'form.submit' } as never);
    await signIn.answer({ userId: 'u1' });
    expect(state()).toEqual({ signedIn: 'approving' });
    expect(scan.asked).toEqual([{ qrcode: SIGN_IN.code }]);
  });

  it('keeps what was scanned when one is put out, and says why, once', async () => {
    const { actor, kept, state } = await startCompanion({ userId: 'u1', code: CLAIM });
    actor.send({ type: 'session.over', code: ERRORS.loginExpired });
    actor.send({ type: 'session.over', code: ERRORS.sessionInvalid });
    expect(state()).toBe('signedOut');
    expect(selectPutOut(actor.getSnapshot())?.code).toBe(ERRORS.loginExpired);
    expect(kept).toEqual({ code: CLAIM, hasCredentials: false });
    actor.send({ type: 'session.entered', userId: 'u1' });
    expect(state()).toEqual({ signedIn: 'binding' });
    expect(selectPutOut(actor.getSnapshot())).toBeNull();
  });

  it('follows another tab: out when one signs out there, in when one signs in, over to whoever is signed in now', async () => {
    const { actor, kept, loadRobots, state } = await startCompanion({ userId: 'u1', code: CLAIM });
    actor.send({ type: 'session.elsewhere', userId: 'u1' });
    expect([state(), loadRobots.asked.length]).toEqual([{ signedIn: 'binding' }, 1]);
    actor.send({ type: 'session.elsewhere', userId: '' });
    expect([state(), kept.hasCredentials, selectPutOut(actor.getSnapshot())]).toEqual(['signedOut', false, null]);
    actor.send({ type: 'session.elsewhere', userId: 'u2' });
    expect([state(), loadRobots.asked.at(-1)]).toEqual([{ signedIn: 'binding' }, { userId: 'u2' }]);
    actor.send({ type: 'session.elsewhere', userId: 'u3' });
    expect([state(), loadRobots.asked.at(-1)]).toEqual([{ signedIn: 'binding' }, { userId: 'u3' }]);
  });

  it('is done with a code when its screen is left', async () => {
    const { actor, kept, loadRobots, state } = await startCompanion({ userId: 'u1', code: CLAIM });
    await loadRobots.answer({ robots: [], nickname: 'Ada', serverTime: 1 });
    actor.send({ type: 'screen.close' });
    expect(state()).toEqual({ signedIn: { home: 'idle' } });
    expect(kept.code).toBeNull();
    // Reloaded, because the code may have changed the list.
    expect(loadRobots.asked).toHaveLength(2);
  });

  it('follows what the camera reads, and an address that comes while it is open', async () => {
    const { actor, camera, kept, state } = await startCompanion(somebody);
    actor.send({ type: 'scanner.open' });
    camera.tell({ type: 'code.seen', text: `https://rh.example/mini-program?code=${CLAIM.code}` });
    expect(state()).toEqual({ signedIn: 'binding' });
    expect(kept.code).toEqual(CLAIM);
    expect(camera.closed).toBe(1);
    actor.send({ type: 'code.read', code: SIGN_IN });
    expect(state()).toEqual({ signedIn: 'approving' });
    actor.send({ type: 'scanner.open' });
    expect([kept.code, camera.opened]).toEqual([null, 2]);
  });

  it('closes the camera in the background, and opens it again', async () => {
    const { actor, camera, state } = await startCompanion(somebody);
    actor.send({ type: 'scanner.open' });
    actor.send({ type: 'app.hidden' });
    expect([state(), camera.closed]).toEqual([{ signedIn: { scanning: 'paused' } }, 1]);
    actor.send({ type: 'app.shown' });
    expect([state(), camera.opened]).toEqual([{ signedIn: { scanning: 'running' } }, 2]);
  });

  it('asks before one signs out, and forgets even when the cloud is away', async () => {
    const { actor, kept, signOut, state } = await startCompanion(somebody);
    actor.send({ type: 'session.askSignOut' });
    expect(selectIsAskedToLeave(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'session.stay' });
    expect(selectIsAskedToLeave(actor.getSnapshot())).toBe(false);
    actor.send({ type: 'session.askSignOut' });
    actor.send({ type: 'session.signOut' });
    expect(selectIsLeaving(actor.getSnapshot())).toBe(true);
    expect(selectChildren(actor.getSnapshot()).robots).toBeUndefined();
    await signOut.refuse('networkFailed');
    expect([state(), kept.hasCredentials]).toEqual(['signedOut', false]);
  });

  it('knows when the phone has no network, and looks again when it has', async () => {
    const { actor, loadRobots } = await startCompanion(somebody);
    await loadRobots.answer({ robots: [], nickname: '', serverTime: 1 });
    actor.send({ type: 'network.changed', isThere: false });
    expect(selectIsOffline(actor.getSnapshot())).toBe(true);
    await loadRobots.refuse('networkFailed');
    actor.send({ type: 'network.changed', isThere: true });
    expect(selectIsOffline(actor.getSnapshot())).toBe(false);
    expect(loadRobots.asked).toHaveLength(3);
  });
});

describe("one's robots", () => {
  it('are asked for every five seconds, and what was heard stays when it fails', async () => {
    const { child, clock, loadRobots } = await startCompanion(somebody);
    const robots = () => child('robots')?.getSnapshot() as Parameters<typeof selectFound>[0];
    await loadRobots.answer({ robots: [], nickname: 'Ada', serverTime: 7 });
    clock.increment(ROBOTS_EVERY_MS);
    await loadRobots.refuse('networkFailed');
    expect([selectFound(robots())?.serverTime, selectLookFailure(robots())?.code]).toEqual([7, ERRORS.networkFailed]);
    clock.increment(ROBOTS_EVERY_MS);
    await loadRobots.answer({ robots: [], nickname: 'Ada', serverTime: 9 });
    expect([selectFound(robots())?.serverTime, selectLookFailure(robots())]).toEqual([9, null]);
    expect(loadRobots.asked).toHaveLength(3);
  });

  it('are left alone while the app is in the background', async () => {
    const { actor, clock, loadRobots } = await startCompanion(somebody);
    actor.send({ type: 'app.hidden' });
    clock.increment(10 * ROBOTS_EVERY_MS);
    expect(loadRobots.asked).toHaveLength(1);
    actor.send({ type: 'app.shown' });
    await settle();
    expect(loadRobots.asked).toHaveLength(2);
  });
});
