/** The weather for a robot's own screen (design 13). */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { siteWeather } from '../entities/weather.ts';

export const weather = {
  get: endpoint('/semantic-scene/get-weather', {
    summary: 'The weather at the site of the robot whose screen this key was made for.',
    access: publicAccess,
    kind: 'read',
    request: v.object({ key: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)) }),
    response: siteWeather,
  }),
};
