import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { siteFormMachine } from './siteForm.machine.ts';
import type { sitesMachine } from './sites.machine.ts';

export type SitesRef = ActorRefFrom<typeof sitesMachine>;
export type SiteFormRef = ActorRefFrom<typeof siteFormMachine>;

type Snapshot = SnapshotFrom<typeof sitesMachine>;

export const selectSites = ({ context }: Snapshot) => context;
/** The chosen site; null while there is none. */
export const selectSite = ({ context: { rows, siteId } }: Snapshot) => rows.find(({ id }) => id === siteId) ?? null;
/** Whether the URL names a site; otherwise the first one is shown. */
export const selectIsChosen = ({ context: { query } }: Snapshot): boolean => (query['site'] ?? '') !== '';
/** The editor; null when it is closed. */
export const selectSiteForm = ({ children }: Snapshot) => children.form ?? null;
/** The test that waits for its result; null otherwise. */
export const selectTesting = (snapshot: Snapshot) => {
  const { task } = snapshot.context;
  return snapshot.hasTag('acting') && task?.act.startsWith('test') ? task : null;
};
