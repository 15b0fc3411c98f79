/**
 * The pages of the console, by the component name that the server's route table uses. The first chunk contains the
 * names and sign-in; the other pages come with pageRegistry.ts. To add one:
 *
 *   1. its machine in src/machines/{page}/, with input PageInput, ignoring PageEvents it does not need
 *      (machines/app/events.ts), its redaction rules in {page}.redaction.ts (machines/recording/redactionRules.ts) and
 *      a line in machines/all.ts;
 *   2. its wiring `wire{Page}(services)` in src/app/wiring/{page}.ts: machine.provide(...);
 *   3. its component `{Page}Page({ screen })` in src/ui/pages/{page}/, `screen: {Page}Ref` of {page}.selectors.ts;
 *   4. its texts in locales/{zhCN,enUS}/{area}.json and a line in src/ui/hooks/words.ts;
 *   5. its name in pageEntry.ts, and its frame, its text areas and its loader in pageRegistry.ts.
 */
import type { PageName } from '../machines/app/events.ts';
import { SignInPage } from '../ui/pages/signIn/SignInPage.tsx';
import { LATER_PAGES, type LaterPage, type LoadedPage, type PageEntry, type Pages } from './pageEntry.ts';
import { wireSignIn } from './wiring/signIn.ts';

const isLater = (name: PageName): name is LaterPage => LATER_PAGES.some((each) => each === name);

// In the first chunk, so that sign-in needs only one.
const signIn: PageEntry = {
  frame: 'bare',
  words: [],
  load: async (services) => ({ machine: wireSignIn(services), Page: SignInPage as unknown as LoadedPage['Page'] }),
};

export const pages: Pages = {
  names: ['signIn', ...LATER_PAGES],
  async find(name) {
    if (name === 'signIn') return signIn;
    return isLater(name) ? (await import('./pageRegistry.ts')).entries[name] : null;
  },
};
