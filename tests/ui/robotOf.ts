/** Sample robot for UI tests: working, on a harbour floor, unless overridden. */
import type { Robot, RobotLive } from '../../contract/entities/robot.ts';

/** Server time in these tests, ms. */
export const NOW = 1_795_243_928_000;

export function liveOf(given: Partial<RobotLive> = {}): RobotLive {
  return {
    serialNumber: 'W1-2308-0417',
    at: NOW - 300,
    connection: 'online',
    status: 'working',
    pose: { mapId: 'harbour-1f', x: 12, y: 8, theta: 0 },
    speed: 0.6,
    battery: 78,
    charging: false,
    driving: true,
    paused: false,
    held: false,
    stops: [],
    eStop: 'NONE',
    mode: 'AUTOMATIC',
    located: true,
    localization: 0.98,
    busy: true,
    task: null,
    drive: null,
    problems: [],
    path: [],
    leaseHolder: null,
    ...given,
  };
}

export function robotOf({ live, ...given }: Partial<Omit<Robot, 'live'>> & { live?: Partial<RobotLive> } = {}): Robot {
  const serialNumber = given.serialNumber ?? 'W1-2308-0417';
  const said = liveOf({ serialNumber, ...live });
  return {
    serialNumber,
    robotNickName: 'Porter 1',
    robotModel: 'W1',
    kind: 'delivery',
    manufacturer: 'Roundhouse',
    siteId: 'harbour',
    onLineStatus: said.connection === 'online' ? '1' : '0',
    actionStatus: said.charging ? '2' : '1',
    navigation: true,
    relation: 'member',
    demo: true,
    softwareVersion: '4.2.0',
    ...given,
    live: said,
  };
}
