/** The recorder on the whole console: what it records matches the actual states and restores to them. */
import { createActor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appMachine, pageKey } from '../../../src/machines/app/app.machine.ts';
import { persistedAt } from '../../../src/machines/recording/persisted.ts';
import { createReplay, rootOf, treeAt } from '../../../src/machines/recording/replay.ts';
import { connectionMachine } from '../../../src/machines/connection/connection.machine.ts';
import { fleetMachine } from '../../../src/machines/fleet/fleet.machine.ts';
import { homeMachine } from '../../../src/machines/home/home.machine.ts';
import { type LoopbackBroker, loopbackBroker } from '../../fakes/loopbackBroker.ts';
import { recordedConsole } from '../../fakes/recordedConsole.ts';
import { robotOf } from '../../ui/robotOf.ts';

let broker: LoopbackBroker;
beforeEach(async () => {
  broker = await loopbackBroker();
});
afterEach(() => broker.close());
describe('what was recorded', () => {
  it('comes back as the state that was', async () => {
    const { console, recorder } = await recordedConsole(broker);
    const recording = recorder.recording();
    const { momentAt, length } = createReplay(recording);
    const root = rootOf(recording)!;
    const machine = appMachine.provide({
      actors: { connection: connectionMachine, fleet: fleetMachine, [pageKey('home')]: homeMachine } as never,
    });
    const stood = createActor(machine, {
      systemId: 'app',
      snapshot: persistedAt(momentAt(length - 1), recording.actors, root),
    } as never);

    expect(stood.getSnapshot().value).toEqual(console.root.getSnapshot().value);
    for (const name of ['session', 'navigation', 'connection', 'fleet', 'preferences', 'notices', 'screen']) {
      const live = console.child(name)!.getSnapshot() as { value: unknown };
      const back = (stood.system.get(name as never) as { getSnapshot(): { value: unknown } }).getSnapshot();
      expect(back.value, name).toEqual(live.value);
    }
    const fleet = stood.system.get('fleet') as { getSnapshot(): { context: { robots: object } } };
    expect(fleet.getSnapshot().context.robots).toMatchObject({
      A: { robotNickName: robotOf({ serialNumber: 'A' }).robotNickName, live: { battery: robotOf().live.battery } },
    });
    console.app.stop();
  });

  it('names causes before what they caused, and who sent what', async () => {
    const { console, recorder } = await recordedConsole(broker);
    const { actors, steps } = recorder.recording();
    const row = (type: string) => steps.find((step) => step.event.type === type)!;
    const nameOf = (number: number | null) =>
      number === null ? null : (actors[number]?.systemId ?? actors[number]?.id);
    expect(nameOf(row('app.pageWanted').actor)).toBe('app');
    expect(nameOf(row('app.pageWanted').from)).toBe('navigation');
    const told = steps.findLast((step) => step.event.type === 'app.accessChanged')!;
    expect(nameOf(told.from)).toBe('session');
    expect(steps.indexOf(row('session.signIn'))).toBeLessThan(steps.indexOf(told));
    expect(row('session.signIn').took).toEqual(['session.signedOut.idle:session.signIn:0']);
    const moment = createReplay(recorder.recording()).momentAt(steps.length);
    expect(treeAt(moment, actors, rootOf({ actors })!).map(({ number }) => nameOf(number))).toEqual(
      expect.arrayContaining(['app', 'session', 'screen', 'fleet', 'account']),
    );
    console.app.stop();
  });

  it('keeps no secret that passed through', async () => {
    const { console, recorder } = await recordedConsole(broker);
    const text = JSON.stringify(recorder.recording());
    for (const secret of ['Roundhouse1', 'lin@hotel.example', 'token-1', btoa('Roundhouse1')])
      expect(text).not.toContain(secret);
    console.app.stop();
  });
});
