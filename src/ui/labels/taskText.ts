/**
 * A robot's task in two short lines, generated from data (contract: robotTask): the task, and its reason or progress.
 * The first line of an alarm is its cause; for a robot that does not respond, the second line says since when.
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
  mapping: 'tasks.mapping.to',
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
  mapping: 'tasks.mapping.plain',
  guide: 'tasks.guide.plain',
  charge: 'tasks.charge.plain',
  dock: 'tasks.dock.plain',
  reception: 'tasks.reception.plain',
  manual: 'tasks.manual.plain',
  lift: 'tasks.lift.plain',
  other: 'tasks.other.plain',
} as const satisfies Record<TaskKind, string>;

/** Texts while the robot is on its way, for tasks that are performed at a place. */
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
/** Distance at which the robot counts as arrived, m: robots stop where they can, not exactly at the point. */
const THERE_M = 1;
/** Whether the robot is still driving to the place of its task. */
export const isOnTheWay = ({ driving, charging, task }: RobotLive): boolean =>
  !charging && (driving || (task?.toGo ?? 0) >= THERE_M);

export interface TextContext {
  t: Translate;
  /** Formats milliseconds: '33 min'. */
  age: (ms: number) => string;
  /** Formats the time of day in the robot's time zone. */
  time: (at: number) => string;
}

/** A problem by its type in our text if there is one, else the robot's own description. */
export const problemText = (t: Translate, { type, description }: Pick<RobotProblem, 'type' | 'description'>): string =>
  t.found(`robotErrors.${type}.title`) || t.found(`robotErrors.${type}`) || description || type;

export function taskTitle(live: RobotLive, { t }: Pick<TextContext, 't'>): string {
  if (live.at === null) return t('tasks.unknown');
  const cause = live.status === 'alarm' ? worst(live) : undefined;
  if (cause) return problemText(t, cause);
  if (live.status === 'alarm' && live.eStop !== 'NONE')
    return problemText(t, { type: 'emergencyStop', description: '' });
  if (live.mode === 'MANUAL') return live.leaseHolder ? t(TO.manual, { holder: live.leaseHolder }) : t(PLAIN.manual);
  const { task } = live;
  if (!task) return t(live.charging ? PLAIN.charge : 'tasks.none');
  if (task.kind === 'manual') return t(PLAIN.manual);
  const { kind, target } = task;
  if ((kind === 'charge' || kind === 'dock' || kind === 'reception') && isOnTheWay(live))
    return target ? t(GOING[kind], { target }) : t(GOING_PLAIN[kind]);
  return target ? t(TO[kind], { target }) : t(PLAIN[kind]);
}

/**
 * Empty if there is nothing to add. @param now the server's clock, ms; if the feed is lost, the time of its last update
 */
export function taskReason(live: RobotLive, now: number, { t, age, time }: TextContext): string {
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
  if (warning) return problemText(t, warning);
  return live.task ? taskProgress(live.task, { t, time }) : '';
}

function taskProgress(
  { stops, progress, until, toGo }: NonNullable<RobotLive['task']>,
  { t, time }: Pick<TextContext, 't' | 'time'>,
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

/** The problem that caused the alarm, else the first one. */
const worst = ({ problems }: RobotLive): RobotProblem | undefined =>
  problems.find(({ level }) => level === 'FATAL') ?? problems[0];
