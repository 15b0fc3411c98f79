import { useSelector } from '@xstate/react';
import { selectBrokerLink, selectCloudLink, selectIsFeedLost, type BrokerLink, type CloudLink } from '../../machines/connection/connection.selectors.ts';
import { useConnection } from '../hooks/useApp.ts';

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
