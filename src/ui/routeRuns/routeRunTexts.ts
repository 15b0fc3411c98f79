/** Texts of a route run: its current step, its end with the reason, and which stop can be skipped. Pure. */
import type { RouteRun, RouteRunStop } from '../../../contract/entities/routeRun.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import {
  ROUTE_RUN_REASONS,
  type RouteRunReason,
  type RouteRunState,
  type StopState,
} from '../../../contract/rules/routeRun.ts';
import { CRUISE_CHARGE_UNTIL, CRUISE_SILENCE_MS } from '../../../contract/rules/limits.ts';
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { RouteMark } from '../canvas/routeInput.ts';
import { reasonText } from '../labels/commandReason.ts';

const RESULT = {
  inProgress: 'shared.inProgress',
  finished: 'routeRun.result.finished',
  partiallyCompleted: 'shared.partiallyCompleted',
  failed: 'shared.failed',
} as const satisfies Record<RouteRunState, Key>;
const REASON = {
  ended: 'shared.endedByWho',
  cancelledBy: 'routeRun.reason.cancelledBy',
  charging: 'routeRun.reason.charging',
  skipped: 'routeRun.reason.skipped',
  batteryLow: 'routeRun.reason.batteryLow',
  noChargingPoint: 'routeRun.reason.noChargingPoint',
  replaced: 'routeRun.reason.replaced',
  cancelled: 'routeRun.reason.cancelled',
  robotSilent: 'routeRun.reason.robotSilent',
  notTaken: 'routeRun.reason.notTaken',
  robotRestarted: 'routeRun.reason.robotRestarted',
  robotGone: 'routeRun.reason.robotGone',
  robotMoved: 'shared.robotWasMoved',
  exception: 'routeRun.reason.exception',
  serverDown: 'shared.serverWasDown',
  taskOff: 'shared.taskSwitchedOff',
  notChecked: 'shared.notCheckedInTime',
  elevatorOut: 'shared.elevatorOut',
  doorOut: 'shared.doorOut',
} as const satisfies Record<RouteRunReason, Key>;
const STOP = {
  waiting: 'routeRun.stop.waiting',
  underway: 'routeRun.stop.underway',
  arrived: 'routeRun.stop.arrived',
  skipped: 'routeRun.stop.skipped',
  failed: 'routeRun.stop.failed',
} as const satisfies Record<StopState, Key>;

export const resultText = (t: Translate, state: RouteRunState): string => t(RESULT[state]);
const isReason = (type: string): type is RouteRunReason => (ROUTE_RUN_REASONS as readonly string[]).includes(type);
/** Why the run ended; '' if it completed as requested. */
export const whyEnded = (t: Translate, { reason }: Pick<RouteRun, 'reason'>): string =>
  reason === null
    ? ''
    : isReason(reason.type)
      ? t(REASON[reason.type], { who: reason.description || t('routeRun.reason.somebody') })
      : reasonText(t, reason);

/** Index in the round, from 0, of the stop that the robot is at or on its way to; -1 if none. */
export function placeNow({ phase, stops }: Pick<RouteRun, 'phase' | 'stops'>): number {
  const staying =
    phase === 'staying' ? stops.findLastIndex(({ state, leftAt }) => state === 'arrived' && leftAt === null) : -1;
  if (staying >= 0) return staying;
  const underway = stops.findIndex(({ state }) => state === 'underway');
  return underway >= 0 ? underway : stops.findIndex(({ state }) => state === 'waiting');
}
export const isHere = ({ phase }: Pick<RouteRun, 'phase'>, { state, leftAt }: RouteRunStop): boolean =>
  phase === 'staying' && state === 'arrived' && leftAt === null;

/** Stops that an ended run had still ahead were not reached. */
export const stopStateText = (t: Translate, run: RouteRunState, stop: StopState): string =>
  t(STOP[run !== 'inProgress' && (stop === 'waiting' || stop === 'underway') ? 'failed' : stop]);

export const stopText = (t: Translate, run: RouteRun, stop: RouteRunStop, time: (at: number) => string): string =>
  isHere(run, stop)
    ? t('routeRun.stop.here')
    : stop.state === 'arrived' && stop.arrivedAt !== null
      ? t('routeRun.stop.arrivedAt', { time: time(stop.arrivedAt) })
      : stopStateText(t, run.state, stop.state);

