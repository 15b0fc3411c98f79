/**
 * The pages of the console, by the component name that the server's route table uses. The first chunk knows their names and sign-in; the
 * rest of them comes with more.ts. To add one:
 *
 *   1. its machine in src/machines/{page}/, taking PageInput and ignoring PageEvents it has no use for (machines/app/messages.ts), with
 *      what may leave of it in {page}.leaves.ts (machines/capsule/allLeaves.ts) and a line in machines/all.ts;
 *   2. its wiring `wire{Page}(services)` in src/app/wiring/{page}.ts: machine.provide(...);
 *   3. its component `{Page}Page({ screen })` in src/ui/pages/{page}/, `screen: {Page}Ref` of {page}.selectors.ts;
 *   4. its words in locales/{zhCN,enUS}/{area}.json and a line in src/ui/hooks/words.ts;
 *   5. its name below, and its frame, its words and how it is fetched in more.ts.
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
  /** `bare`: the page has the whole window; `shell`: it stands in the shell; `either`: in the shell while somebody is signed in. */
  frame: 'bare' | 'shell' | 'either';
  /** Words it needs beside the first ones and, in the shell, the fleet's (words/loadWords.ts). */
  words: readonly WordArea[];
  load(services: Services): Promise<LoadedPage>;
}

/** A page's name leads to its entry; null where there is no such page. Rejects when the chunk of entries does not come. */
export interface Pages {
  readonly names: readonly PageName[];
  find(name: PageName): Promise<PageEntry | null>;
}

const LATER = [
  'signInByCode',
  'qrSignIn',
  'signUp',
  'forgotPassword',
  'home',
  'robotData',
  'userSetting',
  'friends',
  'cruiseRoutes',
  'mapEditor',
  'maps',
  'pointLabels',
  'noRobot',
  'inspector',
  'agreement',
  'privacy',
  'outbox',
  'accounts',
  'keys',
  'offlineRobots',
  'audit',
  'setPassword',
  'changelog',
  'cruiseRecord',
  'inquiry',
  'inquiries',
  'weather',
  'phoneVerificationCode',
  't2SignOut',
  'voice',
  'notFound',
] as const;
export type LaterPage = (typeof LATER)[number];
const isLater = (name: PageName): name is LaterPage => LATER.some((each) => each === name);

// In the first chunk, so that nobody waits for a second one to sign in.
const signIn: PageEntry = {
  frame: 'bare',
  words: [],
  load: async (services) => ({ machine: wireSignIn(services), Page: SignInPage as unknown as LoadedPage['Page'] }),
};

export const pages: Pages = {
  names: ['signIn', ...LATER],
  async find(name) {
    if (name === 'signIn') return signIn;
    return isLater(name) ? (await import('./more.ts')).entries[name] : null;
  },
};
