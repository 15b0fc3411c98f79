/** The calls that the page of a robot makes. */
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Command } from '../../../../contract/entities/command.ts';
import type { Lease } from '../../../../contract/entities/lease.ts';
import { failureOf } from '../../../machines/failure.ts';
import type { AskInput, CommandsEvent } from '../../../machines/robotData/commands.setup.ts';
import type { HoldingInput, LeaseCall } from '../../../machines/robotData/lease.machine.ts';
import { LEDGER_ROWS } from '../../../machines/robotData/ledger.ts';
import type { LoadedRobot } from '../../../machines/robotData/robotData.setup.ts';
import type { RobotNeeds, RobotShared } from './needs.ts';

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
      detail, rights, lease, ledger: rows,
      site: sites.find(({ id }) => id === detail.siteId) ?? null,
      maps: maps.filter(({ siteId }) => siteId === detail.siteId),
      runningSince: detail.runTime === null ? null : clock.now() - detail.runTime,
    };
  });

export const callLease = ({ api }: RobotNeeds) =>
  fromPromise<Lease, LeaseCall>(({ input: { act, serialNumber, clientId, number, reason }, signal }) => {
    switch (act) {
      case 'take': case 'ask': return api.control[act]({ serialNumber, clientId }, { signal });
      case 'takeOver': return api.control.takeOver({ serialNumber, clientId, reason }, { signal });
      default: return api.control[act]({ serialNumber, clientId, number }, { signal });
    }
  });

/** Gives the lease back when the page is left with it. A tab that dies lets it lapse (15 s). */
export const holdLease = ({ api, browser, log }: RobotNeeds) =>
  fromCallback<EventObject, HoldingInput>(({ input, receive }) => {
    let isOurs = true;
    receive(() => { isOurs = false; });
    const giveBack = (): void => {
      if (isOurs) api.control.release(input).catch(log);
      isOurs = false;
    };
    browser.window.addEventListener('pagehide', giveBack);
    return () => {
      browser.window.removeEventListener('pagehide', giveBack);
      giveBack();
    };
  });

export const ask = ({ api }: RobotNeeds) =>
  fromCallback<EventObject, AskInput>(({ input: { local, serialNumber, wish }, sendBack }) => {
    const report = (event: CommandsEvent): void => sendBack(event);
    send(api, serialNumber, wish).then(
      (command) => report({ type: 'ask.answered', local, command }),
      (error: unknown) => report({ type: 'ask.refused', local, failure: failureOf(error) }),
    );
  });

function send(api: Api, serialNumber: string, wish: AskInput['wish']): Promise<Command> {
  if (wish.kind === 'goTo' || wish.kind === 'relocate') {
    const { mapId, x, y, areaId, theta } = wish.target;
    const heading = theta === null ? {} : { theta };
    if (wish.kind === 'relocate') return api.commands.relocate({ serialNumber, locationX: x, locationY: y, mapId, ...heading });
    return api.commands.goTo(areaId ? { serialNumber, areaId, ...heading } : { serialNumber, mapId, coordinateX: x, coordinateY: y, ...heading });
  }
  return api.commands[wish.kind]({ serialNumber });
}
