/**
 * Tracks the clients of an external broker. The broker reports sign-ins (authEndpoints.ts) but not disconnects, and
 * goes on serving connections whose session has ended. Every sign-in is therefore stored in the database; clients that
 * lose their session, relation or password are disconnected within 5 s in the one way that every MQTT broker supports:
 * a second connection under the same client id ends the first.
 */
import mqtt, { type IClientOptions } from 'mqtt';
import type { CoreDeps } from '../coreDeps.ts';
import {
  accountsSeen,
  noteClient,
  recordAccountSeen,
  takeRevokedClients,
  takeRobotClients,
} from '../db/repositories/brokerClients.ts';
import type { Watcher } from './broker.ts';
import type { ClientIdentity } from './authenticateClient.ts';

/**
 * An account counts as watching for this long after it was last seen; a console that gets no updates reloads its list,
 * which counts as seen.
 */
const WATCHED_MS = 24 * 3_600_000;
const CHECK_MS = 1_000;
/**
 * The broker can readmit an evicted client from its own cache of decisions: its entries must expire sooner than this.
 */
const AGAIN_MS = 30_000;
const EVICT_MS = 5_000;
/** Delay before disconnecting, because the broker does not wait for the end of the older connection. */
const SETTLE_MS = 250;
const AT_ONCE = 20;

export interface ExternalClients {
  /** Records a sign-in at the broker. */
  note(identity: ClientIdentity, clientId: string): Promise<void>;
  /** Records that the account has loaded its list, so it is connected. */
  see(userId: string): void;
  watchers(): readonly Watcher[];
  /** Checks now for clients that lost their session or relation. */
  checkNow(): void;
  evictRobot(serialNumber: string): void;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & { url: string; signIn: IClientOptions };

export function trackExternalClients({ db, log, now, url, signIn }: Needs): ExternalClients {
  let watchers: readonly Watcher[] = [];
  let checking: Promise<void> | undefined;
  let isWantedAgain = false;
  let isClosed = false;
  /** Client ids that could not be evicted yet. */
  const unwanted = new Set<string>();

  const evictPending = async (): Promise<void> => {
    const batch = [...unwanted].slice(0, AT_ONCE);
    await Promise.all(
      batch.map(async (clientId) => (await evict(url, { ...signIn, clientId })) && unwanted.delete(clientId)),
    );
  };
  const look = async (): Promise<void> => {
    const time = now();
    watchers = await accountsSeen(db, new Date(time - WATCHED_MS));
    for (const clientId of await takeRevokedClients(db, new Date(time), new Date(time - AGAIN_MS)))
      unwanted.add(clientId);
    await evictPending();
  };
  const check = (): Promise<void> => {
    isWantedAgain = checking !== undefined;
    return (checking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the clients of the external broker could not be checked'))
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
      // A screen's row has no account and no robot (db/repositories/brokerClients.ts).
      const of =
        identity.kind === 'person'
          ? identity
          : { userId: null, sessionId: identity.kind === 'screen' ? identity.keyId : null };
      const serialNumber = identity.kind === 'screen' ? null : identity.serialNumber;
      const { language = null } = identity;
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
      void recordAccountSeen(db, userId, new Date(now())).catch((error: unknown) =>
        log.warn({ err: error }, 'a viewer of the fleet could not be recorded'),
      ),
    watchers: () => watchers,
    checkNow: () => void check(),
    evictRobot: (serialNumber) =>
      void takeRobotClients(db, serialNumber, new Date(now()))
        .then((clientIds) => {
          for (const clientId of clientIds) unwanted.add(clientId);
          return check();
        })
        .catch((error: unknown) =>
          log.error({ err: error, serialNumber }, "a robot's connections could not be closed"),
        ),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await checking;
    },
  };
}

/** Takes over a client id for a moment, which ends its connection. False when the broker cannot be reached. */
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
    client.once('close', () => resolve(false)); // no effect after a successful end, which has resolved already
  });
}
