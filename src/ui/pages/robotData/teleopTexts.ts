/**
 * Why the robot does not move under teleop: what blocks it now, what ended the last teleop, what the robot reports.
 * Pure.
 */
import type { SnapshotFrom } from 'xstate';
import { ROUND_TRIP_MAX_MS } from '../../../../contract/rules/limits.ts';
import type { ErrorName } from '../../../../contract/wire/errors.ts';
import type { teleopMachine } from '../../../machines/robotData/teleop.machine.ts';
import {
  selectCause,
  selectEnded,
  selectMustLetGo,
  selectObstacle,
  selectRobotHalt,
  selectRoundTrip,
  selectSpeedLimit,
} from '../../../machines/robotData/teleop.selectors.ts';
import type { HaltCause } from '../../../machines/robotData/teleop.setup.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';

const CAUSE = {
  noLease: 'robotData.teleop.cause.noLease',
  stopped: 'robotData.teleop.cause.stopped',
  hidden: 'robotData.teleop.cause.hidden',
  blur: 'robotData.teleop.cause.blur',
  linkStale: 'robotData.teleop.cause.linkStale',
  awaitingEcho: 'robotData.teleop.cause.awaitingEcho',
  echoLost: 'robotData.teleop.cause.echoLost',
  notObeyed: 'robotData.teleop.cause.notObeyed',
  tooSlow: 'robotData.teleop.cause.tooSlow',
  late: 'robotData.teleop.cause.late',
  measuring: 'robotData.teleop.cause.measuring',
} as const satisfies Record<Exclude<HaltCause, 'blocked'>, Key>;
const ENDED = {
  noLease: 'robotData.teleop.ended.noLease',
  stopped: 'robotData.teleop.ended.stopped',
  hidden: 'robotData.teleop.ended.hidden',
  blur: 'robotData.teleop.ended.blur',
  linkStale: 'robotData.teleop.ended.linkStale',
  awaitingEcho: 'robotData.teleop.ended.echoLost',
  echoLost: 'robotData.teleop.ended.echoLost',
  notObeyed: 'robotData.teleop.ended.notObeyed',
  tooSlow: 'robotData.teleop.ended.late',
  late: 'robotData.teleop.ended.late',
  measuring: 'robotData.teleop.ended.late',
} as const satisfies Record<Exclude<HaltCause, 'blocked'>, Key>;
const ROBOT = {
  obstacle: 'robotData.teleop.robot.obstacle',
  held: 'robotData.teleop.robot.held',
  emergencyStop: 'robotData.teleop.robot.emergencyStop',
} as const satisfies Record<'obstacle' | 'held' | 'emergencyStop', Key>;

export interface TeleopTexts {
  /** Why the pad cannot be used; undefined if it can. */
  readonly blocked: string | undefined;
  /** Message below the pad. */
  readonly note: string;
  /** The message needs attention. */
  readonly isAlert: boolean;
}

export function teleopTexts(
  snapshot: SnapshotFrom<typeof teleopMachine>,
  t: Translate,
  notifyError: (error: ErrorName) => string,
): TeleopTexts {
  const cause = selectCause(snapshot);
  const obstacle = selectObstacle(snapshot);
  const ended = selectEnded(snapshot);
  const halted = selectRobotHalt(snapshot);
  const blockedBy = obstacle ? notifyError(obstacle) : '';
  const blocked =
    cause === null
      ? undefined
      : cause === 'blocked'
        ? blockedBy
        : t(CAUSE[cause], { ms: selectRoundTrip(snapshot) ?? 0, most: ROUND_TRIP_MAX_MS });
  if (ended !== null)
    return {
      blocked,
      note: ended === 'blocked' ? t('robotData.teleop.ended.blocked', { reason: blockedBy }) : t(ENDED[ended]),
      isAlert: true,
    };
  if (cause !== null && cause !== 'noLease')
    return { blocked, note: blocked ?? '', isAlert: cause !== 'awaitingEcho' && cause !== 'measuring' };
  if (halted) return { blocked, note: t(ROBOT[halted]), isAlert: true };
  if (selectMustLetGo(snapshot)) return { blocked, note: t('robotData.teleop.letGo'), isAlert: true };
  const limit = cause === null ? selectSpeedLimit(snapshot) : null;
  if (limit !== null)
    return {
      blocked,
      note: t('robotData.teleop.limited', { ms: selectRoundTrip(snapshot) ?? 0, speed: limit.toFixed(2) }),
      isAlert: false,
    };
  return { blocked, note: t('robotData.teleop.hint'), isAlert: false };
}
