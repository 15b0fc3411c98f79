/** Tables of deliveries: the deliveries, their histories, and exports. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../contract/entities/constants.ts';
import type { DeliveryOrigin } from '../../contract/entities/delivery.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import type {
  DeliveryAct,
  DeliveryCause,
  DeliveryEntryKind,
  DeliveryReason,
  ReturnState,
} from '../../contract/rules/delivery.ts';
import type { CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import { instant, json, localText } from './columns.ts';
import type { LocalName } from './localName.ts';
import type { StepSubject } from './stepSubject.ts';

/** An act that the robot carries out. */
export interface StoredDeliveryAct {
  id: string;
  type: DeliveryAct;
  at: number;
  by: LocalName;
  /** Who asked. */
  cause: DeliveryCause;
  state: 'sent' | 'done' | 'failed';
  reason: DeliveryReason;
  /** The recipient has said that they are somewhere else; later acts carry it on until it is dealt with. */
  isElsewhere?: true;
}

/** What an export contains. */
export interface StoredDeliveryFilter {
  serialNumbers: string[];
  siteIds: string[];
  statuses: DeliveryStatus[];
  startTime: number;
  endTime: number;
  text: string;
  /** Absent in exports of earlier versions; empty: any. */
  origins?: DeliveryOrigin[];
}

/** Deliveries (spec 3 "Delivery record"). No references, so that a record outlives its robot and points. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    number: bigserial('number', { mode: 'number' }).notNull(),
    /** '' while no robot has been assigned. */
    serialNumber: text('serial_number').notNull(),
    /** '' for deliveries of earlier versions whose robot is gone. */
    siteId: text('site_id').notNull().default(''),
    /** The robot's own id of a delivery that it reported by itself; unique for each robot. */
    robotDeliveryId: text('robot_delivery_id'),
    origin: text('origin').$type<DeliveryOrigin>().notNull().default('robot'),
    status: text('status').$type<DeliveryStatus>().notNull(),
    reason: text('reason').$type<DeliveryReason>().notNull().default(''),
    /** The status before the end. */
    endedFrom: text('ended_from').$type<DeliveryStatus>(),
    /** Recipient's number with country code (a leading plus and digits), or empty. */
    phoneNumber: text('phone_number').notNull(),
    loaderPhone: text('loader_phone').notNull().default(''),
    recipientName: text('recipient_name').notNull().default(''),
    note: text('note').notNull().default(''),
    /** Point ids, or places as the robot named them. */
    loadingPoint: text('loading_point').notNull(),
    destination: text('destination').notNull(),
    /** Names of the points, copied. */
    loadingName: localText('loading_name').notNull().default(''),
    destinationName: localText('destination_name').notNull().default(''),
    /** Six digits each, of earlier versions; sealed and emptied by the first start. */
    loadingCode: text('loading_code').notNull(),
    pickupCode: text('pickup_code').notNull(),
    /** The codes, encrypted: the first opens the compartment for loading, the second for the recipient. */
    loadingSealed: text('loading_sealed').notNull().default(''),
    pickupSealed: text('pickup_sealed').notNull().default(''),
    size: text('size').$type<CompartmentSize>().notNull().default('small'),
    compartment: integer('compartment'),
    /** The robot that was asked for; '' if any may take it. */
    wantedRobot: text('wanted_robot').notNull().default(''),
    /** The robot that did not take it last. */
    avoidedRobot: text('avoided_robot').notNull().default(''),
    notBefore: instant('not_before'),
    createdBy: text('created_by').notNull().default(''),
    createdByName: localText('created_by_name').notNull().default(''),
    loadingAt: instant('loading_at'),
    arrivalAt: instant('arrival_at'),
    hasMoreTime: boolean('has_more_time').notNull().default(false),
    act: json<StoredDeliveryAct | null>('act'),
    returns: text('returns').$type<ReturnState>().notNull().default('none'),
    isAcknowledged: boolean('is_acknowledged').notNull().default(false),
    keypadLockedUntil: instant('keypad_locked_until'),
    /** The file that shows the robot's view at the door; '' without one. It is deleted by its own retention. */
    photoId: text('photo_id').notNull().default(''),
    photoAt: instant('photo_at'),
    /** When the server has to look at it again; null for one that has ended or that its robot reported by itself. */
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** null while the delivery is in progress. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // For lists (newestRows.ts): each filter, then time and id, then the other columns that the list filters by.
    index('deliveries_robot').on(table.serialNumber, table.createdAt.desc(), table.id.desc(), table.siteId),
    index('deliveries_status').on(
      table.status,
      table.createdAt.desc(),
      table.id.desc(),
      table.serialNumber,
      table.siteId,
      table.origin,
    ),
    index('deliveries_origin').on(
      table.origin,
      table.createdAt.desc(),
      table.id.desc(),
      table.serialNumber,
      table.siteId,
      table.status,
    ),
    index('deliveries_phone').on(table.phoneNumber, table.createdAt.desc()),
    index('deliveries_created').on(table.createdAt.desc(), table.id.desc()),
    index('deliveries_site').on(table.siteId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('deliveries_robots_id')
      .on(table.serialNumber, table.robotDeliveryId)
      .where(sql`robot_delivery_id is not null`),
    index('deliveries_open')
      .on(table.siteId, table.serialNumber)
      .where(sql`ended_at is null`),
    index('deliveries_on_board')
      .on(table.serialNumber)
      .where(sql`returns in ('returning', 'failed')`),
    index('deliveries_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('deliveries_failed')
      .on(table.siteId, table.changedAt)
      .where(sql`ended_at is not null and not is_acknowledged and status not in ('completed', 'cancelled')`),
    index('deliveries_ended')
      .on(table.serialNumber, table.endedAt)
      .where(sql`ended_at is not null`),
    index('deliveries_destination').on(table.destination, table.createdAt.desc()),
  ],
);

/** The history of a delivery. */
export const deliverySteps = pgTable(
  'delivery_steps',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind').$type<DeliveryEntryKind>().notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    cause: text('cause').$type<DeliveryCause>().notNull(),
    by: localText('by').notNull().default(''),
    reason: text('reason').$type<DeliveryReason>().notNull().default(''),
    subject: localText('subject').$type<StepSubject>().notNull().default(''),
    value: integer('value'),
  },
  (table) => [
    index('delivery_steps_delivery').on(table.deliveryId, table.id),
    // Jammed compartments of robots from which a delivery was taken: few among many lines.
    index('delivery_steps_jams_left')
      .on(table.at)
      .where(sql`kind = 'unassigned' and value is not null`),
    // Compartments that did not open.
    index('delivery_steps_jams')
      .on(table.at)
      .where(sql`reason = 'jammed' and kind in ('openFailed', 'status')`),
  ],
);

/** Exports of deliveries, made by jobs. Deleted with their files. */
export const deliveryExports = pgTable(
  'delivery_exports',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    filter: json<StoredDeliveryFilter>('filter').notNull(),
    language: text('language').$type<Language>().notNull(),
    timeZone: text('time_zone').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    progress: integer('progress').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    fileId: text('file_id').notNull().default(''),
    fileName: text('file_name').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('delivery_exports_user').on(table.userId, table.createdAt)],
);
