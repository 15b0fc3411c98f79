/** Stores a new delivery, with its codes and the first line of its history. */
import { randomUUID } from 'node:crypto';
import type { DeliveryOrigin } from '../../contract/entities/delivery.ts';
import type { CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { addDelivery, type DeliveryRow } from '../db/repositories/deliveries.ts';
import type { PointRow } from '../fleet/fleetCache.ts';
import { addLine } from './deliveryLife.ts';
import type { DeliverySecrets } from './deliverySecrets.ts';

/** The queue looks at it by itself after this time, ms, if the first look was lost. */
const LOOK_AFTER_MS = 1_000;

export interface NewDeliveryRequest {
  siteId: string;
  from: Pick<PointRow, 'areaId' | 'name'>;
  to: Pick<PointRow, 'areaId' | 'name'>;
  origin: DeliveryOrigin;
  phoneNumber: string;
  loaderPhone: string;
  recipientName: string;
  note: string;
  size: CompartmentSize;
  /** ms; 0: at once. */
  notBefore: number;
  /** '' for any robot. */
  wantedRobot: string;
  createdBy: string;
  createdByName: LocalName;
}

export async function createDelivery(
  db: Db,
  { now, secrets }: { now: () => number; secrets: DeliverySecrets },
  { from, to, notBefore, ...wanted }: NewDeliveryRequest,
): Promise<DeliveryRow> {
  const at = new Date(now());
  const id = randomUUID();
  const isLater = notBefore > at.getTime();
  const row = await addDelivery(db, {
    ...wanted,
    id,
    serialNumber: '',
    status: 'created',
    loadingPoint: from.areaId,
    destination: to.areaId,
    loadingName: from.name,
    destinationName: to.name,
    ...secrets.newCodes(id),
    createdAt: at,
    changedAt: at,
    notBefore: isLater ? new Date(notBefore) : null,
    dueAt: new Date(isLater ? notBefore : at.getTime() + LOOK_AFTER_MS),
  });
  if (!row) throw new ApiError('serverError');
  await addLine(db, row, {
    at,
    kind: 'status',
    cause: wanted.origin === 'demo' ? 'server' : 'operator',
    by: wanted.createdByName,
  });
  return row;
}
