/** Tables of maps and their contents: points, lifts, doors, pictures, earlier versions. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PointAttribute } from '../../contract/entities/robotConstants.ts';
import type { OpenedBy } from '../../contract/entities/site.ts';
import { BATTERY_RESERVE } from '../../contract/rules/schedule/scheduleLimits.ts';
import { DOOR_OPEN_S } from '../../contract/rules/siteLimits.ts';
import { bytea, instant, json } from './columns.ts';
import type { LocalName, StoredBay, StoredPlan } from './localName.ts';

export const sites = pgTable('sites', {
  id: text('id').primaryKey(),
  name: json<LocalName>('name').notNull(),
  timeZone: text('time_zone').notNull(),
  address: text('address').notNull().default(''),
  /** Of its reception, E.164; '' without one. */
  phoneNumber: text('phone_number').notNull().default(''),
  /** Degrees; null if not given, as is the longitude then. */
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  /** Charge that its robots keep at the end of a scheduled run, percent. */
  batteryReserve: integer('battery_reserve').notNull().default(BATTERY_RESERVE.usual),
  /** Incremented with each save of the site's own fields. */
  revision: integer('revision').notNull().default(0),
  demo: boolean('demo').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const maps = pgTable(
  'maps',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    floor: text('floor').notNull(),
    /** Order of floors in the floor switcher. */
    position: integer('position').notNull().default(0),
    name: json<LocalName>('name').notNull(),
    /** Metres per pixel of the picture, or of the picture that the plan would give. */
    resolution: doublePrecision('resolution').notNull(),
    /** Pose of the picture's lower left corner in the robots' coordinate system, metres and radians. */
    originX: doublePrecision('origin_x').notNull().default(0),
    originY: doublePrecision('origin_y').notNull().default(0),
    originYaw: doublePrecision('origin_yaw').notNull().default(0),
    /** null: drawn from the plan. */
    pictureId: text('picture_id'),
    /** Pixels; null without a picture. */
    pictureWidth: integer('picture_width'),
    pictureHeight: integer('picture_height'),
    /** For an imported map only its size and outline. */
    plan: json<StoredPlan>('plan').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    /**
     * Incremented with each save of the map or its points; an editor sends the revision that its edits are based on.
     */
    revision: integer('revision').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('maps_default')
      .on(table.siteId)
      .where(sql`is_default`),
    index('maps_site').on(table.siteId, table.position),
  ],
);

/** Pictures of maps, re-encoded as 8-bit PNG on upload. Their bytes are in the file store. */
export const mapPictures = pgTable(
  'map_pictures',
  {
    id: text('id').primaryKey(),
    /** No reference, because a picture is written before its map. */
    mapId: text('map_id').notNull(),
    /** The stored file; null until a picture of an earlier version has been moved to the file store. */
    fileId: text('file_id'),
    /** Only of pictures that have not been moved. */
    png: bytea('png'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** How grey values map to free, occupied and unknown (ROS map_server). */
    meta: json<StoredPictureMeta>('meta').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('map_pictures_map').on(table.mapId)],
);
export interface StoredPictureMeta {
  occupiedThresh: number;
  freeThresh: number;
  negate: boolean;
  mode: 'trinary' | 'scale' | 'raw';
}

export const points = pgTable(
  'points',
  {
    areaId: text('area_id').primaryKey(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    name: json<LocalName>('name').notNull(),
    departWord: json<LocalName>('depart_word').notNull(),
    arrivedWord: json<LocalName>('arrived_word').notNull(),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    theta: doublePrecision('theta').notNull().default(0),
    /** Seconds. */
    stayTime: integer('stay_time').notNull().default(0),
    attributes: text('attributes').array().$type<PointAttribute[]>().notNull(),
    chargeBase: json<StoredBay[]>('charge_base').notNull(),
    elevatorId: text('elevator_id'),
    /** The access-controlled door it belongs to. */
    doorId: text('door_id'),
    /** Revision of the map at the last change of this point. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [index('points_map').on(table.mapId)],
);
export type StoredPoint = typeof points.$inferSelect;

/** All points of a map after a save; revision 0 is the state before the first save. */
export const mapVersions = pgTable(
  'map_versions',
  {
    id: text('id').notNull().unique(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    at: instant('at').notNull(),
    /** null if no user made it, as for the initial version. */
    userId: text('user_id'),
    summary: json<StoredSummary>('summary').notNull(),
    points: json<StoredPoint[]>('points').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mapId, table.revision] })],
);
export interface StoredSummary {
  added: number;
  moved: number;
  changed: number;
  deleted: number;
}

export const elevators = pgTable(
  'elevators',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: json<LocalName>('name').notNull(),
    /** The chosen boarding points; which points belong to the lift is stored with the points. */
    stops: json<LiftStop[]>('stops').notNull().default([]),
    /** Seconds that the doors stay open. */
    openSeconds: integer('open_seconds').notNull().default(DOOR_OPEN_S.usual),
    openedBy: text('opened_by').$type<OpenedBy>().notNull().default('robot'),
    /** Address of the relay; empty unless it opens the doors. */
    relayUrl: text('relay_url').notNull().default(''),
    /** Incremented to replace the relay's key, which is derived from it. */
    relayKeyVersion: integer('relay_key_version').notNull().default(0),
    isOutOfService: boolean('is_out_of_service').notNull().default(false),
    /** When its relay first failed to open it; null after it has opened, or before it was asked. */
    relaySilentSince: instant('relay_silent_since'),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [index('elevators_site').on(table.siteId)],
);

/** A boarding point of a lift; its name is kept for the time after the point was deleted. */
export interface LiftStop {
  mapId: string;
  areaId: string;
  pointName: LocalName;
}

/** Doors that robots open through access control. */
export const entrances = pgTable(
  'entrances',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    name: json<LocalName>('name').notNull(),
    /** Seconds that the door stays open. */
    openSeconds: integer('open_seconds').notNull().default(DOOR_OPEN_S.usual),
    openedBy: text('opened_by').$type<OpenedBy>().notNull().default('robot'),
    relayUrl: text('relay_url').notNull().default(''),
    relayKeyVersion: integer('relay_key_version').notNull().default(0),
    isOutOfService: boolean('is_out_of_service').notNull().default(false),
    relaySilentSince: instant('relay_silent_since'),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [index('entrances_site').on(table.siteId)],
);
