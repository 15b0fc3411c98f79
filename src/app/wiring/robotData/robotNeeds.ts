/** The dependencies of everything that opens robots' own connections: the page of a robot, the video wall. */
import type { Services } from '../../services.ts';
import { browserOf, type RobotBrowser } from './browser.ts';
import type { RobotNeeds } from './needs.ts';

export function robotNeedsOf(
  services: Services,
  browser: RobotBrowser = services.robotBrowser ?? browserOf(window),
): RobotNeeds {
  const {
    present,
    streams,
    language,
    world: { clock, ticks, newId, log },
  } = services;
  const { api, links, live } = present();
  return { api, links, live, streams, clock, language, ticks, newId, log, browser };
}
