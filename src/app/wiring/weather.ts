/** Wires the weather on a robot's own screen: the access key is in the URL fragment, and is sent only to the server. */
import { fromPromise } from 'xstate';
import { weather } from '../../../contract/endpoints/weather.ts';
import type { SiteWeather } from '../../../contract/entities/weather.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { weatherMachine } from '../../machines/weather/weather.machine.ts';
import { createClient } from '../../services/api.ts';
import { createUrlHash } from '../../services/urlHash.ts';
import type { Services } from '../services.ts';

export function wireWeather({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(weather, transport);
  const fragment = createUrlHash(window);
  return weatherMachine.provide({
    actors: {
      readWeather: fromPromise<SiteWeather>(async ({ signal }) => {
        const key = fragment.now().trim();
        if (key === '') throw new ApiError('keyWrong', { field: 'key' });
        return api.get({ key }, { signal });
      }),
    },
  });
}
