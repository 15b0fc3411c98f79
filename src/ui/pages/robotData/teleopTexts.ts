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
import type { Key } from '../../hooks/words.ts';

const CAUSE = {
  noLease: 'robotData.drive.cause.noLease',
  stopped: 'robotData.drive.cause.stopped',
  hidden: 'robotData.drive.cause.hidden',
  blur: 'robotData.drive.cause.blur',
  linkStale: 'robotData.drive.cause.linkStale',
  awaitingEcho: 'robotData.drive.cause.awaitingEcho',
  echoLost: 'robotData.drive.cause.echoLost',
  notObeyed: 'robotData.drive.cause.notObeyed',
  tooSlow: 'robotData.drive.cause.tooSlow',
  late: 'robotData.drive.cause.late',
  measuring: 'robotData.drive.cause.measuring',
} as const satisfies Record<Exclude<HaltCause, 'blocked'>, Key>;
const ENDED = {
  noLease: 'robotData.drive.ended.noLease',
  stopped: 'robotData.drive.ended.stopped',
  hidden: 'robotData.drive.ended.hidden',
  blur: 'robotData.drive.ended.blur',
  linkStale: 'robotData.drive.ended.linkStale',
  awaitingEcho: 'robotData.drive.ended.echoLost',
  echoLost: 'robotData.drive.ended.echoLost',
  notObeyed: 'robotData.drive.ended.notObeyed',
  tooSlow: 'robotData.drive.ended.late',
  late: 'robotData.drive.ended.late',
  measuring: 'robotData.drive.ended.late',
} as const satisfies Record<Exclude<HaltCause, 'blocked'>, Key>;
const ROBOT = {
  obstacle: 'robotData.drive.robot.obstacle',
  held: 'robotData.drive.robot.held',
  emergencyStop: 'robotData.drive.robot.emergencyStop',
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
      note: ended === 'blocked' ? t('robotData.drive.ended.blocked', { reason: blockedBy }) : t(ENDED[ended]),
      isAlert: true,
    };
  if (cause !== null && cause !== 'noLease')
    return { blocked, note: blocked ?? '', isAlert: cause !== 'awaitingEcho' && cause !== 'measuring' };
  if (halted) return { blocked, note: t(ROBOT[halted]), isAlert: true };
  if (selectMustLetGo(snapshot)) return { blocked, note: t('robotData.drive.letGo'), isAlert: true };
  const limit = cause === null ? selectSpeedLimit(snapshot) : null;
  if (limit !== null)
    return {
      blocked,
      note: t('robotData.drive.limited', { ms: selectRoundTrip(snapshot) ?? 0, speed: limit.toFixed(2) }),
      isAlert: false,
    };
  return { blocked, note: t('robotData.drive.hint'), isAlert: false };
}
