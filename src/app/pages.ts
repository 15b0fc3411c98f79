/**
 * The pages of the console, by the component name that the server's route table uses. To add one:
 *
 *   1. its machine in src/machines/{page}/, taking PageInput and ignoring PageEvents it has no use for (machines/app/messages.ts);
 *   2. its wiring `wire{Page}(services)` in src/app/wiring/{page}.ts: machine.provide(...);
 *   3. its component `{Page}Page({ screen })` in src/ui/pages/{page}/, `screen: ActorRefFrom<typeof {page}Machine>`;
 *   4. its words in locales/{zhCN,enUS}/{area}.json and a line in src/ui/hooks/words.ts;
 *   5. a line below. All of it is fetched when the page is first opened.
 */
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { PageName } from '../machines/app/messages.ts';
import type { WordArea } from '../ui/hooks/words.ts';
import { SignInPage } from '../ui/pages/signIn/SignInPage.tsx';
import type { Services } from './services.ts';
import { wireSignIn } from './wiring/signIn.ts';

export interface LoadedPage {
  /** Wired; registered under `page.{name}` and started as the child `screen`. */
  machine: AnyStateMachine;
  /** Shows that machine and nothing else. */
  Page: ComponentType<{ screen: AnyActorRef }>;
}
export interface PageEntry {
  /** `bare`: the page has the whole window; else it stands in the shell. */
  frame: 'bare' | 'shell';
  /** Words it needs beside the first ones and, in the shell, the fleet's (words/loadWords.ts). */
  words: readonly WordArea[];
  load(services: Services): Promise<LoadedPage>;
}

/** The component draws the very machine it is loaded with: here, and only here, is that known. */
const page = <Machine extends AnyStateMachine, Screen extends AnyActorRef>(machine: Machine, Page: ComponentType<{ screen: Screen }>): LoadedPage =>
  ({ machine, Page: Page as unknown as LoadedPage['Page'] });

export const pages: Readonly<Record<PageName, PageEntry>> = {
  // In the first chunk, so that nobody waits for a second one to sign in.
  signIn: { frame: 'bare', words: [], load: async (services) => page(wireSignIn(services), SignInPage) },
  home: {
    frame: 'shell', words: ['home'],
    load: async (services) => {
      const [{ wireHome }, { HomePage }] = await Promise.all([import('./wiring/home.ts'), import('../ui/pages/home/HomePage.tsx')]);
      return page(wireHome(services), HomePage);
    },
  },
  robotData: {
    frame: 'shell', words: ['robotData'],
    load: async (services) => {
      const [{ wireRobotData }, { RobotDataPage }] = await Promise.all([import('./wiring/robotData.ts'), import('../ui/pages/robotData/RobotDataPage.tsx')]);
      return page(wireRobotData(services), RobotDataPage);
    },
  },
  noRobot: {
    frame: 'bare', words: ['noRobot', 'routes'],
    load: async (services) => {
      const [{ wireNoRobot }, { NoRobotPage }] = await Promise.all([import('./wiring/noRobot.ts'), import('../ui/pages/noRobot/NoRobotPage.tsx')]);
      return page(wireNoRobot(services), NoRobotPage);
    },
  },
  notFound: {
    frame: 'bare', words: ['notFound', 'routes'],
    load: async () => {
      const [{ notFoundMachine }, { NotFoundPage }] = await Promise.all([import('../machines/notFound/notFound.machine.ts'), import('../ui/pages/notFound/NotFoundPage.tsx')]);
      return page(notFoundMachine, NotFoundPage);
    },
  },
};
