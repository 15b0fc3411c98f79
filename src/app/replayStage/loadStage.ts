/**
 * Loads everything that the stage can show before the first moment: every page, its texts in every language, every
 * machine. Afterwards the stage needs no network, and has none.
 */
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { LANGUAGES, type Language } from '../../../contract/entities/constants.ts';
import { loadMachines } from '../../machines/all.ts';
import { restoreActors } from '../../machines/recording/restoreActors.ts';
import type { StageShow } from '../../machines/recording/stageMessages.ts';
import { type Aside, ASIDES, type PageName } from '../../machines/app/events.ts';
import { systemIdOf } from '../../machines/xstateInternals.ts';
import type { AppParts } from '../../ui/hooks/AppContext.ts';
import type { LocaleArea } from '../../ui/hooks/localeTexts.ts';
import type { ShownComponent } from '../createApp.ts';
import { createI18n, type I18n, type LocaleTable } from '../i18n.ts';
import type { AsideView, PageEntry, Pages } from '../pageEntry.ts';
import type { Frame, RootProps } from '../Root.tsx';
import type { Services } from '../services.ts';
import { frozenLive } from './frozenLive.ts';

export interface StageParts {
  pages: Pages;
  /** Text areas in addition to those of the pages. */
  areas: readonly LocaleArea[];
  loadLocale(language: Language, area: LocaleArea): Promise<LocaleTable>;
  loadFrame(): Promise<Frame>;
}
export type StageApp = RootProps['app'];

/** Replaces all services: returns itself for every access and call, and does nothing. */
const NOTHING: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? undefined : NOTHING),
  apply: () => NOTHING,
});

/** Rejects when a chunk fails to load. */
export async function loadStage({ pages, areas, loadLocale, loadFrame }: StageParts) {
  // Every page name has an entry.
  const entries = await Promise.all(
    pages.names.map(async (name) => [name, (await pages.find(name)) as PageEntry] as const),
  );
  const every = [...new Set([...areas, ...entries.flatMap(([, { locales }]) => locales)])];
  const components = new Map<PageName, ShownComponent>();
  const texts = new Map<Language, I18n>();
  const asides = new Map<Aside, AsideView>();
  const [machines, frame, { StopBar }] = await Promise.all([
    loadMachines(),
    loadFrame(),
    import('../../ui/shell/StopBar.tsx'),
    // A lazily loaded part of the sign-in page.
    import('../../ui/pages/signIn/SetUpForm.tsx'),
    // The countries of phone numbers, which forms load lazily.
    import('../../ui/verification/countries.ts').then(({ loadMainCountries }) => loadMainCountries()),
    ...ASIDES.map(async (aside) => {
      const { View } = await (
        await import('../pageRegistry.ts')
      ).asides[aside](NOTHING as Services, NOTHING as AppParts['root'], pages);
      asides.set(aside, View);
    }),
    ...LANGUAGES.map(async (language) => {
      const spoken = createI18n(language, loadLocale);
      await spoken.need(every);
      texts.set(language, spoken);
    }),
    ...entries.map(async ([name, { frame: around, load }]) => {
      // Only its component: the machine loaded with it has real effects.
      const { Page } = await load(NOTHING as Services);
      components.set(name, { Page, frame: around });
    }),
  ]);
  const spokenIn = (language: Language): I18n => {
    const found = texts.get(language);
    if (!found) throw new Error(`no locale texts in ${language}`);
    return found;
  };
  return {
    frame,
    /**
     * @param epoch a new value renders everything from scratch; within one, components of the same actor stay mounted
     * @throws NotRestorable
     */
    stand(show: StageShow, epoch: number, onBroken: (message: string) => void) {
      const { root, refs } = restoreActors({
        moment: show.moment,
        actors: show.actors,
        root: show.root,
        machines: machines as Record<string, AnyStateMachine>,
      });
      for (const [number, ref] of refs) {
        ref.sessionId = `recorded.${epoch}.${number}`;
        // The actor is not started and ignores events; this event is handled for the screen.
        ref.send = ({ type, message }: { type: string; message?: string }) => {
          if (type === 'app.pageBroken') onBroken(message ?? '');
        };
      }
      const context = root.getSnapshot().context as { language?: unknown };
      const theme = (refsBySystem(refs, 'preferences')?.getSnapshot().context as { theme?: unknown } | undefined)
        ?.theme;
      const language = LANGUAGES.find((each) => each === context.language) ?? show.language;
      const app: StageApp = {
        parts: {
          root: root as AppParts['root'],
          texts: spokenIn(language),
          live: frozenLive(show.seen, show.moment.at),
        },
        componentOf: (page) => components.get(page) ?? null,
        asideOf: (aside) => asides.get(aside),
        stopBar: () => StopBar,
      };
      const dark = theme === 'dark' || (theme !== 'light' && show.dark);
      return { app, language, theme: dark ? ('dark' as const) : ('light' as const) };
    },
  };
}
export type Stage = Awaited<ReturnType<typeof loadStage>>;

const refsBySystem = (refs: ReadonlyMap<number, AnyActorRef>, name: string): AnyActorRef | undefined =>
  [...refs.values()].find((ref) => systemIdOf(ref) === name);