export interface RouteRunFacts {
  readonly t: Translate;
  readonly live: RobotLive;
  /** When the live connection was lost, ms; the robot's state is from then. null while connected. */
  readonly lostAt: number | null;
  /** Server time, ms. */
  readonly now: number;
  readonly age: (ms: number) => string;
  readonly time: (at: number) => string;
}
export interface StateTexts {
  readonly title: string;
  readonly note: string;
  /** `attn` (amber): check the run. `bad` (red): it does not continue by itself and needs someone on site. */
  readonly tone: 'plain' | 'attn' | 'bad';
}

const MINUTE_MS = 60_000;

/** Current state of a route run in progress; obstacles take precedence over the activity. */
export function stateTexts(run: RouteRun, { t, live, lostAt, now, age, time }: RouteRunFacts): StateTexts {
  const name = run.robotName;
  const say = (title: string, note = '', tone: StateTexts['tone'] = 'plain'): StateTexts => ({ title, note, tone });
  if (lostAt !== null)
    return say(t('routeRun.state.lost'), t('routeRun.state.lostText', { time: time(lostAt) }), 'attn');
  if (live.connection !== 'online') {
    const heard =
      live.at === null
        ? ''
        : t('routeRun.state.offlineText', {
            time: time(live.at),
            age: age(now - live.at),
            minutes: CRUISE_SILENCE_MS / MINUTE_MS,
          });
    return say(t('shared.nameIsOffline', { name }), heard, 'attn');
  }
  if (isSilent(live, now))
    return say(
      t('routeRun.state.silent', { name }),
      live.at === null ? '' : t('routeRun.state.silentText', { age: age(now - live.at) }),
      'attn',
    );
  if (live.eStop !== 'NONE') return say(t('robotErrors.emergencyStop.title'), t('routeRun.state.emergencyText'), 'bad');
  if (live.held)
    return say(t(live.paused ? 'status.stopped' : 'shared.stopping'), t('routeRun.state.heldText'), 'attn');
  if (live.mode === 'MANUAL') return say(t('routeRun.state.byHand'), t('routeRun.state.byHandText'), 'attn');
  if (!live.located) return say(t('routeRun.state.notLocated', { name }), t('routeRun.state.notLocatedText'), 'bad');
  const stop = run.stops[placeNow(run)]?.name ?? '';
  switch (run.phase) {
    case 'starting':
      return say(t('routeRun.start.sending', { name }));
    case 'staying':
      return say(
        stop ? t('routeRun.state.staying', { stop }) : t('routeRun.state.stayingOn'),
        run.stayUntil === null ? '' : t('routeRun.state.until', { time: time(run.stayUntil) }),
      );
    case 'toCharger':
      return say(t('routeRun.state.toCharger'), '', 'attn');
    case 'charging':
      return say(t('status.charging'), t('routeRun.state.chargingText', { percent: CRUISE_CHARGE_UNTIL }));
    default: {
      const metres = live.task?.toGo === null || live.task?.toGo === undefined ? null : Math.round(live.task.toGo);
      return say(
        stop ? t('routeRun.state.driving', { stop }) : t('routeRun.state.drivingOn'),
        metres !== null && metres >= 1 ? t('routeRun.state.toGo', { metres }) : '',
      );
    }
  }
}

/** '8:42', '1:02:03': a duration given in ms. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const MARK: Record<StopState, RouteMark['state']> = {
  waiting: 'planned',
  underway: 'underway',
  arrived: 'arrived',
  skipped: 'skipped',
  failed: 'failed',
};
/** Stops of the run for the map: a point visited twice shows its current state, else its last one. */
export function routeRunMarks(run: Pick<RouteRun, 'phase' | 'stops'>): RouteMark[] {
  const now = placeNow(run);
  const marks = new Map<string, RouteMark>();
  for (const [i, { areaId, state }] of run.stops.entries()) {
    const known = marks.get(areaId);
    const keepsState = known !== undefined && (known.state === 'underway' || state === 'waiting');
    marks.set(areaId, {
      areaId,
      numbers: [...(known?.numbers ?? []), i + 1],
      state: keepsState ? known.state : MARK[state],
      selected: (known?.selected ?? false) || i === now,
      faulty: false,
    });
  }
  return [...marks.values()];
}
