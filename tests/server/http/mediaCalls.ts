/** The calls of photos and recordings, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const NO_FILE = '0'.repeat(32);
const one = { serialNumber: A.serialNumber };

export const MEDIA_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'videoRecordings.start': { demand: 'operate', data: () => one },
  'videoRecordings.finish': { demand: 'session', data: () => ({ fileId: NO_FILE }) },
  'photos.list': { demand: 'session', data: () => ({}) },
  'photos.overview': { demand: 'session', data: () => ({}) },
  'photos.item': { demand: 'session', data: () => ({ fileId: NO_FILE }) },
  'photos.addresses': { demand: 'session', data: () => ({ fileIds: [NO_FILE], thumbnail: true }) },
  'photos.keep': { demand: 'session', data: () => ({ fileIds: [NO_FILE], keep: true }) },
  'photos.remove': { demand: 'session', data: () => ({ fileIds: [NO_FILE] }) },
  'photos.restore': { demand: 'session', data: () => ({ fileIds: [NO_FILE] }) },
  'photos.createLink': { demand: 'session', data: () => ({ fileId: NO_FILE }) },
  'photos.revokeLink': { demand: 'session', data: () => ({ linkId: 'no-link' }) },
  'photos.export': { demand: 'session', data: () => ({ fileIds: [NO_FILE] }) },
  'photos.exportState': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
  'photos.cancelExport': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
  'photos.setting': { demand: 'read', data: () => one },
  'photos.newest': { demand: 'read', data: () => one },
  'photos.around': { demand: 'read', data: () => ({ ...one, at: 1_000 }) },
  'photos.saveSetting': {
    demand: 'administer',
    data: (person) => ({ ...one, userId: person, takePhotoInterval: 60 }),
  },
};
