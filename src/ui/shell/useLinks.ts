import { useSelector } from '@xstate/react';
import {
  selectBrokerLink,
  selectCloudLink,
  selectIsFeedLost,
  type BrokerLink,
  type CloudLink,
} from '../../machines/connection/connection.selectors.ts';
import { selectHeardAt } from '../../machines/fleet/fleet.selectors.ts';
import { useConnection, useFleet } from '../hooks/useApp.ts';
import { useServerNow } from '../hooks/useServerNow.ts';

export interface Links {
  cloud: CloudLink;
  broker: BrokerLink;
  /** Live values stand still. */
  lost: boolean;
}

/** The links of this browser, as the connection's machine has them. */
export function useLinks(): Links {
  const connection = useConnection();
  return {
    cloud: useSelector(connection, selectCloudLink),
    broker: useSelector(connection, selectBrokerLink),
    lost: useSelector(connection, selectIsFeedLost),
  };
}

export interface Moment {
  /** The server's clock now, ms: ages are counted to it. */
  now: number;
  /**
   * The moment that the picture shows: now, or when it stood still. Whether a robot was silent is judged by it: with our own
   * link lost nobody can know, and the last known state is kept.
   */
  shown: number;
  lost: boolean;
}

export function useMoment(): Moment {
  const now = useServerNow();
  const heardAt = useSelector(useFleet(), selectHeardAt);
  const lost = useSelector(useConnection(), selectIsFeedLost);
  return { now, shown: lost && heardAt > 0 ? Math.min(now, heardAt) : now, lost };
}
