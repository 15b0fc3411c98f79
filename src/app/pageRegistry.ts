/**
 * Page data that the first chunk does not need: frame, texts and loader of every page but sign-in. One request, made in
 * parallel with the sign-in request.
 */
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { appMachine } from '../machines/app/app.machine.ts';
import type { Aside, PageName } from '../machines/app/events.ts';
import { learnRules } from './definePage.ts';
import type { LocaleArea } from '../ui/hooks/localeTexts.ts';
import type { AsideView, PageEntry, Pages } from './pageEntry.ts';
import type { Services } from './services.ts';

export { bundledLocales } from './locales/bundledLocales.ts';

const files = import.meta.glob<PageEntry>('./pages/*.page.ts', { eager: true, import: 'page' });
/** By the page's name, which is its file's. */
export const entries: ReadonlyMap<PageName, PageEntry> = new Map(
  Object.entries(files).map(([file, entry]) => [file.slice('./pages/'.length, -'.page.ts'.length), entry]),
);

/** The pages that people open from the first one within seconds. */
const NEAR: readonly PageName[] = ['robotData', 'videoWall'];
/** Loads their code and texts: without it, a robot's camera waits for some forty files first. */
export async function fetchNear(loadTexts: (area: LocaleArea) => Promise<unknown>): Promise<void> {
  for (const name of NEAR) {
    const entry = entries.get(name);
    await Promise.all([entry?.fetch(), ...(entry?.locales ?? []).map(loadTexts)]);
  }
}

interface LoadedAside {
  machine: AnyStateMachine;
  View: AsideView;
}

/** Overlays that can be open above any page. */
export const asides: Readonly<
  Record<Aside, (services: Services, root: ActorRefFrom<typeof appMachine>, pages: Pages) => Promise<LoadedAside>>
> = {
  report: async (services) => {
    const [{ wireReport, ReportDialog }] = await Promise.all([
      import('./recorder/report.ts'),
      import('../ui/styles/later.css'),
      learnRules(services),
    ]);
    return { machine: wireReport(services), View: ReportDialog as unknown as AsideView };
  },
  peek: async (services, root, pages) => {
    const [{ wirePeek, PeekPanel }] = await Promise.all([
      import('./dryRun/dryRun.ts'),
      import('../ui/styles/later.css'),
      learnRules(services),
    ]);
    return { machine: wirePeek(services, root, pages), View: PeekPanel as unknown as AsideView };
  },
};
