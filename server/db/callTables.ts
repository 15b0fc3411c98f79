/** Tables of calls. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { bigserial, boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CallScreen } from '../../contract/entities/call.ts';
import type { OwnCallPicture } from '../../contract/entities/callContent.ts';
import type {
  CallEnd,
  CallLineKind,
  CallLoss,
  CallOrigin,
  CallSide,
  CallState,
  CallTool,
  CallTopic,
} from '../../contract/rules/call.ts';
import { instant, json, localText } from './columns.ts';
import { sites } from './mapTables.ts';

/** Calls, open and ended. No references, so that a record outlives its robot and its operator. */
export const calls = pgTable(
  'calls',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    robotName: localText('robot_name').notNull(),
    placeName: localText('place_name').notNull().default(''),
    origin: text('origin').$type<CallOrigin>().notNull(),
    tool: text('tool').$type<CallTool>().notNull(),
    state: text('state').$type<CallState>().notNull(),
    /** Where the operator calls from. */
    area: text('area').notNull().default(''),
    /** Null while a visitor's call rings, and if nobody answered it. */
    operatorId: text('operator_id'),
    operatorName: localText('operator_name'),
    /** The session that is in the call: another one of the same account does not keep it. */
    sessionId: text('session_id'),
    /** Accounts that do not want it. */
    declined: json<string[]>('declined').notNull(),
    isAskedToWait: boolean('is_asked_to_wait').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    rangAt: instant('rang_at'),
    answeredAt: instant('answered_at'),
    lostAt: instant('lost_at'),
    loss: text('loss').$type<CallLoss>(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<CallSide>(),
    end: text('end').$type<CallEnd>(),
    interruptions: integer('interruptions').notNull().default(0),
    interruptedMs: integer('interrupted_ms').notNull().default(0),
    operatorSeenAt: instant('operator_seen_at'),
    hasMedia: boolean('has_media').notNull().default(false),
    roundTrip: doublePrecision('round_trip'),
    screen: json<CallScreen | null>('screen'),
    topic: text('topic').$type<CallTopic>(),
    note: text('note').notNull().default(''),
    /** When the server looks at it again; null once it has ended. */
    dueAt: instant('due_at'),
  },
  (table) => [
    index('calls_robot').on(table.serialNumber, table.createdAt.desc(), table.id.desc()),
    index('calls_created').on(table.createdAt.desc(), table.id.desc()),
    index('calls_origin').on(table.origin, table.createdAt.desc(), table.id.desc(), table.serialNumber, table.end),
    index('calls_end').on(table.end, table.createdAt.desc(), table.id.desc(), table.serialNumber, table.origin),
    index('calls_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    // One open call per robot, even if two people begin one at the same moment.
    uniqueIndex('calls_open')
      .on(table.serialNumber)
      .where(sql`state <> 'ended'`),
    index('calls_ended')
      .on(table.endedAt)
      .where(sql`ended_at is not null`),
  ],
);

/** The newest phrases and pictures of a site; their number is bounded by rules/callContent.ts. */
export const callContents = pgTable('call_contents', {
  siteId: text('site_id')
    .primaryKey()
    .references(() => sites.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  phrases: json<readonly string[]>('phrases').notNull(),
  pictures: json<readonly OwnCallPicture[]>('pictures').notNull(),
});

export const callLines = pgTable(
  'call_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind').$type<CallLineKind>().notNull(),
    side: text('side').$type<CallSide>().notNull(),
    text: text('text').notNull().default(''),
    /** Length of an interruption. */
    ms: integer('ms'),
  },
  (table) => [index('call_lines_call').on(table.callId, table.id)],
);
