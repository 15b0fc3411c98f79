/** Two sites; one with two floors, a lift, a door by a relay and two charging bays. */
import type { SiteDetails } from '../../contract/entities/map.ts';
import type { AccessDoor, Lift, SiteEquipment } from '../../contract/entities/site.ts';
import type { SitesResult } from '../../src/machines/sites/sites.machine.ts';

export const HARBOUR: SiteDetails = {
  id: 'harbour',
  name: 'Harbour Hotel',
  names: { zhCN: '海港酒店', enUS: 'Harbour Hotel' },
  timeZone: 'Asia/Shanghai',
  demo: false,
  floors: [
    { mapId: 'f1', floor: 'F1', name: 'Lobby' },
    { mapId: 'f2', floor: 'F2', name: 'Rooms' },
  ],
  address: '88 Harbour Road',
  latitude: 31.2,
  longitude: 121.4,
  batteryReserve: 15,
  robotCount: 3,
  revision: 4,
};
export const TOWER: SiteDetails = {
  ...HARBOUR,
  id: 'tower',
  name: 'Gateway Tower',
  timeZone: 'Asia/Dubai',
  floors: [],
  robotCount: 0,
};
export const LIFT: Lift = {
  id: 'lift-1',
  name: 'Lift 1',
  names: { zhCN: '一号梯', enUS: 'Lift 1' },
  stops: [
    { mapId: 'f1', areaId: 'l1', pointName: 'L1-1', state: 'fine' },
    { mapId: 'f2', areaId: 'gone', pointName: 'L2-1', state: 'deleted' },
  ],
  openedBy: 'robot',
  relayUrl: '',
  openSeconds: 12,
  isOutOfService: false,
  silentSince: null,
  untestable: null,
  near: [],
  revision: 2,
};
export const DOOR: AccessDoor = {
  id: 'door-1',
  name: 'Kitchen pass',
  names: { zhCN: '厨房通道', enUS: 'Kitchen pass' },
  mapId: 'f1',
  points: [{ areaId: 'd1', name: 'D-04' }],
  openedBy: 'relay',
  relayUrl: 'http://10.0.0.9/open',
  openSeconds: 8,
  isOutOfService: false,
  silentSince: null,
  untestable: null,
  near: ['Porter 2'],
  revision: 1,
};
const BAY = { mapId: 'f1', areaId: 'dock', pointName: 'Robot dock', x: 1, y: 1, theta: 0 };
export const EQUIPMENT: SiteEquipment = {
  siteId: 'harbour',
  lifts: [LIFT],
  doors: [DOOR],
  bays: [
    { ...BAY, id: 'b1', name: 'Dock 1', robot: { serialNumber: 'P-2', name: 'Porter 2', battery: 41.2 } },
    { ...BAY, id: 'b2', name: 'Dock 2', robot: null },
  ],
  points: [
    { areaId: 'l1', mapId: 'f1', name: 'L1-1', use: 'lift', tiedTo: 'lift-1' },
    { areaId: 'l2', mapId: 'f2', name: 'L2-2', use: 'lift', tiedTo: null },
    { areaId: 'l9', mapId: 'f2', name: 'L2-9', use: 'lift', tiedTo: 'lift-9' },
    { areaId: 'd1', mapId: 'f1', name: 'D-04', use: 'door', tiedTo: 'door-1' },
    { areaId: 'd2', mapId: 'f1', name: 'D-05', use: 'door', tiedTo: null },
  ],
  schedules: { total: 0, list: [] },
  storage: { usedBytes: 6.2 * 2 ** 30, quotaBytes: 20 * 2 ** 30 },
};
export const SITES: SitesResult = {
  rows: [HARBOUR, TOWER],
  total: 2,
  siteId: 'harbour',
  equipment: EQUIPMENT,
  plans: [],
};
export const NO_SITES: SitesResult = { rows: [], total: 0, siteId: '', equipment: null, plans: [] };
