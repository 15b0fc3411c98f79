/**
 * The pages of the console, by the component name that the server's route table uses. To add one:
 *
 *   1. its machine in src/machines/{page}/, taking PageInput and ignoring PageEvents it has no use for (machines/app/messages.ts), with
 *      what may leave of it in {page}.leaves.ts (machines/capsule/allLeaves.ts) and a line in machines/all.ts;
 *   2. its wiring `wire{Page}(services)` in src/app/wiring/{page}.ts: machine.provide(...);
 *   3. its component `{Page}Page({ screen })` in src/ui/pages/{page}/, `screen: ActorRefFrom<typeof {page}Machine>`;
 *   4. its words in locales/{zhCN,enUS}/{area}.json and a line in src/ui/hooks/words.ts;
 *   5. a line below, and how it is fetched in more.ts.
 */
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { PageName } from '../machines/app/messages.ts';
import type { WordArea } from '../ui/hooks/words.ts';
import { SignInPage } from '../ui/pages/signIn/SignInPage.tsx';
import type { loaders } from './more.ts';
import type { Services } from './services.ts';
import { wireSignIn } from './wiring/signIn.ts';

export interface LoadedPage {
  /** Wired; registered under `page.{name}` and started as the child `screen`. */
  machine: AnyStateMachine;
  /** Shows that machine and nothing else. */
  Page: ComponentType<{ screen: AnyActorRef }>;
}
export interface PageEntry {
  /** `bare`: the page has the whole window; `shell`: it stands in the shell; `either`: in the shell while somebody is signed in. */
  frame: 'bare' | 'shell' | 'either';
  /** Words it needs beside the first ones and, in the shell, the fleet's (words/loadWords.ts). */
  words: readonly WordArea[];
  load(services: Services): Promise<LoadedPage>;
}

const more = (name: keyof typeof loaders, frame: PageEntry['frame'], ...words: WordArea[]): PageEntry =>
  ({ frame, words, load: async (services) => (await import('./more.ts')).loaders[name](services) });

export const pages: Readonly<Record<PageName, PageEntry>> = {
  // In the first chunk, so that nobody waits for a second one to sign in.
  signIn: { frame: 'bare', words: [], load: async (services) => ({ machine: wireSignIn(services), Page: SignInPage as unknown as LoadedPage['Page'] }) },
  signInByCode: more('signInByCode', 'bare', 'verification'),
  signUp: more('signUp', 'bare', 'verification'),
  forgotPassword: more('forgotPassword', 'bare', 'verification', 'routes'),
  home: more('home', 'shell', 'home'),
  robotData: more('robotData', 'shell', 'robotData'),
  userSetting: more('userSetting', 'shell', 'userSetting'),
  friends: more('friends', 'shell', 'friends'),
  noRobot: more('noRobot', 'bare', 'noRobot', 'routes', 'friends'),
  inspector: more('inspector', 'either', 'inspector', 'inspectorStage', 'chart', 'home', 'robotData'),
  agreement: more('agreement', 'bare', 'legal', 'shell', 'routes'),
  privacy: more('privacy', 'bare', 'legal', 'shell', 'routes'),
  outbox: more('outbox', 'shell', 'outbox'),
  accounts: more('accounts', 'shell', 'accounts'),
  audit: more('audit', 'shell', 'audit'),
  setPassword: more('setPassword', 'bare', 'setPassword', 'errors', 'shell'),
  notFound: more('notFound', 'bare', 'notFound', 'routes'),
};
