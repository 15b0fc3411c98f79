/**
 * Live sessions, roles, relations and apps of all accounts, in memory. A Stop is authorised by them while the database
 * does not answer; everything else queries the database. Changes are read every second, and at once after a
 * notification.
 */
import type { AccountRole, Relation } from '../../contract/entities/constants.ts';
import { decryptSecret } from '../appSecrets.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { relationOf } from '../db/relation.ts';
import {
  livingSessions,
  openApps,
  people,
  relationsOfPeople,
  rightsChangedSince,
  type ChangeKind,
} from '../db/repositories/rights.ts';
import type { SessionHolder } from '../db/repositories/sessions.ts';

const REREAD_MS = 1_000;
/** Rights older than this count as last known, and a Stop that they authorise is recorded as such. */
export const FRESH_RIGHTS_MS = 4_000;
/** Maximum age of rights that can authorise a Stop. */
export const LAST_KNOWN_RIGHTS_MS = 15 * 60_000;
/** The database keeps changes for an hour; after this long without reading them, everything is reloaded. */
const CHANGES_MS = 30 * 60_000;
/** If more rows changed at once, everything is reloaded. */
const CHANGES_MAX = 2_000;
/** Interval at which expired sessions are removed. */
const SWEEP_MS = 600_000;

export interface RolesAndRelation {
  roles: readonly AccountRole[];
  relation: Relation | null;
}

/** An integrator's app that is not revoked. */
export interface LiveApp {
  appId: string;
  secret: string;
  userId: string;
  isLocked: boolean;
  roles: readonly AccountRole[];
  /**
   * Session under which the app stops robots: its own, or a synthetic one while it has none (the signature
   * authenticates it). undefined for a demo app without the demo.
   */
  holder: SessionHolder | undefined;
}

export interface LiveRights {
  /** The holder of a token; undefined if the token is unknown here, ended or expired. */
  session(tokenHash: string): SessionHolder | undefined;
  /** undefined if the app is unknown here or revoked. */
  app(appId: string): LiveApp | undefined;
  standing(userId: string, serialNumber: string): RolesAndRelation;
  /** Time since the last successful read began, ms, by a monotonic clock. */
  age(): number;
  known(): { sessions: number; relations: number };
  /** Reads the changes since the last time. @throws the database's error */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'log' | 'now' | 'settings'> & { db: Db; tick?: () => number };
type Session = Awaited<ReturnType<typeof livingSessions>>[number];
type Person = Awaited<ReturnType<typeof people>>[number];
type App = Awaited<ReturnType<typeof openApps>>[number];
const pairOf = ({ userId, serialNumber }: { userId: string; serialNumber: string }): string =>
  `${userId} ${serialNumber}`;

/** The data in memory, with its indexes. */
class Known {
  readonly sessions = new Map<string, Session>();
  readonly byToken = new Map<string, Session>();
  /** Sessions of apps, by account. */
  readonly ofApps = new Map<string, Set<Session>>();
  readonly people = new Map<string, Person>();
  readonly pairs = new Map<string, string>();
  readonly related = new Map<string, Relation | null>();
  readonly apps = new Map<string, App>();

  addSession(session: Session): void {
    this.sessions.set(session.sessionId, session);
    this.byToken.set(session.tokenHash, session);
    if (session.way === 'app')
      this.ofApps.set(session.userId, (this.ofApps.get(session.userId) ?? new Set()).add(session));
  }

