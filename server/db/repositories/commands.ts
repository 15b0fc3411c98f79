/** The command ledger: every command to a robot from request to end. Further functions for Stops are in stops.ts. */
import { and, count, desc, eq, gte, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  canBecome,
  COMMAND_KINDS,
  COMMAND_STATES,
  hasEnded,
  type CommandState,
} from '../../../contract/rules/commandLife.ts';
import type { Db } from '../database.ts';
import { preparedInsert, preparedStatement } from '../preparedStatement.ts';
import { commands, robots } from '../schema.ts';
import { type AuditRecord, record } from './audit.ts';

export type CommandRow = typeof commands.$inferSelect;

/** The column that records when a command entered a state. */
export const STATE_TIMESTAMP = {
  sent: 'sentAt',
  accepted: 'acceptedAt',
  running: 'runningAt',
  finished: 'endedAt',
  failed: 'endedAt',
  expired: 'endedAt',
} as const;
export const OPEN_STATES: CommandState[] = COMMAND_STATES.filter((state) => !hasEnded(state));
const statesBefore = (to: CommandState): CommandState[] => COMMAND_STATES.filter((from) => canBecome(from, to));

/** Adds a command of a person, and its audit entry. */
export async function addCommand(db: Db, command: typeof commands.$inferInsert): Promise<CommandRow | undefined> {
  const [row] = await newCommand.statement(db).execute(newCommand.valuesOf(command));
  const entry = row && auditOf(row);
  if (entry) await record(db, entry);
  return row;
}

const newCommand = preparedInsert(commands, (db, values) =>
  db.insert(commands).values(values).returning().prepare('add_command'),
);

/** The audit entry of a command; null for a route run, which has an act of its own. */
export const auditOf = ({ askedBy, askedAt, kind, serialNumber, target }: CommandRow): AuditRecord | null =>
  kind === 'cruise'
    ? null
    : {
        at: askedAt,
        userId: askedBy,
        act: `command.${kind}`,
        subject: serialNumber,
        after: target === '' ? null : { target },
      };

export async function commandById(db: Db, id: string): Promise<CommandRow | undefined> {
  const [row] = await db.select().from(commands).where(eq(commands.id, id));
  return row;
}

export async function commandStateOf(db: Db, id: string): Promise<CommandState | undefined> {
  const [row] = await db.select({ state: commands.state }).from(commands).where(eq(commands.id, id));
  return row?.state;
}

/**
 * During an upgrade the next version runs beside this one: commands of kinds that this one does not know are left to it,
 * and are in none of its lists.
 */
const isKnown = inArray(commands.kind, [...COMMAND_KINDS]);

export const openCommands = (db: Db): Promise<CommandRow[]> =>
  db
    .select()
    .from(commands)
    .where(and(inArray(commands.state, OPEN_STATES), isKnown));

/** Mappings asked of these robots since then, newest first. */
export const mapScansOf = (
  db: Db,
  serialNumbers: readonly string[],
  { since, limit }: { since: Date; limit: number },
): Promise<CommandRow[]> =>
  db
    .select()
    .from(commands)
    .where(
      and(
        inArray(commands.serialNumber, [...serialNumbers]),
        eq(commands.kind, 'buildMap'),
        gte(commands.askedAt, since),
      ),
    )
    .orderBy(desc(commands.askedAt), desc(commands.id))
    .limit(limit);

