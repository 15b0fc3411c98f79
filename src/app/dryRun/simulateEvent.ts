/**
 * Simulates an event: the live console's state is restored in a second system with inert services (forkServices.ts) and
 * a frozen clock. The event is sent there, and its effects are logged.
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
/** Limit of the lists; the first entries matter. */
const MOST = 12;
/** Promises that are already resolved settle within two turns of the event loop. */
const TURNS = 2;

/** @throws when the state cannot be restored; the message says why. null: the receiver is not part of the fork. */
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
  // On start, a restored actor reports its snapshot to its parent again. The event is dropped, because it was already
  // received.
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

/** Active states by name: `asks, target.none`. Empty when it is not a state machine. */
export function statesOf(snapshot: unknown): string {
  const { value, status } = snapshot as { value?: Parameters<typeof valuePaths>[0]; status: string };
  if (value === undefined) return '';
  // The state of the dry run itself is left out.
  return status === 'active'
    ? valuePaths(value)
        .filter((path) => !path.startsWith('peek.'))
        .join(', ')
    : status;
}
/** Its systemId, else its path. */
export const actorNameOf = (ref: AnyActorRef): string => systemIdOf(ref) ?? wayTo(ref).join(' / ');

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void setTimeout(resolve));
};
/** The ids of its ancestors below the root, followed by its own. */
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
/**
 * Some effects depend on data of their parent's effects (the terms of a robot's connection), so those are started
 * first.
 */
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
    // An unnamed action is internal to the machine.
    if (!seen.action.type.startsWith('xstate.') && !seen.action.type.startsWith('(')) effects.push(seen.action.type);
  } else if (seen.type === '@xstate.actor') {
    const ref = seen.actorRef as AnyActorRef;
    if (!machineOf(ref) && typeof ref.src === 'string') effects.push(ref.src);
  } else if (seen.type === '@xstate.event' && machineOf(source) && !seen.event.type.startsWith('xstate.')) {
    told.push({ actor: actorNameOf(seen.actorRef as AnyActorRef), event: seen.event.type });
  }
}

/**
 * The root as createApp wires it, without chunk loading: a chunk to be loaded stays pending and is reported by its
 * name.
 */
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
    const { wireAlarms, wireCalls, wireConnection, wireFleet, wireFrame } = await import('../authenticatedServices.ts');
    Object.assign(actors, {
      connection: wireConnection(services),
      fleet: wireFleet(services),
      frame: wireFrame(services),
      alarms: wireAlarms(services),
      calls: wireCalls(services),
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
