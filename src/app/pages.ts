/**
 * The pages of the console, by the component name that the server's route table uses. The first chunk contains the names
 * and sign-in; the other pages come with pageRegistry.ts. definePage.ts says how to add one.
 */
import { SignInPage } from '../ui/pages/signIn/SignInPage.tsx';
import type { LoadedPage, PageEntry, Pages } from './pageEntry.ts';
import { wireSignIn } from './wiring/signIn.ts';

/** Names of the files in pages/, inlined by Vite (scripts/pageNames.ts). */
declare const __PAGES__: readonly string[];

// In the first chunk, so that sign-in needs only one.
const signIn: PageEntry = {
  frame: 'bare',
  locales: [],
  fetch: async () => undefined,
  load: async (services) => ({ machine: wireSignIn(services), Page: SignInPage as unknown as LoadedPage['Page'] }),
};

export const pages: Pages = {
  names: ['signIn', ...__PAGES__],
  async find(name) {
    return name === 'signIn' ? signIn : ((await import('./pageRegistry.ts')).entries.get(name) ?? null);
  },
};
