/**
 * A page of the console: `src/app/pages/{name}.page.ts` exports one definition, and pageRegistry.ts finds it by its file
 * name, which is the page's name in the server's route table (contract/pages). To add a page:
 *
 *   1. contract/pages/{name}.ts: path, place in the menu, who may see it; and its line in contract/pages/allPages.ts
 *      (a public page: its path in machines/navigation/routes.ts);
 *   2. src/app/pages/{name}.page.ts: this definition, with the types of its texts;
 *   3. src/machines/{name}/{name}.machine.ts with input PageInput, and its redaction rules in {name}.redaction.ts;
 *   4. src/app/wiring/{name}.ts: machine.provide(...);
 *   5. src/ui/pages/{name}/: the component, which renders that machine only;
 *   6. locales/{zhCN,enUS}/{name}.json, and tests.
 *
 * Routes, menu, machines, charts, redaction and the tests of all pages follow from these files.
 */
import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { LoadedPage, PageEntry } from './pageEntry.ts';
import type { Services } from './services.ts';

interface PageDefinition<Machine extends AnyStateMachine> extends Pick<PageEntry, 'frame' | 'locales'> {
  /** Loads the machine, or the function that wires it. */
  machine(): Promise<Machine | ((services: Services) => Machine)>;
  /** Loads the component, in parallel. */
  component(): Promise<ComponentType<{ screen: ActorRefFrom<Machine> }>>;
  /** The page's styles and its machine's redaction rules are part of the first load. */
  isFirst?: true;
}

const redactionRules = async () => (await import('../machines/recording/redactionRules.ts')).redactionRules;

/** @throws if the chunk fails to load: a page does not start without its redaction rules */
export async function learnRules({ recorder }: Pick<Services, 'recorder'>): Promise<void> {
  recorder.learnRules(await redactionRules());
}

export const definePage = <Machine extends AnyStateMachine>({
  frame,
  locales,
  machine,
  component,
  isFirst,
}: PageDefinition<Machine>): PageEntry => {
  // Also what sign-in and home do without: the other styles, the frame's robot panel, and the redaction rules of the
  // other machines.
  const fetch = () =>
    Promise.all([
      machine(),
      component(),
      !isFirst && redactionRules(),
      !isFirst && import('../ui/styles/later.css'),
      frame === 'shell' && !isFirst && import('../ui/robotPanel/PanelPlace.tsx'),
    ]);
  return {
    frame,
    // Visitors' pages and home keep their first load small: a visitor's page that uses a text of `shared` lists it.
    locales: frame === 'bare' || isFirst ? locales : [...locales, 'shared'],
    fetch,
    async load(services) {
      // The recorder needs the rules of the page's machines before these start.
      const [[wired, Page]] = await Promise.all([fetch(), !isFirst && learnRules(services)]);
      return {
        machine: typeof wired === 'function' ? wired(services) : wired,
        // The definition pairs the component with the machine that its actor runs.
        Page: Page as unknown as LoadedPage['Page'],
      };
    },
  };
};
