/** The editor of the robot fleet: a new robot, a list of new robots, a name, a registration, another site, a claim code. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { KIND_OF_MODEL } from '../../../contract/entities/robotConstants.ts';
import type { FleetRobot } from '../../../contract/entities/fleetRobot.ts';
import type { ClaimRole, NameTexts, RobotClaim, RobotConnection } from '../../../contract/entities/registration.ts';
import type { Dialect } from '../../../contract/rules/dialect.ts';
import { BATCH_ROBOTS_MAX, NICKNAME_MAX, SERIAL_NUMBER_MAX } from '../../../contract/rules/limits.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export const ROBOT_FORMS = ['register', 'batch', 'rename', 'edit', 'move', 'claim'] as const;
export interface RobotFields {
  readonly mode: (typeof ROBOT_FORMS)[number];
  readonly serialNumber: string;
  /** One per line, or separated by commas. */
  readonly serialNumbers: string;
  readonly manufacturer: string;
  readonly robotModel: string;
  readonly nameEn: string;
  readonly nameZh: string;
  /** Determined by the model where that is known. */
  readonly kind: RobotKind | '';
  readonly siteId: string;
  readonly dialect: Dialect;
  /** The robot's name for each map of its site; empty for none. */
  readonly maps: Readonly<Record<string, string>>;
  /** What the claim code adds to the roles of the account that uses it. */
  readonly claimRole: ClaimRole | '';
  /** The names that Undo brings back. */
  readonly before: NameTexts;
}

/** What is shown once: credentials of a robot, a claim code, or an archive with the credentials of many. */
export type RevealedCredentials =
  | {
      what: 'credentials';
      why: 'registered' | 'renewed' | 'reinstated';
      serialNumber: string;
      password: string;
      connection: RobotConnection;
      /** null unless the robot is new. */
      claim: RobotClaim | null;
    }
  | { what: 'claim'; serialNumber: string; claim: RobotClaim }
  | { what: 'batch'; count: number; fileName: string; zip: string };

const EMPTY: RobotFields = {
  mode: 'register',
  serialNumber: '',
  serialNumbers: '',
  manufacturer: '',
  robotModel: '',
  nameEn: '',
  nameZh: '',
  kind: '',
  siteId: '',
  dialect: 'both',
  maps: {},
  claimRole: '',
  before: { zhCN: '', enUS: '' },
};
export const newRobot = (mode: 'register' | 'batch', siteId: string, manufacturer: string): RobotFields => ({
  ...EMPTY,
  mode,
  siteId,
  manufacturer,
});
export const fieldsOf = (mode: 'rename' | 'edit' | 'move' | 'claim', robot: FleetRobot): RobotFields => ({
  ...EMPTY,
  mode,
  serialNumber: robot.serialNumber,
  manufacturer: robot.manufacturer,
  robotModel: robot.robotModel,
  nameEn: robot.names.enUS,
  nameZh: robot.names.zhCN,
  kind: robot.kind,
  siteId: mode === 'move' ? '' : robot.siteId,
  dialect: robot.dialect,
  maps: mode === 'move' ? {} : Object.fromEntries(robot.maps.map(({ mapId, robotMapName }) => [mapId, robotMapName])),
  before: robot.names,
});

export const kindOf = (robotModel: string): RobotKind | undefined => KIND_OF_MODEL[robotModel.trim().toUpperCase()];
export const serialNumbersIn = (text: string): string[] => text.split(/[\s,;，；]+/u).filter(Boolean);
/** The maps that have a name, as requests carry them. */
export const namedMaps = ({ maps }: Pick<RobotFields, 'maps'>) =>
  Object.entries(maps).flatMap(([registerMapId, name]) =>
    name.trim() === '' ? [] : [{ registerMapId, robotMapName: name.trim() }],
  );

const TOPIC_PART = /^[\w.:-]+$/u;
const isSerialNumber = (text: string): boolean => TOPIC_PART.test(text) && text.length <= SERIAL_NUMBER_MAX;

const faultOfSerialNumber = (typed: string): string | undefined =>
  typed.trim() === ''
    ? 'robotFleet.fault.serialNumberEmpty'
    : isSerialNumber(typed.trim())
      ? undefined
      : 'robotFleet.fault.serialNumberWrong';
function faultOfList(text: string): string | undefined {
  const all = serialNumbersIn(text);
  if (all.length === 0) return 'robotFleet.fault.listEmpty';
  if (all.length > BATCH_ROBOTS_MAX) return 'robotFleet.fault.listLong';
  if (!all.every(isSerialNumber)) return 'robotFleet.fault.listWrong';
  return new Set(all.map((one) => one.toLowerCase())).size < all.length ? 'robotFleet.fault.listTwice' : undefined;
}
const faultOfName = (name: string): string | undefined =>
  [...name.trim()].length > NICKNAME_MAX ? 'shared.atMost40Characters' : undefined;
function faultOfMaps(fields: RobotFields): string | undefined {
  const names = namedMaps(fields).map(({ robotMapName }) => robotMapName);
  return new Set(names).size < names.length ? 'robotFleet.fault.mapTwice' : undefined;
}

export function robotFaults(fields: RobotFields): FormFaults<RobotFields> {
  const { mode, manufacturer, robotModel, kind, siteId } = fields;
  const isNew = mode === 'register' || mode === 'batch';
  const found: Partial<Record<keyof RobotFields, string | undefined>> = {
    ...(mode === 'register' && { serialNumber: faultOfSerialNumber(fields.serialNumber) }),
    ...(mode === 'batch' && { serialNumbers: faultOfList(fields.serialNumbers) }),
    ...(isNew && {
      manufacturer:
        manufacturer.trim() === ''
          ? 'robotFleet.fault.manufacturerEmpty'
          : TOPIC_PART.test(manufacturer.trim())
            ? undefined
            : 'robotFleet.fault.manufacturerWrong',
    }),
    ...((isNew || mode === 'edit') && {
      robotModel: robotModel.trim() === '' ? 'robotFleet.fault.modelEmpty' : undefined,
      kind: kindOf(robotModel) === undefined && kind === '' ? 'robotFleet.fault.kindEmpty' : undefined,
    }),
    ...((isNew || mode === 'move') && { siteId: siteId === '' ? 'shared.chooseASite' : undefined }),
    ...((mode === 'register' || mode === 'rename') && {
      nameEn: faultOfName(fields.nameEn),
      nameZh: faultOfName(fields.nameZh),
    }),
    ...(mode === 'rename' && (fields.nameEn + fields.nameZh).trim() === '' && { nameEn: 'shared.enterAName' }),
    ...(mode !== 'rename' && mode !== 'claim' && { maps: faultOfMaps(fields) }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

export const robotFormMachine = createForm<RobotFields, RevealedCredentials | null>({
  id: 'robotForm',
  faultsOf: robotFaults,
  once: true,
});
