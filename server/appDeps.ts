/** Dependencies of the server's features. `createServer` assembles them. */
import type { Broker } from './broker/broker.ts';
import type { CoreDeps } from './coreDeps.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { LiveRights } from './rights/liveRights.ts';

export interface AppDeps extends CoreDeps {
  broker: Broker;
  fleet: Fleet;
  rights: LiveRights;
}
