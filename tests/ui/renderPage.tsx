/**
 * Renders a page in jsdom as the console does: its real component and machine, the machine's services replaced by the test,
 * beside siblings that record the events they receive, with the real texts. Everything ends with the test.
 *
 *   const { toldTo } = await renderPage(AuditPage, auditMachine.provide({ actors: { loadList } }), { user: userOf() });
 */
import { act, fireEvent, render } from '@testing-library/react';
import type { ComponentType, ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromTransition,
  setup,
  type SimulatedClock,
} from 'xstate';
import type { PageInput, SiblingName } from '../../src/machines/app/events.ts';
import type { Live } from '../../src/machines/live.ts';
import { preferencesMachine } from '../../src/machines/preferences/preferences.machine.ts';
import { AppContext, type AppParts } from '../../src/ui/hooks/AppContext.ts';
import { settle } from '../fakes/settle.ts';
import { textsOf } from './withTexts.tsx';

export interface RenderInAppOptions extends Partial<Pick<PageInput, 'language'>> {
  /** Of the window, px: below 992 the page is the phone's. */
  readonly width?: number;
  /** The server's clock, ms. */
  readonly now?: () => number;
  readonly live?: Partial<Live>;
  /** A clock for the timers of the machines. */
  readonly clock?: SimulatedClock;
  /** Siblings with a fixed context, which record their events too: the fleet of a page that shows robots. */
  readonly contexts?: { readonly [Name in SiblingName]?: object };
  /** Siblings that are real machines. */
  readonly siblings?: { readonly [Name in SiblingName]?: AnyActorLogic };
}
export type RenderPageOptions = RenderInAppOptions & Partial<PageInput>;

const RECORDING: readonly SiblingName[] = ['app', 'session', 'navigation', 'notices', 'frame'];

function stubBrowser(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
}

function startRoot(
  { language = 'enUS', width = 1_440, clock, contexts = {}, siblings = {} }: RenderInAppOptions,
  screen: { readonly logic: AnyActorLogic; readonly input: PageInput } | null,
) {
  const told: { readonly to: string; readonly event: AnyEventObject }[] = [];
  const recorder = fromCallback<AnyEventObject, { name: string }>(({ input, receive }) =>
    receive((event) => void told.push({ to: input.name, event })),
  );
  const withContext = (name: string, context: object): AnyActorLogic =>
    fromTransition((state: object, event: AnyEventObject) => {
      told.push({ to: name, event });
      return state;
    }, context);
  const beside: Record<string, AnyActorLogic> = {
    ...Object.fromEntries(Object.entries(contexts).map(([name, context]) => [name, withContext(name, context)])),
    ...siblings,
  };
  const actors: Record<string, AnyActorLogic> = {
    recorder,
    preferences: preferencesMachine.provide({ actions: { keep: () => {} } }),
    ...beside,
    ...(screen ? { screen: screen.logic } : {}),
  };
  const root = createActor(
    setup({ actors }).createMachine({
      // `setup` cannot type actors whose names are only known at run time.
      invoke: [
        ...RECORDING.filter((name) => !(name in beside)).map((name) => ({ src: 'recorder', name, input: { name } })),
        ...Object.keys(beside).map((name) => ({ src: name, name, input: undefined })),
        {
          src: 'preferences',
          name: 'preferences',
          input: {
            language,
            theme: 'system',
            sidebarOpen: true,
            panelOpen: true,
            panelNarrow: false,
            viewOrder: [],
            stickSide: 'right',
            size: 'medium',
          },
        },
        ...(screen ? [{ src: 'screen', name: 'screen', input: screen.input }] : []),
      ].map(({ name, ...invoked }) => ({ ...invoked, id: name, systemId: name })) as never,
    }),
    clock ? { clock } : {},
  ).start();
  const actor = (name: string): AnyActorRef => root.system.get(name as never);
  actor('preferences').send({ type: 'layout.measured', width });
  return { root, told, actor };
}

async function mount(
  started: ReturnType<typeof startRoot>,
  element: ReactElement,
  { language = 'enUS', now = Date.now, live = {} }: RenderInAppOptions,
) {
  const { root, told } = started;
  stubBrowser();
  const texts = await textsOf(language);
  // Nothing else of these is read by what is rendered.
  const parts = { root, live: { now, ...live }, texts } as unknown as AppParts;
  const inApp = (shown: ReactElement) => <AppContext value={parts}>{shown}</AppContext>;
  const rendered = await act(async () => {
    const made = render(inApp(element));
    await settle();
    return made;
  });
  onTestFinished(() => {
    rendered.unmount();
    root.stop();
    vi.unstubAllGlobals();
  });
  /** Does something and lets its promises settle. */
  const after = async (happening: () => unknown): Promise<void> => {
    await act(async () => {
      await happening();
      await settle();
    });
  };
  return {
    ...rendered,
    again: (next: ReactElement) => rendered.rerender(inApp(next)),
    /** The events that siblings received, oldest first. */
    told: () => told.map(({ event }) => event),
    toldTo: (name: SiblingName): AnyEventObject[] => told.flatMap(({ to, event }) => (to === name ? [event] : [])),
    after,
    press: (element: Element) => after(() => fireEvent.click(element)),
  };
}

/** Renders a component that uses texts, preferences, the clock or siblings, but no machine of a page. */
export const renderInApp = (element: ReactElement, options: RenderInAppOptions = {}) =>
  mount(startRoot(options, null), element, options);

export async function renderPage<Machine extends AnyStateMachine>(
  Page: ComponentType<{ readonly screen: ActorRefFrom<NoInfer<Machine>> }>,
  machine: Machine,
  { page = machine.id, params = {}, query = {}, user = null, serialNumber = '', ...options }: RenderPageOptions = {},
) {
  const { language = 'enUS' } = options;
  const started = startRoot(options, {
    logic: machine,
    input: { page, params, query, user, serialNumber, language },
  });
  const screen = started.actor('screen') as ActorRefFrom<Machine>;
  return { ...(await mount(started, <Page screen={screen} />, options)), screen };
}
