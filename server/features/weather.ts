/** Weather for a robot's screen: at the site of the robot that the screen's key belongs to. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { weather as weatherCalls } from '../../contract/endpoints/weather.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { nameIn } from '../db/localName.ts';
import { siteOfRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { createWeatherProvider } from '../weather/provider.ts';
import { createWeatherWatch } from '../weather/watch.ts';
import type { HolderOfKey } from './wallKeys.ts';

export function createWeatherHandlers({
  settings: { weather },
  log,
  now,
  holderOfKey,
}: Pick<CoreDeps, 'settings' | 'log' | 'now'> & { holderOfKey: HolderOfKey }): Handlers<
  typeof weatherCalls,
  RequestContext
> {
  const weatherAt = createWeatherWatch({
    ...(weather && { places: weather.places }),
    ask: weather && createWeatherProvider({ ...weather, now }),
    log,
    now,
  });
  return {
    async get({ key }, { db, address, language }) {
      const holder = await holderOfKey(key, 'screen', address);
      const site = holder?.serialNumber ? await siteOfRobot(db, holder.serialNumber) : undefined;
      // Revoked or unknown key, or its robot is gone.
      if (!site) throw new ApiError('keyWrong', { field: 'key' });
      const { latitude, longitude } = site;
      const own = latitude !== null && longitude !== null ? { latitude, longitude } : null;
      const seen = await weatherAt(site.id, own);
      return {
        site: { id: site.id, name: nameIn(site.name, language), timeZone: site.timeZone },
        time: now(),
        ...seen,
      };
    },
  };
}