  forget: Record<ChangeKind, (id: string) => void> = {
    session: (id) => {
      const session = this.sessions.get(id);
      if (!session) return;
      this.sessions.delete(id);
      this.byToken.delete(session.tokenHash);
      const others = this.ofApps.get(session.userId);
      others?.delete(session);
      if (others?.size === 0) this.ofApps.delete(session.userId);
    },
    account: (id) => void this.people.delete(id),
    relation: (id) => {
      this.related.delete(this.pairs.get(id) ?? '');
      this.pairs.delete(id);
    },
    app: (id) => void this.apps.delete(id),
  };
}

export async function createLiveRights({
  db,
  log,
  now,
  settings,
  tick = () => performance.now(),
}: Needs): Promise<LiveRights> {
  let known = new Known();
  let readAt = -Infinity;
  let sweptAt = tick();
  /** Position up to which changes were read. */
  let since: string | null = null;

  /** @param changed undefined to read everything */
  const read = async (into: Known, at: Date, changed?: Map<ChangeKind, string[]>): Promise<void> => {
    const wanted = (kind: ChangeKind): boolean => !changed || changed.has(kind);
    const [live, accounts, pairs, found] = [
      wanted('session') ? await livingSessions(db, at, changed?.get('session')) : [],
      wanted('account') ? await people(db, changed?.get('account')) : [],
      wanted('relation') ? await relationsOfPeople(db, changed?.get('relation')) : [],
      wanted('app') ? await openApps(db, changed?.get('app')) : [],
    ];
    const apps = await Promise.all(found.map((app) => opened(app)));
    // Synchronous from here on, so that no reader sees a partial update.
    for (const [kind, ids] of changed ?? []) ids.forEach(into.forget[kind]);
    for (const session of live) into.addSession(session);
    for (const person of accounts) into.people.set(person.id, person);
    for (const pair of pairs.filter(({ isAuth }) => isAuth)) {
      into.pairs.set(pair.id, pairOf(pair));
      into.related.set(pairOf(pair), relationOf(pair));
    }
    for (const app of apps) if (app) into.apps.set(app.appId, app);
  };

  const opened = async (app: App): Promise<App | undefined> =>
    decryptSecret(db, app.appId, app.secret).then(
      (secret) => ({ ...app, secret }),
      (error: unknown) => {
        log.warn({ err: error, appId: app.appId }, 'the secret of an app cannot be decrypted');
        return undefined;
      },
    );

  const update = async (): Promise<void> => {
    const asked = tick();
    const at = new Date(now());
    const { upTo, changed } = await rightsChangedSince(db, asked - readAt > CHANGES_MS ? null : since, CHANGES_MAX);
    if (since === null || changed === undefined || asked - readAt > CHANGES_MS) {
      const next = new Known();
      await read(next, at);
      known = next;
    } else if (changed.size > 0) await read(known, at, changed);
    if (asked - sweptAt > SWEEP_MS) {
      sweptAt = asked;
      for (const { sessionId, expiresAt } of known.sessions.values())
        if (expiresAt <= at) known.forget.session(sessionId);
    }
    [since, readAt] = [upTo, asked];
  };

  /** Reads run one after the other; a call during a read gets the next one, which begins after the call. */
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const refresh = (): Promise<void> =>
    (next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return (reading = update());
      }));
  await refresh();

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return; // skip the tick while the previous one is running, so that a frozen database does not pile them up
    isBusy = true;
    refresh()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'sessions and rights could not be read; Stop uses the last known ones'),
      )
      .finally(() => (isBusy = false));
  }, REREAD_MS);
  timer.unref();

  const holderOf = ({
    way: _,
    tokenHash: __,
    ...session
  }: Omit<Session, 'way' | 'tokenHash'> & Partial<Session>): SessionHolder | undefined => {
    const person = known.people.get(session.userId);
    if (!person || session.expiresAt.getTime() <= now() || (person.demo && !settings.demo)) return undefined;
    return { ...session, nickname: person.nickname, roles: person.roles, demo: person.demo };
  };

  return {
    session(tokenHash) {
      const session = known.byToken.get(tokenHash);
      return session && holderOf(session);
    },
    app(appId) {
      const app = known.apps.get(appId);
      const person = app && known.people.get(app.accountId);
      if (!person) return undefined;
      const [newest] = [...(known.ofApps.get(app.accountId) ?? [])].sort(
        (a, b) => b.expiresAt.getTime() - a.expiresAt.getTime(),
      );
      const itself = {
        sessionId: `app ${appId}`,
        userId: app.accountId,
        expiresAt: new Date(now() + LAST_KNOWN_RIGHTS_MS),
        lastUsedAt: new Date(now()),
        endedCode: null,
      };
      return {
        appId,
        secret: app.secret,
        userId: app.accountId,
        isLocked: person.lockedAt !== null,
        roles: person.roles,
        holder: (newest && holderOf(newest)) ?? holderOf(itself),
      };
    },
    standing: (userId, serialNumber) => ({
      roles: known.people.get(userId)?.roles ?? [],
      relation: known.related.get(pairOf({ userId, serialNumber })) ?? null,
    }),
    age: () => tick() - readAt,
    known: () => ({ sessions: known.sessions.size, relations: known.related.size }),
    refresh,
    async close() {
      clearInterval(timer);
      await (next ?? reading).catch(() => undefined);
    },
  };
}
