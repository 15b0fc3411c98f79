/** What the server is made of. `createServer` puts it together; features take what they need from here. */
import type { Broker } from './broker/broker.ts';
import type { CoreDeps } from './coreDeps.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { LiveRights } from './rights/liveRights.ts';

export interface AppDeps extends CoreDeps {
  broker: Broker;
  fleet: Fleet;
  rights: LiveRights;
}