/** A robot's commands, newest first. @param db no transaction: both queries run at once */
export async function commandPage(
  db: Db,
  serialNumber: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: CommandRow[] }> {
  const where = and(eq(commands.serialNumber, serialNumber), isKnown);
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(commands).where(where),
    db
      .select()
      .from(commands)
      .where(where)
      .orderBy(desc(commands.askedAt), desc(commands.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { total: counted?.total ?? 0, rows };
}

/**
 * Advances a command. Two writes can overtake each other: a late one keeps the state and only records its timestamp.
 * @returns the resulting row; undefined if nothing was written because the command had advanced further
 */
export async function moveCommand(
  db: Db,
  id: string,
  {
    to,
    at,
    reason,
    fileId,
  }: {
    to: Exclude<CommandState, 'asked'>;
    at: Date;
    reason?: CommandRow['reason'] | undefined;
    fileId?: string | undefined;
  },
): Promise<CommandRow | undefined> {
  let move = moves.get(to);
  if (!move) moves.set(to, (move = moveTo(to)));
  const [row] = await move(db).execute({
    id,
    at: at.toISOString(),
    reason: reason ? JSON.stringify(reason) : null,
    fileId: fileId ?? null,
  });
  return row;
}

type NextState = Exclude<CommandState, 'asked'>;
/** One statement for each state that is moved to. */
const moves = new Map<NextState, ReturnType<typeof moveTo>>();
const moveTo = (to: NextState) =>
  preparedStatement((db) => {
    const isIt = eq(commands.id, sql.placeholder('id'));
    const at = sql`${sql.placeholder('at')}::timestamptz`;
    const mayMove = inArray(commands.state, statesBefore(to));
    if (hasEnded(to))
      return db
        .update(commands)
        .set({
          state: to,
          endedAt: at,
          reason: sql`coalesce(${sql.placeholder('reason')}::jsonb, ${commands.reason})`,
          fileId: sql`coalesce(${sql.placeholder('fileId')}::text, ${commands.fileId})`,
        })
        .where(and(isIt, mayMove))
        .returning()
        .prepare(`move_command_${to}`);
    const stamp = STATE_TIMESTAMP[to];
    // A late write still records its timestamp after a later state was written; an expired command can only get `sent`.
    const isLate = and(isNull(commands[stamp]), to === 'sent' ? undefined : ne(commands.state, 'expired'));
    return db
      .update(commands)
      .set({
        state: sql`case when ${mayMove} then ${to} else ${commands.state} end`,
        [stamp]: sql`coalesce(${commands[stamp]}, ${at})`,
      })
      .where(and(isIt, or(mayMove, isLate)))
      .returning()
      .prepare(`move_command_${to}`);
  });

/** Commands that one statement deletes, so that it holds no lock for long. */
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes commands that ended before then, in pieces. A Stop that holds its robot stays, and of each robot the newest
 * finished command of each kind: what the robot has proved to do is read from it.
 */
export async function deleteExpiredCommands(db: Db, before: Date): Promise<void> {
  const newer = alias(commands, 'newer');
  const isProof = and(
    eq(commands.state, 'finished'),
    notExists(
      db
        .select({ id: newer.id })
        .from(newer)
        .where(
          and(
            eq(newer.serialNumber, commands.serialNumber),
            eq(newer.kind, commands.kind),
            eq(newer.state, 'finished'),
            sql`(${newer.askedAt}, ${newer.id}) > (${commands.askedAt}, ${commands.id})`,
          ),
        ),
    ),
  );
  const holds = and(eq(commands.kind, 'stop'), isNull(commands.liftedAt));
  for (;;) {
    // By robot and time of request, which are indexed: a command ends after it was asked for.
    const ofRobot = db
      .select({ id: commands.id })
      .from(commands)
      .where(
        and(
          eq(commands.serialNumber, robots.serialNumber),
          lt(commands.askedAt, before),
          lt(commands.endedAt, before),
          sql`not (${holds})`,
          sql`not (${isProof})`,
        ),
      )
      // Without a limit the database joins the tables instead, and scans all commands.
      .limit(DELETED_AT_ONCE)
      .as('of_robot');
    const old = db.select({ id: ofRobot.id }).from(robots).crossJoinLateral(ofRobot).limit(DELETED_AT_ONCE);
    const gone = await db.delete(commands).where(inArray(commands.id, old)).returning({ id: commands.id });
    if (gone.length < DELETED_AT_ONCE) return;
  }
}
