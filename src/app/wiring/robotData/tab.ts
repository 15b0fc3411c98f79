/** Visibility of this tab, for machines that need video only while somebody can see it. */
import { fromCallback } from 'xstate';
import { type TabSeen, watchTab as watch } from '../../../services/tabVisibility.ts';
import type { RobotNeeds } from './needs.ts';

const TAB = { front: 'tab.front', blurred: 'tab.blurred', hidden: 'tab.hidden' } as const satisfies Record<
  TabSeen,
  string
>;
/** @param needs read when the effect begins */
export const watchTab = (needs: Pick<RobotNeeds, 'browser'>) =>
  fromCallback(({ sendBack }) => watch(needs.browser, (seen) => sendBack({ type: TAB[seen] })));
/** The same, with the server's time. */
export const watchTabInTime = (needs: Pick<RobotNeeds, 'browser' | 'clock'>) =>
  fromCallback(({ sendBack }) => watch(needs.browser, (seen) => sendBack({ type: TAB[seen], at: needs.clock.now() })));
