/** The calls about deliveries, for the access matrix, and the rows that they name. */
import { A, A2, B, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

export const [DELIVERY, FAR_DELIVERY] = ['delivery-1', 'delivery-2'];
const at = new Date(1_700_000_000_000);
const under = {
  status: 'delivering' as const,
  phoneNumber: '+12025550100',
  loadingPoint: A.areaId,
  destination: A2.areaId,
  loadingCode: '111111',
  pickupCode: '222222',
  createdAt: at,
  changedAt: at,
};
/** Begun by their robots, so that acts are refused for their state and every person gets the same answer. */
export const DELIVERIES = [
  { ...under, id: DELIVERY, serialNumber: A.serialNumber, siteId: A.siteId },
  { ...under, id: FAR_DELIVERY, serialNumber: B.serialNumber, siteId: B.siteId },
];

const proof = { taskId: 'none', phoneNumber: '+12025550100', countryAreaCode: '', type: 'pickup' };
const open = { demand: 'nothing', data: () => proof } as const;
const act = (more: Record<string, unknown> = {}) =>
  ({ demand: 'operate', data: () => ({ deliveryId: DELIVERY, ...more }) }) as const;
const filter = {
  serialNumberStr: A.serialNumber,
  siteId: A.siteId,
  statuses: ['completed'],
  startTime: 0,
  endTime: 0,
  text: 'a',
};
const wanted = {
  siteId: A.siteId,
  from: A.areaId,
  to: A2.areaId,
  recipientName: 'Ada',
  phoneNumber: '2025550100',
  countryAreaCode: '1',
  loaderPhoneNumber: '2025550101',
  loaderCountryAreaCode: '1',
  size: 'small',
  note: 'Two spoons',
  notBefore: 0,
  serialNumber: '',
};
const { serialNumber } = A;

export const DELIVERY_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'deliveries.taskCode': open,
  'deliveries.parcel': open,
  'deliveries.parcelOpen': open,
  'deliveries.parcelMoreTime': open,
  'deliveries.parcelSendBack': open,
  'deliveries.parcelNotMine': open,
  'deliveries.parcelElsewhere': open,
  'deliveries.record': { demand: 'read', data: () => ({ serialNumber, page: 1, limit: 5, startTime: 0, endTime: 0 }) },
  'deliveries.recordNew': {
    demand: 'read',
    data: () => ({ serialNumberStr: serialNumber, page: 1, limit: 5, startTime: 0, endTime: 0 }),
  },
  'deliveries.list': { demand: 'read', data: () => ({ ...filter, page: 1, limit: 5 }) },
  'deliveries.board': { demand: 'read', data: () => ({ siteId: A.siteId }) },
  'deliveries.details': { demand: 'read', data: () => ({ deliveryId: DELIVERY }) },
  'deliveries.lastTo': { demand: 'operate', data: () => ({ areaId: A.areaId }) },
  'deliveries.preview': { demand: 'operate', data: () => wanted },
  'deliveries.create': { demand: 'operate', data: () => wanted },
  'deliveries.cancel': act(),
  'deliveries.resendCode': act({ type: 'pickup' }),
  'deliveries.openCabinet': act(),
  'deliveries.redirect': act({ to: A2.areaId }),
  'deliveries.sendBack': act(),
  'deliveries.moreTime': act(),
  'deliveries.revealCode': act({ type: 'pickup' }),
  'deliveries.revealPhone': act({ person: 'recipient' }),
  'deliveries.jams': { demand: 'read', data: () => ({ serialNumber }) },
  'deliveries.clearCompartment': { demand: 'operate', data: () => ({ serialNumber, compartment: 1 }) },
  'deliveries.acknowledge': act(),
  'deliveries.export': { demand: 'read', data: () => ({ ...filter, language: 'enUS', timeZone: 'Asia/Shanghai' }) },
  'deliveries.exportState': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
  'deliveries.cancelExport': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
};
