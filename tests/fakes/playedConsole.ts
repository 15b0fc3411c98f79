/**
 * The whole console as state machines only, driven by a test and recorded: effects do nothing, and the test supplies
 * the results of promises. No network, no screen, and a simulated clock.
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
        size: 'medium',
      },
    } as never,
  }) as AnyActorRef;
  // XState stamps timers with the wall-clock time, which continues during a test: replaced by the test's clock.
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
    /** Resolves the promise that an actor invoked under this name. */
    answer: (name: string, src: string, output: unknown) => console.answerTo(actor(name), src, output),
    answerTo(ref: AnyActorRef, src: string, output: unknown) {
      const child = childOf(ref, src);
      // As XState does: with the promise actor as the sender.
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
    /** Signed out: the sign-in page. */
    toSignIn: () => console.answer('session', 'restore', null).answer('app', 'loadPage', undefined),
    /** Signed in, by default with two robots, on the requested page. */
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
