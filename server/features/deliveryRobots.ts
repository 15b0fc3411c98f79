/**
 * Which robot can take a delivery, as pure functions: a compartment of the right size must be free, the battery
 * sufficient, and the robot at work for nobody else.
 */
import type { Delivery, WaitingDetail, WaitingReason } from '../../contract/entities/delivery.ts';
import type { RobotAbilities, RobotLive } from '../../contract/entities/robot.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { isDeliveryOver } from '../../contract/rules/delivery.ts';
import { isBelowPercent } from '../../contract/rules/batteryLevel.ts';
import { DELIVERY_BATTERY_MIN, type CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import { isSilent } from '../../contract/rules/robotStatus.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { elevatorOutBetween } from '../../contract/rules/schedule/outOfService.ts';
import type { DeliveryRow } from '../db/repositories/deliveries.ts';
import type { LiveRights } from '../rights/liveRights.ts';

type Carried = Pick<DeliveryRow, 'serialNumber' | 'status' | 'compartment' | 'loadingPoint' | 'destination'>;

export interface DeliveryRobot {
  serialNumber: string;
  live: RobotLive;
  abilities: RobotAbilities;
  /** Ids of the maps that it knows. */
  maps: readonly string[];
  /** What it is at work for, parcels on the way back included. */
  carries: readonly Carried[];
  /** Compartments that are jammed, or hold a parcel that could not be brought back. */
  unusable: readonly number[];
}

/** Why a robot cannot take a delivery now; the last two are more exact than what older consoles know. */
export type Hindrance = WaitingReason | Exclude<WaitingDetail, ''>;

/** The elevators of the site. */
export type Lifts = readonly { mapIds: readonly string[]; isOut: boolean }[];

/** A parcel that could not be brought back is only in the way; the robot works on with its other compartments. */
export const isAtWorkFor = ({ status, returns }: Pick<DeliveryRow, 'status' | 'returns'>): boolean =>
  !isDeliveryOver(status) || returns === 'returning';

export interface WantedDelivery {
  size: CompartmentSize;
  from: { areaId: string; mapId: string };
  to: { areaId: string; mapId: string };
}

type Compartments = Pick<DeliveryRobot, 'abilities' | 'carries' | 'unusable'>;

function freeOf({ abilities: { compartments = [] }, carries, unusable }: Compartments, size: CompartmentSize) {
  const taken = new Set([...carries.map(({ compartment }) => compartment), ...unusable]);
  const free = compartments.flatMap((one, i) => (taken.has(i + 1) ? [] : { size: one, number: i + 1 }));
  return size === 'large' ? free.filter((one) => one.size === 'large') : free;
}
/** The lowest free compartment that fits, small ones first for small parcels; null without one. */
export function freeCompartment(robot: Compartments, size: CompartmentSize): number | null {
  const fitting = freeOf(robot, size);
  return (fitting.find((one) => one.size === size) ?? fitting[0])?.number ?? null;
}
export const countFreeCompartments = (robot: Compartments, size: CompartmentSize): number => freeOf(robot, size).length;

/** Whether the robot could carry it at any time. */
export function canCarry(
  { abilities, maps }: Pick<DeliveryRobot, 'abilities' | 'maps'>,
  { size, from, to }: WantedDelivery,
): boolean {
  const { compartments = [] } = abilities;
  if (!compartments.some((one) => size === 'small' || one === 'large')) return false;
  if (!maps.includes(from.mapId) || !maps.includes(to.mapId)) return false;
  return from.mapId === to.mapId || abilities.liftRide;
}

/**
 * Whether a robot may be given somebody's delivery: the orderer, a person or an app's account, must be allowed to operate
 * it at that moment. The guests of the demo order for their site.
 */
export const mayTakeFor = (
  rights: Pick<LiveRights, 'standing'>,
  { createdBy, origin }: Pick<DeliveryRow, 'createdBy' | 'origin'>,
  serialNumber: string,
): boolean => {
  if (origin === 'demo') return true;
  const { roles, relation } = rights.standing(createdBy, serialNumber);
  return hasRight(roles, relation, 'operate');
};

const NOT_LOADED: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>([
  'created',
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
]);

/** Parcels ride together while the robot is on its way to the same loading point, to places on the same floor. */
const canJoin = (
  carries: readonly Carried[],
  { from, to }: WantedDelivery,
  mapOf: (areaId: string) => string,
): boolean =>
  carries.every(
    ({ status, loadingPoint, destination }) =>
      NOT_LOADED.has(status) && loadingPoint === from.areaId && mapOf(destination) === to.mapId,
  );

/** Whether all compartments that fit are jammed or hold a parcel that could not be brought back. */
const hasNoUsable = (robot: DeliveryRobot, size: CompartmentSize): boolean =>
  freeCompartment({ ...robot, carries: [] }, size) === null;

/** Why the robot can begin no delivery at all now; '' if it can. */
export function whyNoneNow(robot: DeliveryRobot, now: number): Hindrance {
  const { live } = robot;
  // Every compartment takes a small parcel.
  if (hasNoUsable(robot, 'small')) return 'noCompartment';
  if (live.connection !== 'online' || isSilent(live, now)) return 'offline';
  if (live.battery !== null && isBelowPercent(live.battery, DELIVERY_BATTERY_MIN)) return 'batteryLow';
  const isTaken =
    live.held ||
    live.paused ||
    live.eStop !== 'NONE' ||
    live.mode !== 'AUTOMATIC' ||
    !live.located ||
    live.busy ||
    live.drive !== null ||
    live.leaseHolder !== null ||
    live.drivingBlocked === true;
  return isTaken || freeCompartment(robot, 'small') === null ? 'allBusy' : '';
}

/** Why the robot cannot begin this delivery now; '' if it can. */
export function whyNotNow(
  robot: DeliveryRobot,
  wanted: WantedDelivery,
  { now, mapOf, lifts }: { now: number; mapOf: (areaId: string) => string; lifts: Lifts },
): Hindrance {
  const { carries, live } = robot;
  if (!canCarry(robot, wanted)) return 'noWay';
  if (hasNoUsable(robot, wanted.size)) return 'noCompartment';
  const { from, to } = wanted;
  const robotMapId = live.pose?.mapId ?? from.mapId;
  if (elevatorOutBetween(lifts, from.mapId, to.mapId) ?? elevatorOutBetween(lifts, robotMapId, from.mapId))
    return 'liftOut';
  const why = whyNoneNow(robot, now);
  if (why !== '') return why;
  if (freeCompartment(robot, wanted.size) === null) return 'allBusy';
  return carries.length === 0 || canJoin(carries, wanted, mapOf) ? '' : 'allBusy';
}

/** The reason to show for several robots: the one that ends first. */
export function reasonOf(reasons: readonly Hindrance[]): Hindrance {
  const order: readonly Hindrance[] = [
    '',
    'allBusy',
    'batteryLow',
    'offline',
    'noCompartment',
    'liftOut',
    'noRight',
    'noWay',
  ];
  return order.find((reason) => reasons.includes(reason)) ?? 'noRobot';
}

/** The reason as consoles read it: older ones know only the general one. @param floorOf the name of a map's floor */
export function shownReason(
  why: Hindrance,
  { from, to }: WantedDelivery,
  lifts: Lifts,
  floorOf: (mapId: string) => string,
): Pick<NonNullable<Delivery['queue']>, 'reason' | 'detail' | 'floor'> {
  if (why === 'noCompartment') return { reason: 'allBusy', detail: why };
  if (why !== 'liftOut') return { reason: why };
  const isBetween = elevatorOutBetween(lifts, from.mapId, to.mapId) !== null;
  return { reason: 'noWay', detail: why, floor: floorOf(isBetween ? to.mapId : from.mapId) };
}
