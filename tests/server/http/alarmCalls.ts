/** The calls about alarm cases, contacts and alarm rules, for the access matrix, and the rows that they name. */
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import { A, B, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const one = { serialNumber: A.serialNumber };
export const [CASE, FAR_CASE] = ['case-1', 'case-2'];
export const [ROLE, FAR_ROLE, CONTACT] = ['role-1', 'role-2', 'contact-1'];

const raised = {
  event: 'smoke' as const,
  severity: 'critical' as const,
  state: 'open' as const,
  raisedAt: new Date(1_700_000_000_000),
  lastAt: new Date(1_700_000_000_000),
  firstAlarmId: 'alarm-1',
  lastAlarmId: 'alarm-1',
};
export const CASES = [
  { ...raised, id: CASE, serialNumber: A.serialNumber },
  { ...raised, id: FAR_CASE, serialNumber: B.serialNumber },
];
export const ROLES = [
  { id: ROLE, siteId: A.siteId, name: 'Desk' },
  { id: FAR_ROLE, siteId: B.siteId, name: 'Desk' },
];
export const CONTACTS = [
  {
    id: CONTACT,
    siteId: A.siteId,
    name: 'Desk phone',
    countryCode: '1',
    phoneNumber: '+12025550191',
    roleIds: [ROLE],
    hours: [...ALWAYS],
  },
];

const act = (more: Record<string, unknown> = {}) =>
  ({ demand: 'operate', data: () => ({ caseId: CASE, ...more }) }) as const;
const administer = (more: Record<string, unknown> = {}) =>
  ({ demand: 'administer', data: () => ({ ...one, ...more }) }) as const;
/** Names role and contact, so that neither can be deleted by one person before the others have asked. */
export const RULES = [
  {
    serialNumber: A.serialNumber,
    event: 'fall' as const,
    isOn: true,
    ways: ['sms' as const],
    firstRoles: [ROLE],
    secondRoles: [],
  },
];
let names = 0;

export const ALARM_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'alarmCases.list': {
    demand: 'read',
    data: () => ({
      serialNumberStr: A.serialNumber,
      page: 1,
      limit: 5,
      events: ['smoke'],
      state: 'open',
      owner: 'nobody',
      startTime: 0,
      endTime: 0,
      text: 'a',
    }),
  },
  'alarmCases.newest': { demand: 'read', data: (person) => ({ ...one, userId: person, size: 5 }) },
  'alarmCases.open': { demand: 'session', data: () => ({}) },
  'alarmCases.details': { demand: 'read', data: () => ({ caseId: CASE }) },
  'alarmCases.people': act(),
  'alarmCases.robots': act(),
  'alarmCases.take': act(),
  'alarmCases.release': act(),
  'alarmCases.handOver': act({ to: 'member' }),
  'alarmCases.answerHandOver': act({ accept: true }),
  'alarmCases.resolve': act({ cause: 'handled', note: 'Done' }),
  'alarmCases.reopen': act(),
  'alarmCases.mergeable': act(),
  'alarmCases.merge': act({ otherId: CASE }),
  'alarmCases.addNote': act({ text: 'On my way' }),
  'alarmLinks.open': { demand: 'nothing', data: () => ({ code: 'no-code' }) },
  'alarmLinks.take': { demand: 'nothing', data: () => ({ code: 'no-code' }) },
  'alarmLinks.release': { demand: 'nothing', data: () => ({ code: 'no-code' }) },
  'alarmRules.roles': { demand: 'administer', data: (person) => ({ ...one, loginUserId: person }) },
  'alarmRules.saveRole': {
    demand: 'administer',
    data: (person) => ({ ...one, loginUserId: person, id: ROLE, roleName: `Desk ${(names += 1)}`, revision: 0 }),
  },
  'alarmRules.deleteRole': { demand: 'administer', data: () => ({ id: ROLE, replacement: ROLE }) },
  'alarmRules.contacts': { demand: 'administer', data: (person) => ({ ...one, loginUserId: person }) },
  'alarmRules.saveContact': {
    demand: 'administer',
    data: (person) => ({
      ...one,
      loginUserId: person,
      id: CONTACT,
      contactName: 'Desk phone',
      countryCode: '1',
      phoneNumber: '2025550191',
      email: 'desk@test.org',
      roleIds: [ROLE],
      hours: [...ALWAYS],
      quietDays: [{ from: '2026-12-24', until: '2026-12-26' }],
      revision: 0,
    }),
  },
  // What was never deleted is not found; the access is decided by the robot.
  'alarmRules.restoreRole': administer({ id: ROLE }),
  'alarmRules.restoreContact': administer({ id: CONTACT }),
  'alarmRules.deleteContact': { demand: 'administer', data: () => ({ id: CONTACT }) },
  'alarmRules.settings': administer(),
  'alarmRules.saveSetting': administer({ event: 'noise', isOn: true, settingValue: 70 }),
  'alarmRules.config': { demand: 'administer', data: (person) => ({ ...one, loginUserId: person }) },
  'alarmRules.saveConfig': {
    demand: 'administer',
    data: (person) => ({
      ...one,
      loginUserId: person,
      alarmEvent: 'smoke',
      alarmWays: [],
      firstProcessingRoles: [],
      secondaryProcessingRoles: [],
    }),
  },
  'alarmRules.rules': administer(),
  'alarmRules.saveRules': administer({
    revision: 0,
    rules: [{ event: 'smoke', isOn: true, threshold: null, ways: [], firstRoles: [], secondRoles: [] }],
  }),
  'alarmRules.copyRules': administer({ serialNumberStr: A.serialNumber }),
  'alarmRules.tryRule': administer({ event: 'smoke' }),
  'alarmRules.tried': administer({ tryId: '0b7f3b0e-6f0c-4f6e-9a52-0d9a3f2f7c11' }),
};
