/** Redaction rules of `robotFleet` (machines/recording/redaction.ts): which robots, in which state; no credentials. */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { RobotFleetContext, RobotFleetEvent } from './robotFleet.machine.ts';
import type { RevealedCredentials, RobotFields } from './robotForm.machine.ts';

export const FLEET_ROBOT = {
  serialNumber: true,
  robotNickName: true,
  manufacturer: true,
  robotModel: true,
  kind: true,
  siteId: true,
  timeZone: true,
  dialect: true,
  maps: { '*': { mapId: true } },
  life: true,
  heard: true,
  bound: true,
  online: true,
  charging: true,
  lastMessageAt: true,
  registeredAt: true,
  retiredAt: true,
  password: true,
  passwordIssuedAt: true,
  claimable: true,
  claimRole: true,
  simulated: true,
  demo: true,
} as const;
const MORE = { serverTime: true, counts: true, sites: { '*': { siteId: true } } } as const;
const FIELDS = { mode: true, kind: true, siteId: true, dialect: true, claimRole: true } as const;
/** Neither the password nor the claim code. */
export const REVEALED = { what: true, why: true, serialNumber: true, count: true } as const;
const CHECK = { takenBy: { serialNumber: true, retired: true } } as const;
const BELONGINGS = { routes: true, points: true, tasks: true, deliveries: true, obstacle: true } as const;
const RULES = recordPageRules(FLEET_ROBOT, { act: true, serialNumber: true, charging: true }, FIELDS);

export const robotFleetRedaction = defineRedaction<RobotFleetContext, RobotFleetEvent, PageInput>()({
  ...RULES,
  context: {
    ...RULES.context,
    ...MORE,
    shown: REVEALED,
    opened: true,
    check: CHECK,
    belongings: BELONGINGS,
    renamed: { serialNumber: true },
    leaveTo: 'path',
  },
  input: PAGE_INPUT,
  events: { ...RULES.events, 'robot.open': { serialNumber: true } },
  outputs: {
    ...RULES.outputs,
    loadList: { ...RULES.outputs.loadList, ...MORE },
    act: REVEALED,
    checkSerial: CHECK,
    loadBelongings: BELONGINGS,
  },
});

export const robotFormRedaction = defineRedaction<
  FormContext<RobotFields, RevealedCredentials | null>,
  FormEvent<RobotFields>,
  FormInput<RobotFields>
>()({ ...formRules(FIELDS), outputs: { save: REVEALED } });
