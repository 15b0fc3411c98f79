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
  /** Live updates have stopped. */
  lost: boolean;
}

/** The browser's links, from the connection machine. */
export function useLinks(): Links {
  const connection = useConnection();
  return {
    cloud: useSelector(connection, selectCloudLink),
    broker: useSelector(connection, selectBrokerLink),
    lost: useSelector(connection, selectIsFeedLost),
  };
}

export interface Moment {
  /** The server's clock, ms; ages are relative to it. */
  now: number;
  /**
   * Time of the displayed data: now, or when live updates stopped. Used to decide whether a robot is silent: while our
   * own link is lost that is unknown, and the last known state is kept.
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
