/** The members of a robot. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['friends'],
  machine: async () => (await import('../wiring/friends.ts')).wireFriends,
  component: async () => (await import('../../ui/pages/friends/FriendsPage.tsx')).FriendsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    friends: typeof import('../../../locales/zhCN/friends.json');
  }
}
