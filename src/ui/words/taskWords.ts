/**
 * What a robot is at, in two short lines made from data (contract: robotTask): what, and why so or how far.
 * The first line of an alarm is its cause; a robot that does not answer says since when.
 */
import type { RobotLive, RobotProblem } from '../../../contract/entities/robot.ts';
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import type { Translate } from '../hooks/translate.ts';

const TO = {
  goTo: 'tasks.goTo.to',
  delivery: 'tasks.delivery.to',
  patrol: 'tasks.patrol.to',
  cruise: 'tasks.cruise.to',
  disinfection: 'tasks.disinfection.to',
  guide: 'tasks.guide.to',
  charge: 'tasks.charge.to',
  dock: 'tasks.dock.to',
  reception: 'tasks.reception.to',
  manual: 'tasks.manual.to',
  lift: 'tasks.lift.to',
  other: 'tasks.other.to',
} as const satisfies Record<TaskKind, string>;
const PLAIN = {
  goTo: 'tasks.goTo.plain',
  delivery: 'tasks.delivery.plain',
  patrol: 'tasks.patrol.plain',
  cruise: 'tasks.cruise.plain',
  disinfection: 'tasks.disinfection.plain',
  guide: 'tasks.guide.plain',
  charge: 'tasks.charge.plain',
  dock: 'tasks.dock.plain',
  reception: 'tasks.reception.plain',
  manual: 'tasks.manual.plain',
  lift: 'tasks.lift.plain',
  other: 'tasks.other.plain',
} as const satisfies Record<TaskKind, string>;

/** What is done at a place, and not on the way there. */
const GOING = {
  charge: 'tasks.charge.going',
  dock: 'tasks.dock.going',
  reception: 'tasks.reception.going',
} as const satisfies Partial<Record<TaskKind, string>>;
const GOING_PLAIN = {
  charge: 'tasks.charge.goingPlain',
  dock: 'tasks.dock.goingPlain',
  reception: 'tasks.reception.goingPlain',
} as const satisfies Record<keyof typeof GOING, string>;
/** Nearer than this it is there, m: robots stop where they can, not where the point is. */
const THERE_M = 1;
/** Whether it still goes to where its task is, rather than being at it. */
export const isOnTheWay = ({ driving, charging, task }: RobotLive): boolean =>
  !charging && (driving || (task?.toGo ?? 0) >= THERE_M);

export interface WordsAbout {
  t: Translate;
  /** '33 min' from milliseconds. */
  age: (ms: number) => string;
  /** The time of day in the robot's zone. */
  time: (at: number) => string;
}

/** A problem by its type, in our words where we have them, else in the robot's own. */
export const problemWords = (t: Translate, { type, description }: Pick<RobotProblem, 'type' | 'description'>): string =>
  t.found(`robotErrors.${type}.title`) || t.found(`robotErrors.${type}`) || description || type;

export function taskTitle(live: RobotLive, { t }: Pick<WordsAbout, 't'>): string {
  if (live.at === null) return t('tasks.unknown');
  const cause = live.status === 'alarm' ? worst(live) : undefined;
  if (cause) return problemWords(t, cause);
  if (live.status === 'alarm' && live.eStop !== 'NONE')
    return problemWords(t, { type: 'emergencyStop', description: '' });
  if (live.mode === 'MANUAL') return live.leaseHolder ? t(TO.manual, { holder: live.leaseHolder }) : t(PLAIN.manual);
  const { task } = live;
  if (!task) return t(live.charging ? PLAIN.charge : 'tasks.none');
  if (task.kind === 'manual') return t(PLAIN.manual);
  const { kind, target } = task;
  if ((kind === 'charge' || kind === 'dock' || kind === 'reception') && isOnTheWay(live))
    return target ? t(GOING[kind], { target }) : t(GOING_PLAIN[kind]);
  return target ? t(TO[kind], { target }) : t(PLAIN[kind]);
}

/** '' when there is nothing to add. @param now the server's clock, ms; when the feed is lost, that of its last beat */
export function taskReason(live: RobotLive, now: number, { t, age, time }: WordsAbout): string {
  if (live.at === null) return '';
  if (live.connection !== 'online') return t('tasks.reason.lastHeard', { time: time(live.at) });
  if (isSilent(live, now)) return t('tasks.reason.silent');
  if (live.status === 'alarm') {
    const cause = worst(live);
    return cause ? t('tasks.reason.since', { age: age(now - cause.since) }) : '';
  }
  if (live.eStop !== 'NONE') return t('tasks.reason.emergencyStop');
  if (live.held) return t('tasks.reason.held');
  if (live.paused) return t('tasks.reason.paused');
  if (!live.located) return t('tasks.reason.notLocated');
  const [warning] = live.problems;
  if (warning) return problemWords(t, warning);
  return live.task ? taskProgress(live.task, { t, time }) : '';
}

function taskProgress(
  { stops, progress, until, toGo }: NonNullable<RobotLive['task']>,
  { t, time }: Pick<WordsAbout, 't' | 'time'>,
): string {
  if (stops.length > 1) {
    const reached = stops.filter(({ reachedAt }) => reachedAt !== null).length;
    return t('tasks.reason.stop', { n: Math.min(stops.length, reached + 1), total: stops.length });
  }
  if (toGo !== null && toGo >= THERE_M) {
    const metres = Math.round(toGo);
    return until === null
      ? t('tasks.reason.toGo', { metres })
      : t('tasks.reason.arrives', { metres, time: time(until) });
  }
  if (progress !== null) {
    const percent = Math.round(progress * 100);
    return until === null
      ? t('tasks.reason.progress', { percent })
      : t('tasks.reason.progressUntil', { percent, time: time(until) });
  }
  return until === null ? '' : t('tasks.reason.until', { time: time(until) });
}

/** The problem that made it an alarm, else the first there is. */
const worst = ({ problems }: RobotLive): RobotProblem | undefined =>
  problems.find(({ level }) => level === 'FATAL') ?? problems[0];
