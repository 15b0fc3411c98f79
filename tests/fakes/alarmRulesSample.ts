/** The rules of a robot as the page of alarm rules loads them. */
import { fromPromise } from 'xstate';
import type { LoadedRules } from '../../src/machines/alarmRules/alarmRules.machine.ts';

const RULES_ROBOT = 'S2-1';

/** A role that one contact has. */
export const sampleRole = (id: string, roleName: string, contacts = 1): LoadedRules['roles'][number] => ({
  id,
  roleName,
  serialNumber: RULES_ROBOT,
  contacts,
  rules: 0,
  revision: 0,
});

/** The page's effect `loadRules`: nothing is kept as a draft. */
export const rulesLoader = (loaded: Pick<LoadedRules, 'rules'> & Partial<LoadedRules>) =>
  fromPromise<LoadedRules>(async () => ({
    serialNumber: RULES_ROBOT,
    revision: 1,
    notifies: true,
    roles: [],
    contacts: [],
    timeZone: 'UTC',
    draft: null,
    ...loaded,
  }));

/** The siblings of the page for a robot of which the console knows nothing more. */
export const RULES_FLEET = { robots: {}, order: [], sites: [], current: RULES_ROBOT, view: 'all', failure: null };
