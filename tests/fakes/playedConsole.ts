/**
 * The whole console as its machines alone, played by a test: every effect is inert, the test gives its promises their answers, and
 * all of it is recorded. No network, no screen, a clock that only the test moves.
 */
import { type AnyActorRef, type AnyEventObject, type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import type { AsyncRoute } from '../../contract/entities/user.ts';
import { loadMachines } from '../../src/machines/all.ts';
import { redactionRules } from '../../src/machines/recording/redactionRules.ts';
import { createEffectFree } from '../../src/machines/recording/effectFree.ts';
import type { RedactionRules } from '../../src/machines/recording/redaction.ts';
import { opened } from '../../src/machines/recording/opened.ts';
import { createRecorder } from '../../src/machines/recording/recorder.ts';
import { transitionName } from '../../src/machines/recording/transitions.ts';
import { replayIssuesOf } from '../../src/machines/recording/replayIssues.ts';
import { sendFrom, stampScheduledEvents } from '../../src/machines/xstateInternals.ts';
import { NOW, robotOf } from '../ui/robotOf.ts';
import { HEAD } from './recordedConsole.ts';
import { TABLE, userOf } from './startSession.ts';

const SITE = { id: 'harbour', name: 'Harbour Hotel', timeZone: 'Asia/Shanghai', floors: [], demo: true };

export async function playConsole({
  at = '/home',
  leaves = redactionRules,
  pages,
}: { at?: string; leaves?: Readonly<Record<string, RedactionRules>>; pages?: readonly string[] } = {}) {
  const machines = await loadMachines();
  const clock = new SimulatedClock();
  const now = (): number => NOW + clock.now();
  const recorder = createRecorder({ now, wall: now, leaves, transitionId: transitionName });
  const machine = createEffectFree(machines, () => {})(machines['app'] as AnyStateMachine);
  const [path = '/', search = ''] = at.split('?');
  const root = createActor(machine, {
    id: 'app',
    systemId: 'app',
    clock,
    inspect: (seen) => recorder.observe(seen),
    input: {
      navigation: {
        path,
        search: search && `?${search}`,
        knownPages: pages ?? ['signIn', 'home', 'robotData', 'noRobot', 'notFound'],
      },
      serialNumber: 'A',
      view: 'all',
      preferences: {
        language: 'enUS',
        theme: 'system',
        sidebarOpen: true,
        panelOpen: true,
        panelNarrow: false,
        viewOrder: [],
        stickSide: 'right',
      },
    } as never,
  }) as AnyActorRef;
  // XState notes of a timer the wall's time, which goes on while a test does: here it is the test's own.
  stampScheduledEvents(root.system, now);
  root.start();

  const actor = (name: string): AnyActorRef => {
    const found = name === 'app' ? root : (root.system.get(name as never) as AnyActorRef | undefined);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const children = (ref: AnyActorRef) =>
    Object.values((ref.getSnapshot() as { children: Record<string, AnyActorRef> }).children);
  const childOf = (ref: AnyActorRef, src: string): AnyActorRef => {
    const found = children(ref).find((child) => (child as { src?: unknown }).src === src);
    if (!found) throw new Error(`${(ref as { id: string }).id} has started no ${src}`);
    return found;
  };
  const console = {
    root,
    clock,
    machines,
    actor,
    send: (name: string, event: AnyEventObject) => (actor(name).send(event), console),
    /** Gives what an actor has asked for under a name. */
    answer: (name: string, src: string, output: unknown) => console.answerTo(actor(name), src, output),
    answerTo(ref: AnyActorRef, src: string, output: unknown) {
      const child = childOf(ref, src);
      // As XState says it: with the promise itself as the sender.
      sendFrom(child, ref, { type: `xstate.done.actor.${child.id}`, output, actorId: child.id });
      return console;
    },
    refuse(name: string, src: string, error: unknown) {
      const ref = actor(name);
      const child = childOf(ref, src);
      sendFrom(child, ref, { type: `xstate.error.actor.${child.id}`, error, actorId: child.id });
      return console;
    },
    child: (name: string, src: string) => childOf(actor(name), src),
    named: (ref: AnyActorRef, id: string): AnyActorRef => {
      const found = children(ref).find((child) => (child as { id: string }).id === id);
      if (!found) throw new Error(`there is no ${id}`);
      return found;
    },
    /** Nobody is signed in: the sign-in page. */
    toSignIn: () => console.answer('session', 'restore', null).answer('app', 'loadPage', undefined),
    /** Signed in, with two robots, on the page that was asked for. */
    toPage(robotCount = 2, routes: readonly AsyncRoute[] = TABLE) {
      console
        .answer('session', 'restore', { userId: 'u1' })
        .answer('session', 'loadUser', { user: userOf(), routes, robotCount });
      console.answer('app', 'loadPresence', undefined);
      console.answer('fleet', 'load', {
        serverTime: NOW,
        robots: [robotOf({ serialNumber: 'A' }), robotOf({ serialNumber: 'B' })],
        sites: [SITE],
      });
      return console.answer('app', 'loadPage', undefined);
    },
    beat: (beat: number, robots = [robotOf({ serialNumber: 'A' }).live]) =>
      console.send('app', {
        type: 'app.feedBeaten',
        beat: { time: NOW + clock.now(), beat, broker: 'ok', robots, heard: {} },
      }),
    value: (name: string): unknown => (actor(name).getSnapshot() as { value: unknown }).value,
    capsule() {
      const recording = recorder.recording();
      return opened(HEAD, recording, replayIssuesOf(recording, machines));
    },
  };
  return console;
}
export type PlayedConsole = Awaited<ReturnType<typeof playConsole>>;
