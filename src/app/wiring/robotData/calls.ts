/** API calls of a robot's page. */
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Command } from '../../../../contract/entities/command.ts';
import type { Resumer } from '../../../../contract/entities/resumer.ts';
import type { Lease } from '../../../../contract/entities/lease.ts';
import type { TaskKind } from '../../../../contract/wire/actions.ts';
import { failureOf } from '../../../machines/failure.ts';
import type { AskInput, CommandsEvent } from '../../../machines/robotData/commands.setup.ts';
import type { HoldingInput, LeaseCall } from '../../../machines/robotData/lease.machine.ts';
import { LEDGER_ROWS } from '../../../machines/robotData/ledger.ts';
import type { ResumersInput } from '../../../machines/robotData/resumers.machine.ts';
import type { LoadedRobot, MissedNews } from '../../../machines/robotData/robotData.setup.ts';
import { LEAVING } from '../../../services/leaving.ts';
import type { RobotNeeds, RobotShared } from './needs.ts';
import { resumeRequest } from '../resumeRequest.ts';

type Api = RobotNeeds['api'];

export const loadRobot = ({ api, clock }: RobotNeeds, { mapIds }: RobotShared) =>
  fromPromise<LoadedRobot, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
    const [detail, { rights }, lease, { rows }, { sites, maps }] = await Promise.all([
      api.robots.detail({ serialNumber }, { signal }),
      api.robots.relation({ serialNumber, userId: '' }, { signal }),
      api.control.get({ serialNumber }, { signal }),
      api.commands.list({ serialNumber, limit: LEDGER_ROWS }, { signal }),
      api.maps.ofSites({}, { signal }),
    ]);
    mapIds.set(serialNumber, new Map(detail.maps.map(({ robotMapName, mapId }) => [robotMapName, mapId])));
    return {
      detail,
      rights,
      lease,
      ledger: rows,
      site: sites.find(({ id }) => id === detail.siteId) ?? null,
      maps: maps.filter(({ siteId }) => siteId === detail.siteId),
      runningSince: detail.runTime === null ? null : clock.now() - detail.runTime,
    };
  });

export const loadMissed = ({ api }: RobotNeeds) =>
  fromPromise<MissedNews, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
    const [lease, { rows }] = await Promise.all([
      api.control.get({ serialNumber }, { signal }),
      api.commands.list({ serialNumber, limit: LEDGER_ROWS }, { signal }),
    ]);
    return { lease, ledger: rows };
  });

export const callLease = ({ api }: RobotNeeds) =>
  fromPromise<Lease, LeaseCall>(({ input: { act, serialNumber, clientId, number, reason }, signal }) => {
    switch (act) {
      case 'take':
      case 'ask':
        return api.control[act]({ serialNumber, clientId }, { signal });
      case 'takeOver':
        return api.control.takeOver({ serialNumber, clientId, reason }, { signal });
      default:
        return api.control[act]({ serialNumber, clientId, number }, { signal });
    }
  });

/** The number of round-trip measurements: the fastest counts, because the first may include opening a connection. */
const MEASURED_TIMES = 3;

export const measureRoundTrip = ({ api, ticks }: RobotNeeds) =>
  fromPromise<number, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
    let fastest = Infinity;
    for (let n = 0; n < MEASURED_TIMES; n += 1) {
      const began = ticks();
      await api.control.get({ serialNumber }, { signal, once: true });
      fastest = Math.min(fastest, ticks() - began);
    }
    return Math.round(fastest);
  });

/** Gives the lease back when the page is left. The lease of a tab that crashes expires (15 s). */
export const holdLease = ({ api, browser, log }: RobotNeeds) =>
  fromCallback<EventObject, HoldingInput>(({ input, receive }) => {
    let isOurs = true;
    receive(() => {
      isOurs = false;
    });
    const giveBack = (): void => {
      if (isOurs) api.control.release(input, LEAVING).catch(log);
      isOurs = false;
    };
    browser.window.addEventListener('pagehide', giveBack);
    return () => {
      browser.window.removeEventListener('pagehide', giveBack);
      giveBack();
    };
  });

export const ask = ({ api }: RobotNeeds) =>
  fromCallback<EventObject, AskInput>(({ input: { local, serialNumber, request }, sendBack }) => {
    const report = (event: CommandsEvent): void => sendBack(event);
    send(api, serialNumber, request).then(
      (command) => report({ type: 'ask.answered', local, command }),
      (error: unknown) => report({ type: 'ask.refused', local, failure: failureOf(error) }),
    );
  });

export const readResumers = ({ api }: RobotNeeds) =>
  fromPromise<readonly Resumer[], ResumersInput>(
    async ({ input, signal }) => (await api.resumers.list(input, { signal })).people,
  );

export const askResumers = ({ api }: RobotNeeds) =>
  fromPromise<unknown, ResumersInput>(({ input, signal }) => api.resumers.ask(input, { signal }));

const replaced = ({ replaces }: { replaces?: TaskKind }) => (replaces === undefined ? {} : { replaces });

function send(api: Api, serialNumber: string, request: AskInput['request']): Promise<Command> {
  if (request.kind === 'goTo' || request.kind === 'relocate') {
    const { mapId, x, y, areaId, theta } = request.target;
    const extra = { ...(theta === null ? {} : { theta }), ...replaced(request) };
    if (request.kind === 'relocate')
      return api.commands.relocate({ serialNumber, locationX: x, locationY: y, mapId, ...extra });
    return api.commands.goTo(
      areaId ? { serialNumber, areaId, ...extra } : { serialNumber, mapId, coordinateX: x, coordinateY: y, ...extra },
    );
  }
  if (request.kind === 'resume') return api.commands.resume(resumeRequest(serialNumber, request.stopIds ?? []));
  return request.kind === 'charge'
    ? api.commands.charge({ serialNumber, ...replaced(request) })
    : api.commands.cancel({ serialNumber });
}
