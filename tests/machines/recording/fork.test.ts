/** A fork continues from a recorded state with its own logic, on a manually advanced clock, and executes no effects. */
import { describe, expect, it, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { createFork, type Fork } from '../../../src/machines/recording/fork.ts';
import { actorName } from '../../../src/machines/recording/opened.ts';
import { NotRestorable } from '../../../src/machines/recording/restoreActors.ts';
import { playConsole, type PlayedConsole } from '../../fakes/playedConsole.ts';

const last = ({ recording }: { recording: { steps: readonly unknown[] } }) => recording.steps.length - 1;
const forkOf = (played: PlayedConsole, step?: number) => {
  const capsule = played.capsule();
  return createFork({ capsule, step: step ?? last(capsule), machines: played.machines });
};
const stateOf = (fork: Fork, name: string) => {
  const { recording, replay } = fork.capsule();
  const moment = replay.momentAt(last({ recording }));
  const number = Object.keys(recording.actors).findLast(
    (one) => actorName(recording, Number(one)) === name && moment.states[one],
  );
  return moment.states[number!]!;
};
const signingIn = {
  type: 'session.signIn',
  credential: { account: 'a@b.example', countryAreaCode: '', password: 'x', keep: true },
};

describe('a fork', () => {
  it('begins as the state was, with nothing of its own yet', async () => {
    const played = (await playConsole()).toPage();
    const fork = forkOf(played);
    for (const name of ['app', 'session', 'navigation', 'fleet', 'connection', 'preferences', 'notices', 'screen'])
      expect(stateOf(fork, name).value, name).toEqual(played.value(name));
    expect(fork.capsule().recording.steps).toEqual([]);
    expect(fork.effects()).toEqual([]);
    expect(fork.now()).toBe(played.capsule().replay.momentAt(last(played.capsule())).at);
    fork.stop();
  });

  it('does at every step what the console did there, and hears nothing at its start', async () => {
    const played = (await playConsole()).toPage();
    const capsule = played.capsule();
    for (let step = 20; step <= last(capsule); step += 3) {
      const fork = createFork({ capsule, step, machines: played.machines });
      expect(fork.capsule().recording.steps).toEqual([]);
      expect(fork.broken()).toBeNull();
      fork.stop();
    }
  });

  it('goes on by the machines own logic, and notes what would be called with what', async () => {
    const fork = forkOf((await playConsole()).toSignIn());
    const changed = vi.fn();
    fork.onChange(changed);
    expect(fork.send('session', signingIn)).toBe(true);
    expect(stateOf(fork, 'session').value).toEqual({ signedOut: 'signingIn' });
    expect(fork.effects()).toContainEqual(
      expect.objectContaining({
        kind: 'call',
        machine: 'session',
        actor: 'session',
        name: 'enter',
        with: { by: 'password', credential: signingIn.credential },
      }),
    );
    expect(changed).toHaveBeenCalledTimes(1);
    const { recording } = fork.capsule();
    const row = recording.steps.find(({ event }) => event.type === 'session.signIn')!;
    expect([actorName(recording, row.actor), row.from, row.took]).toEqual([
      'session',
      null,
      ['session.signedOut.idle:session.signIn:0'],
    ]);
    expect(JSON.stringify(row)).not.toContain('"~"');
    fork.stop();
  });

  it('takes an answer by hand, by number too, and goes through everything that follows', async () => {
    const fork = forkOf((await playConsole()).toSignIn());
    fork.send('session', signingIn);
    const { recording } = fork.capsule();
    const number = Number(Object.keys(recording.actors).find((one) => recording.actors[one]!.systemId === 'session'));
    const enter = Object.values(recording.actors).findLast(({ src }) => src === 'enter')!;
    expect(
      fork.send(number, {
        type: `xstate.done.actor.${enter.id}`,
        actorId: enter.id,
        output: { accessToken: 't', userId: 'u9', keep: true },
      }),
    ).toBe(true);
    expect(stateOf(fork, 'session').value).toBe('loadingUser');
    expect(stateOf(fork, 'session').context).toMatchObject({ userId: 'u9' });
    expect(fork.effects().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['enter', 'keepCredentials', 'loadUser']),
    );
    fork.stop();
  });

  it('arms again the timers that waited, with what was left of them, and calls them off with their state', async () => {
    const played = (await playConsole()).toSignIn();
    played.send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } });
    played.clock.increment(2_000);
    played.send('preferences', { type: 'sidebar.toggle' });
    const fork = forkOf(played);
    const begun = fork.now();
    expect(fork.next()).toBe(begun + 3_000);
    expect(fork.capsule().recording.base.timers).toHaveLength(1);
    fork.advance(2_999);
    expect(stateOf(fork, 'notices').value).toEqual({ shown: 'counting' });
    fork.advance(1);
    expect(stateOf(fork, 'notices').value).toBe('empty');
    expect(fork.next()).toBeNull();
    fork.stop();

    const other = forkOf(played);
    other.send('notices', { type: 'notice.hold' });
    expect(other.next()).toBeNull();
    other.advance(60_000);
    expect(stateOf(other, 'notices').value).toEqual({ shown: 'held' });
    other.send('notices', { type: 'notice.letGo' });
    expect(other.next()).toBe(other.now() + 5_000);
    other.advance('next');
    expect(stateOf(other, 'notices').value).toBe('empty');
    other.stop();
  });

  it('lets timers that follow from timers come at their own times', async () => {
    const played = (await playConsole()).toPage();
    const fork = forkOf(played);
    const begun = fork.now();
    fork.advance(30_000);
    expect(fork.now()).toBe(begun + 30_000);
    const ats = fork
      .capsule()
      .recording.steps.filter(({ event }) => event.type.startsWith('xstate.after.'))
      .map(({ at }) => at);
    expect(ats.length).toBeGreaterThan(0);
    expect(ats).toEqual([...ats].sort((one, next) => one - next));
    expect(ats.every((at) => at > begun && at <= begun + 30_000)).toBe(true);
    fork.stop();
  });

  it('is a capsule that can be forked again, and leaves the one it came from as it was', async () => {
    const played = (await playConsole()).toPage();
    const capsule = played.capsule();
    const before = JSON.stringify(capsule.recording);
    const fork = createFork({ capsule, step: last(capsule), machines: played.machines });
    fork.send('fleet', { type: 'filter.set', filter: 'alarm' });
    fork.send('navigation', { type: 'navigation.go', to: '/nowhere' });
    const middle = fork.capsule();
    const again = createFork({ capsule: middle, step: 0, machines: played.machines });
    expect(stateOf(again, 'fleet').context).toMatchObject({ filter: 'alarm' });
    again.send('fleet', { type: 'filter.set', filter: 'all' });
    expect(stateOf(fork, 'fleet').context).toMatchObject({ filter: 'alarm' });
    expect(JSON.stringify(capsule.recording)).toBe(before);
    expect(played.value('app')).toMatchObject({ page: 'shown' });
    fork.stop();
    again.stop();
  });

  it('says whether somebody lives to hear, and what ended it', async () => {
    const fork = forkOf((await playConsole()).toPage());
    expect([
      fork.send('nobody', { type: 'x' }),
      fork.send(9_999, { type: 'x' }),
      fork.send('__proto__', { type: 'x' }),
    ]).toEqual([false, false, false]);
    expect(fork.send('session', { type: 'nobody knows this' })).toBe(true);
    fork.send('app', { type: 'app.feedBeaten', beat: null } as never);
    expect(fork.broken()).toMatch(/null/u);
    expect(fork.send('session', { type: 'session.askSignOut' })).toBe(false);
    fork.stop();
  });

  it('is refused where the state cannot be stood in', async () => {
    const played = (await playConsole()).toPage();
    const { notices: _, ...fewer } = played.machines;
    const capsule = played.capsule();
    expect(() => createFork({ capsule, step: last(capsule), machines: fewer })).toThrow(NotRestorable);
  });

  it('starts no effect of a machine that is not inert', async () => {
    const played = (await playConsole()).toPage();
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('reached the network'));
    const fork = forkOf(played);
    for (const name of ['session', 'fleet', 'connection', 'navigation', 'preferences', 'screen'] as const) {
      for (const type of [
        'session.refresh',
        'fleet.refresh',
        'credentials.renew',
        'navigation.recount',
        'theme.choose',
        'page.retry',
      ])
        fork.send(name, { type, theme: 'dark' });
    }
    fork.advance(60_000);
    expect(fetch).not.toHaveBeenCalled();
    expect((played.root as AnyActorRef).getSnapshot().status).toBe('active');
    fetch.mockRestore();
    fork.stop();
  });
});
