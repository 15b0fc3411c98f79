/**
 * Parses all messages of one robot, from its own connection and from the fleet feed, and forwards them to the page.
 * Poses go directly to the live store: they are drawn, not used for decisions (design 4).
 */
import { type ActorRefFrom, fromCallback, type EventObject } from 'xstate';
import * as v from 'valibot';
import { deviceReportOf } from '../../../../contract/rules/deviceReport.ts';
import { reportedSpeed, reportedStateOf } from '../../../../contract/rules/reportedState.ts';
import { teleopEcho } from '../../../../contract/wire/actions.ts';
import { rtcDown } from '../../../../contract/wire/rtc.ts';
import { leaseMessage, ledgerMessage } from '../../../../contract/wire/feed.ts';
import { parseTopic, type RobotTopic, rtcTopic } from '../../../../contract/wire/topics.ts';
import { stateMessage, visualizationMessage } from '../../../../contract/wire/vda5050.ts';
import type { fleetMachine } from '../../../machines/fleet/fleet.machine.ts';
import type { RobotReport } from '../../../machines/robotData/robotData.setup.ts';
import type { LinkTerms } from '../../../services/mqttLinks.ts';
import type { RobotNeeds, RobotShared } from './needs.ts';

const URGENT: ReadonlySet<string> = new Set<RobotTopic>(['lease', 'ledger', 'teleopEcho']);
/** Messages that are not batched per frame: lease, command ledger, teleop echo, signalling. */
const isUrgent = (topic: string): boolean =>
  topic.startsWith('rtc/') || URGENT.has(topic.slice(topic.lastIndexOf('/') + 1));

type Report = (report: RobotReport) => void;

export function followRobot(needs: RobotNeeds, shared: RobotShared) {
  const { links, log } = needs;
  return fromCallback<EventObject, { serialNumber: string }>(({ input: { serialNumber }, sendBack, system }) => {
    const report: Report = sendBack;
    const stopWatching = watchLink(needs, shared, serialNumber, report);
    const stopListening = links.listen(
      serialNumber,
      (heard) => {
        for (const { topic, payload, at } of heard) {
          try {
            hear(needs, shared, serialNumber, { topic, at, said: JSON.parse(payload) }, report);
          } catch (error) {
            // An invalid message must not block the others.
            log(error);
          }
        }
      },
      isUrgent,
    );
    const stopFleet = watchFleet(
      system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined,
      serialNumber,
      report,
    );
    return () => {
      stopWatching();
      stopListening();
      stopFleet();
      shared.terms.delete(serialNumber);
    };
  });
}

/** Reports the connection once the camera's signalling topic is subscribed, so that no offer of the robot is missed. */
export function watchLink(
  { links, log }: RobotNeeds,
  { terms }: RobotShared,
  key: string,
  report: (report: Extract<RobotReport, { type: 'mqttLink.opened' | 'mqttLink.closed' }>) => void,
): () => void {
  let current: LinkTerms | null = null;
  return links.watch(key, (found) => {
    current = found;
    if (!found) {
      terms.delete(key);
      report({ type: 'mqttLink.closed' });
      return;
    }
    terms.set(key, found);
    const opened = (): void => {
      if (current === found) report({ type: 'mqttLink.opened', clientId: found.clientId });
    };
    links.subscribe(key, rtcTopic(key, found.clientId, 'down')).then(opened, (error: unknown) => {
      log(error);
      opened();
    });
  });
}

function hear(
  { clock, live, language }: RobotNeeds,
  { mapIds, pulses }: RobotShared,
  serialNumber: string,
  { topic, at, said }: { topic: string; at: number; said: unknown },
  report: Report,
): void {
  const about = parseTopic(topic);
  if (about?.about === 'rtc') return report({ type: 'signal.heard', signal: v.parse(rtcDown, said) });
  if (about?.about !== 'robot') return;
  const now = clock.now();
  switch (about.name) {
    case 'state': {
      const state = v.parse(stateMessage, said);
      return report({ type: 'state.heard', state: reportedStateOf(state), devices: deviceReportOf(state), now });
    }
    case 'teleopEcho': {
      const echo = v.parse(teleopEcho, said);
      return report({ type: 'echo.heard', echo, at, leftAt: pulses.leftAt({ ...echo, serialNumber }) });
    }
    case 'visualization': {
      const message = v.parse(visualizationMessage, said);
      const { agvPosition } = message;
      // The robot's map names are unknown until the page's data is loaded.
      const mapId = agvPosition && mapIds.get(serialNumber)?.get(agvPosition.mapId);
      if (!mapId) return undefined;
      const { x, y, theta } = agvPosition;
      return live.see({
        serialNumber,
        mapId,
        x,
        y,
        theta,
        speed: reportedSpeed(message) ?? 0,
        at: now,
      });
    }
    case 'ledger': {
      const { names, ...command } = v.parse(ledgerMessage, said);
      const spoken = language();
      return report({
        type: 'ledger.heard',
        commands: [
          { ...command, target: names.target[spoken], askedBy: { ...command.askedBy, name: names.askedBy[spoken] } },
        ],
      });
    }
    case 'lease': {
      const { names, ...lease } = v.parse(leaseMessage, said);
      const spoken = language();
      return report({
        type: 'lease.heard',
        lease: {
          ...lease,
          holder: lease.holder && { ...lease.holder, name: names.holder[spoken] },
          askedBy: lease.askedBy && { ...lease.askedBy, name: names.askedBy[spoken] },
        },
      });
    }
    default:
      return undefined;
  }
}

/** The robot's live state at every update, changed or not, so that the time advances for a silent robot. */
export function watchFleet(
  fleet: ActorRefFrom<typeof fleetMachine> | undefined,
  serialNumber: string,
  report: (report: Extract<RobotReport, { type: 'picture.heard' }>) => void,
): () => void {
  let last: { robot: unknown; time: number } | null = null;
  const tell = (): void => {
    const context = fleet?.getSnapshot().context;
    if (!context) return;
    const { serverTime } = context;
    const robot = context.robots[serialNumber];
    if (serverTime === 0 || (last?.robot === robot && last?.time === serverTime)) return;
    last = { robot, time: serverTime };
    report({ type: 'picture.heard', live: robot?.live ?? null, now: serverTime });
  };
  const subscription = fleet?.subscribe(tell);
  tell();
  return () => subscription?.unsubscribe();
}
