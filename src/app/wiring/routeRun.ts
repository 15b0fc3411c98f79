/** Wires route runs to the API: as a child for the page of routes, and monitoring only for the page of a robot. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { routeRuns } from '../../../contract/endpoints/routeRuns.ts';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { routeRunMachine, type RobotTerms, type StartRequest } from '../../machines/routeRun/routeRun.machine.ts';
import { routeRunMonitorMachine, type StopNamed } from '../../machines/routeRun/routeRunMonitor.machine.ts';
import { createClient } from '../../services/api.ts';
import { listenEscape, watchEscape } from '../../services/keyboardEscape.ts';
import type { Services } from '../services.ts';
import { browserOf, type RobotBrowser } from './robotData/browser.ts';
import { resumeRequest } from './resumeRequest.ts';

export function wireRouteRunMonitor({ transport, present }: Services) {
  const drives = createClient(routeRuns, transport);
  const { api } = present();
  return routeRunMonitorMachine.provide({
    actors: {
      readRouteRun: fromPromise<RouteRun | null, { serialNumber: string }>(
        async ({ input, signal }) => (await drives.current(input, { signal })).drive,
      ),
      skipStop: fromPromise<RouteRun, StopNamed>(({ input, signal }) => drives.skip(input, { signal })),
      endRouteRun: fromPromise<RouteRun, { serialNumber: string; driveId: string }>(({ input, signal }) =>
        drives.end(input, { signal }),
      ),
      resumeRobot: fromPromise<unknown, { serialNumber: string; stopIds: readonly string[] }>(
        ({ input: { serialNumber, stopIds }, signal }) =>
          api.commands.resume(resumeRequest(serialNumber, stopIds), { signal }),
      ),
    },
  });
}

export function wireRouteRun(services: Services, browser: RobotBrowser = services.robotBrowser ?? browserOf(window)) {
  const {
    transport,
    present,
    world: { clock },
  } = services;
  const drives = createClient(routeRuns, transport);
  const { api } = present();
  return routeRunMachine.provide({
    actors: {
      readTerms: fromPromise<RobotTerms, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
        const [{ abilities }, { rights }, { holder }] = await Promise.all([
          api.robots.detail({ serialNumber }, { signal }),
          api.robots.relation({ serialNumber, userId: '' }, { signal }),
          api.control.get({ serialNumber }, { signal }),
        ]);
        return { abilities, rights, leasedByOther: holder !== null, leaseHolder: holder?.name ?? '' };
      }),
      startRouteRun: fromPromise<RouteRun, StartRequest>(({ input, signal }) => drives.start(input, { signal })),
      escapeKey: fromCallback<EventObject>(({ sendBack }) => {
        const stops = [
          listenEscape(browser.window, browser.document, false, () =>
            sendBack({ type: 'escape.pressed', at: clock.now() }),
          ),
          watchEscape(browser.document, false, (reaches) => sendBack({ type: 'escape.reaches', reaches })),
        ];
        return () => stops.forEach((stop) => stop());
      }),
      routeRunMonitor: wireRouteRunMonitor(services),
    },
  });
}
