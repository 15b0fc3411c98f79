/**
 * Texts of one ledger row: command, author, progress and the outcome reported by the robot. Green only for what the
 * robot's state proves; while the robot does not respond, the row says for how long. Pure.
 */
import type { Command } from '../../../../contract/entities/command.ts';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import {
  COMMAND_STATIONS,
  type CommandKind,
  type CommandState,
  stationReached,
} from '../../../../contract/rules/commandLife.ts';
import { isRobotAction } from '../../../../contract/rules/robotActions.ts';
import type { PendingCommand } from '../../../machines/robotData/commands.setup.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { Tone } from './LedgerRow.tsx';
import type { TrackProps } from '../../kit/Track.tsx';
import { isRobotError, reasonText } from '../../labels/commandReason.ts';

export interface RowTexts {
  readonly title: string;
  readonly note: string;
  readonly outcome: string;
  readonly tone: Tone;
  readonly track: TrackProps;
}
export interface RowFacts {
  readonly t: Translate;
  readonly live: RobotLive;
  /** The robot's state is outdated. */
  readonly stale: boolean;
  readonly userId: string;
  /** '14:31:56': no ages, because screen readers announce a row whenever its text changes. */
  readonly time: (at: number) => string;
}

const TITLE = {
  goTo: 'robotData.commands.kind.goTo',
  stop: 'shared.stop',
  resume: 'shared.resume',
  cancel: 'shared.cancelTask',
  charge: 'robotData.commands.kind.charge',
  relocate: 'robotData.commands.relocate',
  drive: 'robotData.commands.kind.drive',
  cruise: 'robotData.commands.kind.cruise',
  buildMap: 'robotData.commands.kind.buildMap',
  say: 'robotActions.title.say',
  takePhoto: 'shared.takeAPhoto',
  setLights: 'robotActions.title.setLights',
  setHead: 'robotActions.title.setHead',
  setVolume: 'robotActions.title.setVolume',
  openCabinet: 'robotActions.title.openCabinet',
  closeCabinet: 'robotActions.title.closeCabinet',
} as const satisfies Record<CommandKind, Key>;
const STATION = {
  asked: 'robotData.commands.station.asked',
  sent: 'shell.stops.state.sent',
  accepted: 'robotData.commands.station.accepted',
  running: 'robotData.commands.station.running',
  finished: 'robotData.commands.station.finished',
} as const satisfies Record<(typeof COMMAND_STATIONS)[number], Key>;
const PLAIN = {
  asked: 'shared.requested',
  sent: 'shared.sentWaitingForResponse',
  accepted: 'shared.accepted',
  running: 'shared.running',
  finished: 'shared.finished',
} as const satisfies Record<(typeof COMMAND_STATIONS)[number], Key>;

export const commandTitle = (t: Translate, kind: CommandKind, target: string): string =>
  t(TITLE[kind], target ? { target } : {});

const LAST = COMMAND_STATIONS.length - 1;
const RUNNING = COMMAND_STATIONS.indexOf('running');
const EXPECTING: ReadonlySet<CommandState> = new Set<CommandState>(['sent', 'accepted', 'running']);

export function commandTexts(command: Command, { t, live, stale, userId, time }: RowFacts): RowTexts {
  const { kind, target, state, askedBy, reason } = command;
  const title = commandTitle(t, kind, target);
  const who =
    askedBy.userId === userId ? t('robotData.commands.byYou') : t('robotData.commands.by', { name: askedBy.name });
  const reached = stationReached(state, command);
  // The command failed before the next station, or while running.
  const died = reached >= RUNNING ? RUNNING : reached + 1;
  const texts = (
    outcome: string,
    tone: Tone,
    current: number,
    trackKind: TrackProps['kind'],
    note = who,
  ): RowTexts => ({
    title,
    note,
    outcome,
    tone,
    track: trackOf(t, { current, kind: trackKind, title, outcome, reached: COMMAND_STATIONS[reached] ?? 'asked' }),
  });
  const why = reason
    ? t('robotData.commands.why', {
        who,
        reason: isRobotError(reason.type)
          ? t('robotData.commands.robotSays', { reason: reasonText(t, reason) })
          : reasonText(t, reason),
      })
    : who;

  if (state === 'finished') return texts(t(PLAIN.finished), 'good', LAST, 'done');
  if (state === 'expired')
    return texts(
      t(command.sentAt === null ? 'robotData.commands.outcome.expired' : 'robotData.commands.outcome.expiredSent'),
      'attn',
      died,
      'expired',
      why,
    );
  if (state === 'failed') {
    if (reason?.type === 'withdrawn') return texts(t('robotData.commands.outcome.withdrawn'), 'plain', died, 'expired');
    const refused = command.acceptedAt === null && reason !== null && isRobotError(reason.type);
    return texts(t(refused ? 'robotData.commands.outcome.refusedByRobot' : 'shared.failed'), 'bad', died, 'fail', why);
  }
  if (EXPECTING.has(state) && stale)
    return texts(
      live.at === null
        ? t('robotData.commands.outcome.unknown')
        : t('robotData.commands.outcome.unknownSince', { time: time(live.at) }),
      'attn',
      reached,
      'expired',
    );
  if (state === 'running' && kind === 'drive')
    return texts(t('robotData.commands.outcome.driving'), 'running', reached, 'now');
  if (state === 'running' && kind !== 'stop' && kind !== 'resume' && !isRobotAction(kind)) {
    if (live.held) return texts(t('robotData.commands.outcome.heldByStop'), 'attn', reached, 'now');
    if (live.mode === 'MANUAL') return texts(t('robotData.commands.outcome.heldByHand'), 'attn', reached, 'now');
  }
  return texts(t(PLAIN[state]), 'running', reached, 'now');
}

/** Row of a command that the server has not confirmed yet, or has refused. */
export function pendingTexts({ kind, target, failure }: PendingCommand, t: Translate): RowTexts {
  const title = commandTitle(t, kind, target);
  const outcome = t(failure ? 'robotData.commands.outcome.refused' : 'shared.sendingToServer');
  return {
    title,
    outcome,
    note: failure ? t.failure(failure) : t('robotData.commands.byYou'),
    tone: failure ? 'bad' : 'running',
    track: trackOf(t, { current: failure ? 1 : 0, kind: failure ? 'fail' : 'now', title, outcome, reached: 'asked' }),
  };
}

interface TrackFacts {
  readonly current: number;
  readonly kind: TrackProps['kind'];
  readonly title: string;
  readonly outcome: string;
  readonly reached: (typeof COMMAND_STATIONS)[number];
}
const trackOf = (t: Translate, { current, kind, title, outcome, reached }: TrackFacts): TrackProps => ({
  stations: COMMAND_STATIONS.map((station) => ({ label: t(STATION[station]) })),
  current,
  kind,
  description: t('robotData.commands.described', { command: title, outcome, station: t(STATION[reached]) }),
});
