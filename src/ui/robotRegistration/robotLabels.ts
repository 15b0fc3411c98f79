/** Texts of robots in the fleet: life, kind, dialect, role of a claim code, name, broker. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { FleetRobot, RobotLife } from '../../../contract/entities/fleetRobot.ts';
import type { ClaimRole, RobotConnection } from '../../../contract/entities/registration.ts';
import type { Dialect } from '../../../contract/rules/dialect.ts';
import type { Translate } from '../hooks/translate.ts';

export const LIFE = {
  neverConnected: 'robotFleet.life.neverConnected',
  notBound: 'robotFleet.life.notBound',
  bound: 'robotFleet.life.bound',
  retired: 'robotFleet.life.retired',
} as const satisfies Record<RobotLife, string>;
export const KIND = {
  delivery: 'robotFleet.kind.delivery',
  reception: 'robotFleet.kind.reception',
  security: 'robotFleet.kind.security',
  disinfection: 'robotFleet.kind.disinfection',
} as const satisfies Record<RobotKind, string>;
export const DIALECT = {
  both: 'robotFleet.dialect.both',
  '2.x': 'robotFleet.dialect.standard',
  '1.1-actions': 'robotFleet.dialect.older',
} as const satisfies Record<Dialect, string>;
export const CLAIM_ROLE = { operator: 'common.operator' } as const satisfies Record<ClaimRole, string>;
export const BROKER = {
  tls: 'robotFleet.broker.tls',
  webSocket: 'robotFleet.broker.webSocket',
  tcp: 'robotFleet.broker.tcp',
} as const satisfies Record<RobotConnection['brokers'][number]['kind'], string>;

export const nameOf = ({ robotNickName, serialNumber }: Pick<FleetRobot, 'robotNickName' | 'serialNumber'>): string =>
  robotNickName || serialNumber;
/** "ACME W1" */
export const modelOf = ({ manufacturer, robotModel }: FleetRobot): string => `${manufacturer} ${robotModel}`;

/** Everything about the connection as a manufacturer enters it; the password only where it is known. */
export function connectionJson(
  serialNumber: string,
  { mqttUsername, brokers, topicPrefix, caUrl }: RobotConnection,
  password?: string,
): string {
  return JSON.stringify(
    {
      serialNumber,
      brokers: brokers.map(({ url }) => url),
      username: mqttUsername,
      ...(password !== undefined && { password }),
      topicPrefix,
      ...(caUrl !== null && { caCertificate: caUrl }),
    },
    null,
    2,
  );
}

/** "F1 = floor1, F2 = floor2" */
export const mapsText = ({ maps }: FleetRobot, names: ReadonlyMap<string, string>, t: Translate): string =>
  maps
    .map(({ mapId, robotMapName }) => t('robotFleet.mapName', { map: names.get(mapId) ?? mapId, name: robotMapName }))
    .join(t('shared.listSeparator'));
