/**
 * What would follow an event: the live console as it is now, restored a second time with services that reach nothing (forkServices.ts)
 * on a clock that stands still. There the event is sent, and what comes of it is written down.
 */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromPromise,
  type InspectionEvent,
  SimulatedClock,
} from 'xstate';
import { appMachine, pageKey } from '../../machines/app/app.machine.ts';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { valuePaths } from '../../machines/recording/replay.ts';
import type { Aftermath } from '../../machines/peek/explained.ts';
import { interceptEvents, machineOf, parentOf, systemIdOf } from '../../machines/xstateInternals.ts';
import type { Pages } from '../pageEntry.ts';
import type { Services } from '../services.ts';
import { wireNavigation } from '../wiring/navigation.ts';
import { wirePendingStops } from '../wiring/pendingStops.ts';
import { wirePreferences } from '../wiring/preferences.ts';
import { wireSession } from '../wiring/session.ts';
import { forkServices } from './forkServices.ts';
import { payloadText } from './payloadText.ts';

type Root = ActorRefFrom<typeof appMachine>;
export interface AftermathParts {
  root: Root;
  services: Services;
  pages: Pages;
  page: Document;
}
interface Persisted {
  value?: Record<string, unknown>;
  children?: Record<string, { snapshot: Persisted }>;
}
/** Longer lists help nobody; what comes first matters. */
const MOST = 12;
/** Promises that are there already settle within two turns of the loop. */
const TURNS = 2;

/** @throws when the state cannot be restored; the message says why. null: whom it is sent to is not part of the fork. */
export async function simulateEvent(
  { root, services, pages, page }: AftermathParts,
  target: AnyActorRef,
  event: AnyEventObject,
): Promise<Aftermath | null> {
  const way = wayTo(target);
  const persisted = withoutPeek(root.getPersistedSnapshot() as unknown as Persisted);
  const shown = selectPage(root.getSnapshot());
  let isNoting = false;
  const calls: { path: string; fields: readonly string[] }[] = [];
  const messages: { topic: string; payload: string | null }[] = [];
  const effects: string[] = [];
  const told: { actor: string; event: string }[] = [];
  const forked = await forkServices(services, page, {
    call: (path, fields) => void (isNoting && calls.push({ path, fields })),
    message: (topic, payload) =>
      void (isNoting && messages.push({ topic, payload: payload === null ? null : payloadText(payload) })),
  });
  const fork: AnyActorRef = createActor(await wiredRoot(forked, pages, shown?.page ?? null, persisted), {
    systemId: 'app',
    clock: new SimulatedClock(),
    snapshot: persisted as never,
    input: undefined as never,
    inspect: (seen) => {
      if (isNoting) note(seen, effects, told);
    },
  });
  let failed: unknown = null;
  fork.subscribe({
    error: (error: unknown) => {
      failed = error;
    },
  });
  // At its start an actor tells its parent its snapshot again: that was heard when it was so.
  interceptEvents(fork.system, (sent, deliver) => {
    if (isNoting || !sent.event.type.startsWith('xstate.snapshot.')) deliver();
  });
  fork.start();
  try {
    await turns();
    const twin = found(fork, way);
    if (!twin) return null;
    isNoting = true;
    twin.send(event);
    await turns();
    isNoting = false;
    if (failed !== null) throw failed;
    return {
      state: statesOf(twin.getSnapshot()),
      calls: calls.slice(0, MOST),
      messages: messages.slice(0, MOST),
      effects: [...new Set(effects)].slice(0, MOST),
      told: told.slice(0, MOST),
    };
  } finally {
    isNoting = false;
    fork.stop();
  }
}

