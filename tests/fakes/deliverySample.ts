/** Sample deliveries, a board and a parcel. */
import type { Delivery, Parcel } from '../../contract/entities/delivery.ts';
import type { Board } from '../../src/machines/deliveries/deliveries.machine.ts';
import type { DeliveryPlaceChoice } from '../../src/machines/deliveries/places.ts';

export const AT = Date.UTC(2026, 10, 21, 6, 32, 0);

const place = (areaId: string, name: string) => ({ areaId, name, mapId: 'm1', floor: '2F' });

export const sampleDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 'd1',
  number: 412,
  siteId: 'harbour',
  serialNumber: 'P2',
  robotName: 'Porter 2',
  origin: 'console',
  status: 'delivering',
  reason: '',
  station: 3,
  group: 'underWay',
  from: place('kitchen', 'Kitchen pass'),
  to: place('r211', 'Room 211'),
  recipientName: '',
  recipientPhone: '150 **** 3341',
  loaderPhone: '',
  note: '',
  size: 'small',
  compartment: 1,
  notBefore: null,
  createdAt: AT - 600_000,
  createdBy: 'Chen Yu',
  changedAt: AT - 60_000,
  endedAt: null,
  tookMs: null,
  queue: null,
  loadingAt: null,
  arrivalAt: AT + 180_000,
  timeout: { at: AT + 80_000_000, status: 'expired' },
  hasMoreTime: false,
  loadingCode: 'used',
  pickupCode: 'hidden',
  keypadLockedUntil: null,
  act: null,
  photo: { state: 'none', fileId: '', at: null },
  returns: 'none',
  isAcknowledged: false,
  acts: {
    cancel: null,
    resendCode: null,
    openCabinet: 'deliveryNotHere',
    redirect: null,
    sendBack: null,
    moreTime: 'deliveryNotAtDoor',
    revealCode: null,
    revealPhone: null,
    acknowledge: 'deliveryNotFailed',
  },
  ...change,
});

/** It waits at the door for six minutes, and leaves in four. */
export const waitingDelivery = (change: Partial<Delivery> = {}): Delivery =>
  sampleDelivery({
    id: 'd2',
    number: 413,
    status: 'arrivedAtRoom',
    station: 4,
    group: 'needsYou',
    changedAt: AT - 360_000,
    timeout: { at: AT + 240_000, status: 'notPickedUp' },
    acts: { ...sampleDelivery().acts, openCabinet: null, moreTime: null },
    ...change,
  });
export const failedDelivery = (change: Partial<Delivery> = {}): Delivery =>
  sampleDelivery({
    id: 'd3',
    number: 414,
    status: 'deliveryFailed',
    reason: 'blocked',
    group: 'needsYou',
    returns: 'returning',
    endedAt: AT - 30_000,
    changedAt: AT - 30_000,
    timeout: null,
    pickupCode: 'over',
    acts: {
      cancel: 'deliveryOver',
      resendCode: 'deliveryOver',
      openCabinet: 'deliveryOver',
      redirect: 'deliveryOver',
      sendBack: 'deliveryOver',
      moreTime: 'deliveryOver',
      revealCode: 'deliveryOver',
      revealPhone: null,
      acknowledge: null,
    },
    ...change,
  });
export const queuedDelivery = (change: Partial<Delivery> = {}): Delivery =>
  sampleDelivery({
    id: 'd4',
    number: 415,
    status: 'created',
    station: 0,
    group: 'waiting',
    serialNumber: '',
    robotName: '',
    compartment: null,
    arrivalAt: null,
    queue: { position: 1, robotName: 'Porter 3', at: AT + 360_000, reason: 'allBusy' },
    loadingCode: 'hidden',
    ...change,
  });

export const sampleBoard = (rows: readonly Delivery[], change: Partial<Board> = {}): Board => ({
  time: AT,
  siteId: 'harbour',
  total: rows.length,
  rows,
  today: { completed: 86, notPickedUp: 2, failed: 1, medianMs: 400_000 },
  ...change,
});

export const PLACES: readonly DeliveryPlaceChoice[] = [
  { areaId: 'kitchen', name: 'Kitchen pass', mapId: 'm1', floor: '1F', attributes: ['loading'] },
  { areaId: 'desk', name: 'Front desk', mapId: 'm1', floor: '1F', attributes: ['loading'] },
  { areaId: 'dock', name: 'Charger 2', mapId: 'm1', floor: '1F', attributes: ['charging'] },
  { areaId: 'r20', name: 'Room 20', mapId: 'm1', floor: '1F', attributes: ['none'] },
  { areaId: 'r208', name: 'Room 208', mapId: 'm2', floor: '2F', attributes: ['none'] },
  { areaId: 'r211', name: 'Room 211', mapId: 'm2', floor: '2F', attributes: ['none'] },
];

export const sampleParcel = (change: Partial<Parcel> = {}): Parcel => ({
  time: AT,
  deliveryId: 'd1',
  number: 412,
  type: 'pickup',
  status: 'delivering',
  reason: '',
  station: 3,
  isOver: false,
  siteName: 'Harbour Hotel',
  timeZone: 'Asia/Shanghai',
  loadingPoint: 'Kitchen pass',
  destination: 'Room 211',
  robotName: 'Porter 2',
  note: '',
  compartment: 1,
  createdAt: AT - 600_000,
  changedAt: AT - 60_000,
  loadingAt: null,
  arrivalAt: AT + 180_000,
  leavesAt: null,
  code: '903215',
  acts: { open: 'deliveryNotHere', moreTime: 'deliveryNotAtDoor', sendBack: null },
  opening: null,
  keypadLockedUntil: null,
  robot: {
    x: 4,
    y: 2,
    theta: 0,
    floor: '2F',
    isSameFloor: true,
    at: AT,
    trail: [
      [0, 2],
      [2, 2],
    ],
    destination: [9, 2],
  },
  ...change,
});
export const parcelAtDoor = (change: Partial<Parcel> = {}): Parcel =>
  sampleParcel({
    status: 'arrivedAtRoom',
    station: 4,
    leavesAt: AT + 230_000,
    acts: { open: null, moreTime: null, sendBack: null },
    ...change,
  });
