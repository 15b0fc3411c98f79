/** The part of the access matrix that is for account administrators: jobs, audit, software, keys, drawn floors, conformance, faults. */
import { A, B } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

export const ADMINISTRATION_CALLS: Record<string, { demand: Demand; data: () => Record<string, unknown> }> = {
  'jobs.overview': { demand: 'accountAdmin', data: () => ({ kind: '', range: '6h' }) },
  'jobs.ended': { demand: 'accountAdmin', data: () => ({ page: 1, limit: 5, kind: '' }) },
  'jobs.details': { demand: 'accountAdmin', data: () => ({ jobId: 'no-job' }) },
  'jobs.retry': { demand: 'accountAdmin', data: () => ({ jobId: 'no-job' }) },
  'jobs.retryAll': { demand: 'accountAdmin', data: () => ({ kind: '' }) },
  'jobs.cancel': { demand: 'accountAdmin', data: () => ({ jobId: 'no-job' }) },
  'downloads.list': { demand: 'session', data: () => ({}) },
  'downloads.add': {
    demand: 'accountAdmin',
    data: () => ({ fileId: '0'.repeat(32), models: ['W1'], version: '1', releasedOn: '2026-01-31' }),
  },
  'downloads.remove': { demand: 'accountAdmin', data: () => ({ id: 'no-software' }) },
  'weather.get': { demand: 'nothing', data: () => ({ key: 'no-key' }) },
  'audit.list': {
    demand: 'accountAdmin',
    data: () => ({ page: 1, limit: 5, who: '', act: '', subject: '', from: 0, until: 0 }),
  },
  'audit.export': {
    demand: 'accountAdmin',
    data: () => ({ who: '', act: '', subject: '', from: 0, until: 0, timeZone: 'UTC' }),
  },
  'keys.list': { demand: 'accountAdmin', data: () => ({}) },
  'keys.create': {
    demand: 'accountAdmin',
    data: () => ({ name: 'Lobby wall', kind: 'board', serialNumber: '', host: '' }),
  },
  'keys.revoke': { demand: 'accountAdmin', data: () => ({ keyId: 'no-key' }) },
  'apps.list': { demand: 'accountAdmin', data: () => ({}) },
  'apps.create': { demand: 'accountAdmin', data: () => ({ name: 'Lift gateway', role: 'operator' }) },
  'apps.renewSecret': { demand: 'accountAdmin', data: () => ({ appId: 'no-app' }) },
  'apps.revoke': { demand: 'accountAdmin', data: () => ({ appId: 'no-app' }) },
  'board.offline': { demand: 'nothing', data: () => ({ hash: '0'.repeat(48), dateTime: 1_700_000_000_000 }) },
  'floorDrawings.list': { demand: 'accountAdmin', data: () => ({}) },
  'floorDrawings.create': {
    demand: 'accountAdmin',
    data: () => ({ siteId: 'no-site', floor: '9F', name: 'Attic', width: 20, height: 10 }),
  },
  'floorDrawings.get': { demand: 'accountAdmin', data: () => ({ drawingId: 'no-drawing' }) },
  'floorDrawings.save': {
    demand: 'accountAdmin',
    data: () => ({ drawingId: 'no-drawing', baseRevision: 0, drawing: { walls: [], doors: [], rooms: [] } }),
  },
  'floorDrawings.publish': { demand: 'accountAdmin', data: () => ({ drawingId: 'no-drawing', revision: 0 }) },
  'floorDrawings.trace': {
    demand: 'accountAdmin',
    data: () => ({ drawingId: 'no-drawing', picture: 'x', resolution: 0.05, originX: 0, originY: 0, originYaw: 0 }),
  },
  'floorDrawings.removeTrace': { demand: 'accountAdmin', data: () => ({ drawingId: 'no-drawing' }) },
  'floorDrawings.picture': {
    demand: 'accountAdmin',
    data: () => ({ drawingId: 'no-drawing', pictureId: 'no-picture' }),
  },
  'floorDrawings.remove': { demand: 'accountAdmin', data: () => ({ drawingId: 'no-drawing', revision: 0 }) },
  'checklist.get': { demand: 'accountAdmin', data: () => ({}) },
  'checklist.hide': { demand: 'accountAdmin', data: () => ({}) },
  'checklist.testBrokers': { demand: 'accountAdmin', data: () => ({}) },
  'robotFleet.export': {
    demand: 'accountAdmin',
    data: () => ({ text: '', ofSite: '', life: '', kind: '', timeZone: 'UTC' }),
  },
  'simulatedRobots.add': { demand: 'accountAdmin', data: () => ({ simulatedOnMap: 'no-map' }) },
  'robotFleet.changeSerialNumber': {
    demand: 'accountAdmin',
    data: () => ({ robotToChange: 'no-robot', newSerialNumber: 'other' }),
  },
  'faults.isOn': { demand: 'session', data: () => ({}) },
  'faults.clear': { demand: 'accountAdmin', data: () => ({}) },
  'conformance.get': { demand: 'accountAdmin', data: () => ({ serialNumber: B.serialNumber }) },
  'conformance.accept': {
    demand: 'accountAdmin',
    data: () => ({ serialNumber: B.serialNumber, kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' }),
  },
  'conformance.withdraw': {
    demand: 'accountAdmin',
    data: () => ({ serialNumber: B.serialNumber, kind: 'operatingMode', value: 'AUTO' }),
  },
  'conformance.refused': { demand: 'accountAdmin', data: () => ({}) },
  'conformance.startTest': { demand: 'operate', data: () => ({ serialNumber: A.serialNumber }) },
  'faults.state': { demand: 'accountAdmin', data: () => ({}) },
  'faults.robot': { demand: 'accountAdmin', data: () => ({ simulatedRobot: A.serialNumber, fault: 'busy', on: true }) },
  'faults.typeCode': { demand: 'accountAdmin', data: () => ({ simulatedRobot: A.serialNumber, code: '123456' }) },
  'faults.cloud': {
    demand: 'accountAdmin',
    data: () => ({ fault: 'brokerDelay', on: false, forMs: 0, delayMs: 0, account: '' }),
  },
};
