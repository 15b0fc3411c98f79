/** A robot as the fleet page of account administrators shows it. */
import type { Language } from '../../contract/entities/constants.ts';
import type { FleetRobot, RobotMap } from '../../contract/entities/fleetRobot.ts';
import type { NameTexts } from '../../contract/entities/registration.ts';
import type { AppDeps } from '../appDeps.ts';
import { type LocalName, nameIn } from '../db/localName.ts';
import { claimRoleOf } from '../db/repositories/claims.ts';
import type { FleetRow } from '../db/repositories/robotFleet.ts';
import { type RegistrationNeeds, robotConnectionOf } from './robotConnection.ts';

const namesOf = (name: LocalName): NameTexts =>
  typeof name === 'string' ? { zhCN: name, enUS: name } : { zhCN: name.zhCN ?? '', enUS: name.enUS ?? '' };

export function describeFleetRobot(
  { robot, siteName, timeZone, bound, life }: FleetRow,
  maps: readonly RobotMap[],
  language: Language,
  deps: Pick<AppDeps, 'fleet' | 'settings'> & RegistrationNeeds,
): FleetRobot {
  const live = deps.fleet.live(robot.serialNumber, language);
  const online = life !== 'retired' && live.connection === 'online';
  return {
    serialNumber: robot.serialNumber,
    robotNickName: nameIn(robot.name, language),
    names: namesOf(robot.name),
    manufacturer: robot.manufacturer,
    robotModel: robot.model,
    kind: robot.kind,
    siteId: robot.siteId,
    siteName: nameIn(siteName, language),
    timeZone,
    dialect: robot.dialect,
    maps: maps.map(({ mapId, robotMapName }) => ({ mapId, robotMapName })),
    life,
    heard: robot.firstHeardAt !== null,
    bound,
    online,
    charging: online && live.charging,
    lastMessageAt: live.at,
    registeredAt: robot.registeredAt.getTime(),
    retiredAt: robot.retiredAt?.getTime() ?? null,
    password: robot.passwordHash === '' ? 'revoked' : 'issued',
    passwordIssuedAt: robot.passwordIssuedAt?.getTime() ?? null,
    claimable: robot.claimHash !== null,
    claimRole: claimRoleOf(robot),
    simulated: robot.simulated,
    demo: robot.demo,
    connection: robotConnectionOf(robot, deps),
  };
}
