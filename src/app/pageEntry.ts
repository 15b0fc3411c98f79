/** What describes a page or an overlay before its code is loaded, and what its code brings. The pages themselves: pages.ts and pageRegistry.ts. */
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { PageName } from '../machines/app/events.ts';
import type { WordArea } from '../ui/hooks/words.ts';
import type { Services } from './services.ts';

export interface LoadedPage {
  /** Wired; registered under `page.{name}` and started as the child `screen`. */
  machine: AnyStateMachine;
  /** Shows that machine and nothing else. */
  Page: ComponentType<{ screen: AnyActorRef }>;
}
export interface PageEntry {
  /** `bare`: the page has the whole window; `shell`: it is inside the shell; `either`: in the shell while somebody is signed in. */
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

/** The pages whose code comes later than the first chunk: all but sign-in. */
export const LATER_PAGES = [
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
export type LaterPage = (typeof LATER_PAGES)[number];

/** Its machine's actor comes under the aside's own name. */
export type AsideView = ComponentType<Readonly<Record<string, AnyActorRef>>>;
