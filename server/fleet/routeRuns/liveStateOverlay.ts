/** A robot's live state during a route run: busy, with a task that lists the stops and when they were reached. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { RobotLive, RobotTask } from '../../../contract/entities/robot.ts';
import { statusOf } from '../../../contract/rules/robotStatus.ts';
import { nameIn } from '../../db/localName.ts';
import type { RouteRun } from './routeRun.ts';

export function onDrive(live: RobotLive, run: RouteRun | undefined, language: Language): RobotLive {
  if (!run) return live.drive === null ? live : { ...live, drive: null };
  const { id, pathId, revision } = run;
  const shown = { ...live, drive: { id, pathId, revision }, busy: true, task: taskOf(run, live, language) };
  return { ...shown, status: statusOf(shown) };
}

function taskOf(
  { phase, stops, course: { bay, stayUntil } }: RouteRun,
  { task }: RobotLive,
  language: Language,
): RobotTask {
  const toGo = task?.toGo ?? null;
  if (bay && (phase === 'toCharger' || phase === 'charging'))
    return {
      kind: 'charge',
      target: nameIn(bay.name, language),
      targetId: bay.id,
      progress: null,
      stops: [],
      until: null,
      toGo,
    };
  const ahead =
    phase === 'staying'
      ? stops.findLast(({ state }) => state === 'arrived')
      : (stops.find(({ state }) => state === 'underway') ?? stops.find(({ state }) => state === 'waiting'));
  return {
    kind: 'cruise',
    target: ahead ? nameIn(ahead.name, language) : '',
    targetId: ahead?.areaId ?? null,
    progress: null,
    toGo,
    until: phase === 'staying' ? stayUntil : null,
    stops: stops.map(({ areaId, name, arrivedAt, leftAt }) => ({
      name: nameIn(name, language),
      pointId: areaId,
      reachedAt: arrivedAt ?? leftAt,
      expectedAt: null,
    })),
  };
}