/** Active states by name: `asks, target.none`. Empty for what is no state machine. */
export function statesOf(snapshot: unknown): string {
  const { value, status } = snapshot as { value?: Parameters<typeof valuePaths>[0]; status: string };
  if (value === undefined) return '';
  // That peek itself is on is no news.
  return status === 'active'
    ? valuePaths(value)
        .filter((path) => !path.startsWith('peek.'))
        .join(', ')
    : status;
}
/** As a person looks for it: its name in the system, else its place. */
export const actorNameOf = (ref: AnyActorRef): string => systemIdOf(ref) ?? wayTo(ref).join(' / ');

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void setTimeout(resolve));
};
/** The ids of its ancestors below the root, and its own. */
function wayTo(ref: AnyActorRef): string[] {
  const parent = parentOf(ref);
  return parent ? [...wayTo(parent), ref.id] : [];
}
const found = (root: AnyActorRef, way: readonly string[]): AnyActorRef | undefined =>
  way.reduce<AnyActorRef | undefined>(
    (at, id) =>
      (at?.getSnapshot() as { children?: Record<string, AnyActorRef | undefined> } | undefined)?.children?.[id],
    root,
  );

function withoutPeek(persisted: Persisted): Persisted {
  const { peek: _, ...children } = persisted.children ?? {};
  return effectsFirst({ ...persisted, value: { ...persisted.value, peek: 'off' }, children });
}
/** Some machines' effects know what the effects of their parent have learnt (the terms of a robot's link): those are started before them. */
function effectsFirst(persisted: Persisted): Persisted {
  const children = Object.entries(persisted.children ?? {});
  const isEffect = ([, { snapshot }]: (typeof children)[number]): boolean => snapshot.value === undefined;
  const ordered = [...children.filter(isEffect), ...children.filter((child) => !isEffect(child))];
  return {
    ...persisted,
    children: Object.fromEntries(
      ordered.map(([id, child]) => [id, { ...child, snapshot: effectsFirst(child.snapshot) }]),
    ),
  };
}

function note(seen: InspectionEvent, effects: string[], told: { actor: string; event: string }[]): void {
  const source = 'sourceRef' in seen ? (seen.sourceRef as AnyActorRef | undefined) : undefined;
  if (seen.type === '@xstate.action') {
    // Without a name it is a machine's own bookkeeping.
    if (!seen.action.type.startsWith('xstate.') && !seen.action.type.startsWith('(')) effects.push(seen.action.type);
  } else if (seen.type === '@xstate.actor') {
    const ref = seen.actorRef as AnyActorRef;
    if (!machineOf(ref) && typeof ref.src === 'string') effects.push(ref.src);
  } else if (seen.type === '@xstate.event' && machineOf(source) && !seen.event.type.startsWith('xstate.')) {
    told.push({ actor: actorNameOf(seen.actorRef as AnyActorRef), event: seen.event.type });
  }
}

/** The root as createApp wires it, without anything to load: a chunk that is wanted never comes, and shows by its name. */
async function wiredRoot(
  services: Services,
  pages: AftermathParts['pages'],
  page: string | null,
  { children = {} }: Persisted,
) {
  const never = fromPromise<void>(() => new Promise<void>(() => {}));
  const entry = page === null || !('screen' in children) ? null : await pages.find(page);
  const actors: Record<string, AnyActorLogic> = {};
  if (page !== null && entry) actors[pageKey(page)] = (await entry.load(services)).machine;
  if ('connection' in children) {
    const { wireConnection, wireFleet, wireFrame } = await import('../authenticatedServices.ts');
    Object.assign(actors, {
      connection: wireConnection(services),
      fleet: wireFleet(services),
      frame: wireFrame(services),
    });
  }
  if ('report' in children) actors['report'] = (await import('../recorder/report.ts')).wireReport(services);
  return appMachine.provide({
    actors: {
      ...actors,
      session: wireSession(services),
      navigation: wireNavigation(services),
      preferences: wirePreferences(services),
      pendingStops: wirePendingStops(services, () => new Promise<void>(() => {})),
      loadPresence: never,
      loadAside: never as never,
      loadPage: never as never,
    } as never,
    actions: { logError: () => {}, speak: () => {} },
  });
}
