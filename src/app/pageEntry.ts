/** Types of page and overlay entries: their data before the code is loaded, and what the code provides. */
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { PageName } from '../machines/app/events.ts';
import type { LocaleArea } from '../ui/hooks/localeTexts.ts';
import type { Services } from './services.ts';

export interface LoadedPage {
  /** Wired; registered under `page.{name}` and started as the child `screen`. */
  machine: AnyStateMachine;
  /** Renders that machine only. */
  Page: ComponentType<{ screen: AnyActorRef }>;
}
export interface PageEntry {
  /**
   * `bare`: the page fills the window; `shell`: it is inside the shell; `either`: inside the shell while a user is
   * signed in.
   */
  frame: 'bare' | 'shell' | 'either';
  /** Text areas in addition to the first ones and, in the shell, the fleet's (locales/loadLocale.ts). */
  locales: readonly LocaleArea[];
  /** Loads its code, which `load` then has at once. Rejects when a chunk fails to load. */
  fetch(): Promise<unknown>;
  load(services: Services): Promise<LoadedPage>;
}
/**
 * Maps a page's name to its entry; null when there is no such page. Rejects when the chunk of entries fails to load.
 */
export interface Pages {
  readonly names: readonly PageName[];
  find(name: PageName): Promise<PageEntry | null>;
}

/** Receives its machine's actor as the prop named after the overlay. */
export type AsideView = ComponentType<Readonly<Record<string, AnyActorRef>>>;
