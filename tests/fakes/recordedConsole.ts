/**
 * The whole console, recorded from the start: signed in, on the home page, with fleet updates running. Needs a loopback
 * broker.
 */
import { expect, vi } from 'vitest';
import { redactionRules } from '../../src/machines/recording/redactionRules.ts';
import { RECORDING_FORMAT, RECORDING_VERSION, type RecordingHead } from '../../src/machines/recording/format.ts';
import { createRecorder } from '../../src/machines/recording/recorder.ts';
import { transitionName } from '../../src/machines/recording/transitions.ts';
import { robotOf } from '../ui/robotOf.ts';
import type { LoopbackBroker } from './loopbackBroker.ts';
import { startApp } from './startApp.ts';

export const HEAD: RecordingHead = {
  format: RECORDING_FORMAT,
  version: RECORDING_VERSION,
  build: '1.0.0',
  sentence: 'the map stands still',
  takenAt: 1_780_000_000_000,
  page: 'home',
  language: 'enUS',
  width: 1280,
  height: 800,
  dark: false,
};
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 4_000, interval: 10 });

export async function recordedConsole(broker: LoopbackBroker) {
  const recorder = createRecorder({ now: Date.now, leaves: redactionRules, transitionId: transitionName });
  const console = startApp(broker, { at: '/home', inspect: (seen) => recorder.observe(seen) });
  console.app.start();
  await soon(() => expect(console.page()).toBe('signIn'));
  console.signIn();
  await soon(() => expect(console.page()).toBe('home'));
  await soon(async () => {
    await console.beat({ robots: [robotOf({ serialNumber: 'A' }).live] });
    expect(console.child('fleet')?.getSnapshot()).toMatchObject({ value: { ready: 'fresh' } });
  });
  return { console, recorder };
}
