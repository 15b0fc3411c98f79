/**
 * Who is connected to an outside broker. It tells us who comes (authEndpoints.ts) and never who leaves, and it goes on
 * serving a connection whose session is long over. So everybody who came is kept in the database; whoever lost the session,
 * the relation or the password is shown out within 5 s, by the one way that every MQTT broker has: a second connection
 * under the same client id ends the first.
 */
import mqtt, { type IClientOptions } from 'mqtt';
import type { CoreDeps } from '../coreDeps.ts';
import { accountsSeen, noteClient, seeAccount, takeLostPeople, takeRobot } from '../db/repositories/brokerClients.ts';
import type { Watcher } from './broker.ts';
import type { ClientIdentity } from './authenticateClient.ts';

/** An account counts as watching so long after it was last seen; a console that hears no beat reads its list, and is seen. */
const WATCHED_MS = 24 * 3_600_000;
const CHECK_MS = 1_000;
/** The broker may let back in whom it has just asked about: its kept answers must be younger than this. */
const AGAIN_MS = 30_000;
const EVICT_MS = 5_000;
/** The older connection's end is not waited for by the broker. */
const SETTLE_MS = 250;
const AT_ONCE = 20;

export interface ExternalClients {
  /** Somebody signed in at the broker. */
  note(identity: ClientIdentity, clientId: string): Promise<void>;
  /** The account reads its list: it is there. */
  see(userId: string): void;
  watchers(): readonly Watcher[];
  /** Looks now for who lost a session or relation. */
  hurry(): void;
  showOutRobot(serialNumber: string): void;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & { url: string; signIn: IClientOptions };

export function trackExternalClients({ db, log, now, url, signIn }: Needs): ExternalClients {
  let watchers: readonly Watcher[] = [];
  let checking: Promise<void> | undefined;
  let isWantedAgain = false;
  let isClosed = false;
  /** They could not be shown out yet. */
  const unwanted = new Set<string>();

  const showOut = async (): Promise<void> => {
    const batch = [...unwanted].slice(0, AT_ONCE);
    await Promise.all(
      batch.map(async (clientId) => (await evict(url, { ...signIn, clientId })) && unwanted.delete(clientId)),
    );
  };
  const look = async (): Promise<void> => {
    const time = now();
    watchers = await accountsSeen(db, new Date(time - WATCHED_MS));
    for (const clientId of await takeLostPeople(db, new Date(time), new Date(time - AGAIN_MS))) unwanted.add(clientId);
    await showOut();
  };
  const check = (): Promise<void> => {
    isWantedAgain = checking !== undefined;
    return (checking ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'who is connected to the outside broker could not be looked at'),
      )
      .finally(() => {
        checking = undefined;
        if (isWantedAgain && !isClosed) void check();
      }));
  };
  const timer = setInterval(() => void (checking ?? check()), CHECK_MS);
  void check();

  return {
    async note(identity, clientId) {
      if (identity.kind === 'server') return;
      const of = identity.kind === 'person' ? identity : { userId: null, sessionId: null };
      const { serialNumber, language = null } = identity;
      await noteClient(db, {
        clientId,
        userId: of.userId,
        sessionId: of.sessionId,
        serialNumber,
        language,
        seenAt: new Date(now()),
      });
      unwanted.delete(clientId);
    },
    see: (userId) =>
      void seeAccount(db, userId, new Date(now())).catch((error: unknown) =>
        log.warn({ err: error }, 'a watcher could not be noted'),
      ),
    watchers: () => watchers,
    hurry: () => void check(),
    showOutRobot: (serialNumber) =>
      void takeRobot(db, serialNumber, new Date(now()))
        .then((clientIds) => {
          for (const clientId of clientIds) unwanted.add(clientId);
          return check();
        })
        .catch((error: unknown) => log.error({ err: error, serialNumber }, "a robot's connections could not be ended")),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await checking;
    },
  };
}

/** Takes a connection's place for a moment. False when the broker cannot be reached. */
function evict(url: string, options: IClientOptions): Promise<boolean> {
  const client = mqtt.connect(url, {
    ...options,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: EVICT_MS,
  });
  client.on('error', () => undefined);
  return new Promise((resolve) => {
    client.once('connect', () => setTimeout(() => client.end(false, {}, () => resolve(true)), SETTLE_MS));
    client.once('close', () => resolve(false)); // resolved already after a good end
  });
}
