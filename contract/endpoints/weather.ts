/** The weather for the robot's own screen (design 13). */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { siteWeather } from '../entities/weather.ts';

export const weather = {
  get: endpoint('/semantic-scene/get-weather', {
    summary: "Returns the weather at the site of the key's robot.",
    access: publicAccess,
    kind: 'read',
    request: v.object({ key: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)) }),
    response: siteWeather,
  }),
};
