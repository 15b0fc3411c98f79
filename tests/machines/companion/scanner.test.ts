/** The scanner and the form of the companion app. */
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { CAMERA_TROUBLES } from '../../../src/machines/companion/scanner.machine.ts';
import {
  selectCamera,
  selectEntry,
  selectIsEntering,
  selectIsEntryPatient,
  selectIsLit,
  selectScanner,
} from '../../../src/machines/companion/companion.selectors.ts';
import { startCompanion } from '../../fakes/startCompanion.ts';

async function startScanner() {
  const app = await startCompanion({ userId: 'u1', code: null });
  app.actor.send({ type: 'scanner.open' });
  const ref = app.child('scanner');
  return {
    ...app,
    send: (event: object) => ref?.send(event as never),
    now: () => ref?.getSnapshot() as Parameters<typeof selectCamera>[0],
  };
}

describe('the scanner', () => {
  it.each(CAMERA_TROUBLES)('says that the camera is %s, and tries again when asked', async (trouble) => {
    const { camera, now, send } = await startScanner();
    camera.tell({ type: 'camera.failed', trouble });
    expect([selectCamera(now()), selectScanner(now()).trouble]).toEqual(['blind', trouble]);
    send({ type: 'camera.retry' });
    expect([selectCamera(now()), camera.opened]).toEqual(['opening', 2]);
  });

  it('takes a code that is typed, with a camera or without', async () => {
    const { camera, send, state, kept } = await startScanner();
    camera.tell({ type: 'camera.failed', trouble: 'absent' });
    send({ type: 'code.submit' });
    expect(state()).toEqual({ signedIn: { scanning: 'running' } });
    send({ type: 'code.type', value: ' aaaa bbbb cccc dddd ' });
    send({ type: 'code.submit' });
    expect(state()).toEqual({ signedIn: 'binding' });
    expect(kept.code).toEqual({ kind: 'claim', code: 'AAAA-BBBB-CCCC-DDDD' });
  });

  it('says what it read when it is no code of ours, and looks on', async () => {
    const { camera, now, send, state } = await startScanner();
    camera.tell({ type: 'camera.opened', hasTorch: false });
    camera.tell({ type: 'code.seen', text: 'https://evil.example/x' });
    expect(selectScanner(now()).misread).toEqual({ kind: 'link', host: 'evil.example' });
    expect([selectCamera(now()), state()]).toEqual(['watching', { signedIn: { scanning: 'running' } }]);
    send({ type: 'code.type', value: 'x' });
    expect(selectScanner(now()).misread).toBeNull();
  });

  it('has a light where the phone has one', async () => {
    const { camera, now, send } = await startScanner();
    camera.tell({ type: 'camera.opened', hasTorch: false });
    send({ type: 'torch.toggle' });
    expect(selectIsLit(now())).toBe(false);
    const other = await startScanner();
    other.camera.tell({ type: 'camera.opened', hasTorch: true });
    other.send({ type: 'torch.toggle' });
    expect(selectIsLit(other.now())).toBe(true);
    other.send({ type: 'torch.toggle' });
    expect(other.camera.lit).toEqual([true, false]);
  });
});

describe('the form to sign in', () => {
  const start = async () => {
    const app = await startCompanion();
    const ref = app.child('entry');
    return {
      ...app,
      send: (event: object) => ref?.send(event as never),
      now: () => ref?.getSnapshot() as Parameters<typeof selectEntry>[0],
    };
  };
  const fill = (send: (event: object) => void) => {
    send({ type: 'account.type', value: 'ada@example.org' });
    send({ type: 'password.type', value: 'Secret1' });
    send({ type: 'form.submit' });
  };

  it('asks for both, shows the password when wanted, and says why it was refused', async () => {
    const { send, now, signIn, state } = await start();
    send({ type: 'form.submit' });
    expect([selectEntry(now()).wasSent, signIn.asked]).toEqual([true, []]);
    send({ type: 'password.toggleShown' });
    expect(selectEntry(now()).isPasswordShown).toBe(true);
    fill(send);
    expect(selectIsEntering(now())).toBe(true);
    await signIn.refuse('tooManyTries', { words: { seconds: 30 } });
    expect(selectEntry(now()).failure).toMatchObject({ code: ERRORS.tooManyTries, words: { seconds: 30 } });
    expect(selectEntry(now()).password).toBe('Secret1');
    expect(state()).toBe('signedOut');
  });

  it('says after ten seconds that it waits, and can be given up', async () => {
    const { clock, now, send } = await start();
    fill(send);
    clock.increment(REQUEST_PATIENCE_MS);
    expect(selectIsEntryPatient(now())).toBe(true);
    send({ type: 'form.cancel' });
    expect(selectIsEntering(now())).toBe(false);
  });
});
