/** Texts of one action of a robot: what was asked, how far it is, and what the robot reports. Pure. */
import {
  COMMAND_STATIONS,
  type CommandKind,
  type CommandState,
  stationReached,
} from '../../../contract/rules/commandLife.ts';
import type { AskedAction } from '../../machines/robotActions/robotActions.machine.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { TrackProps } from '../kit/Track.tsx';
import { reasonText } from '../labels/commandReason.ts';

type Shown = 'goTo' | 'say' | 'takePhoto' | 'setLights' | 'setHead' | 'setVolume' | 'openCabinet' | 'closeCabinet';
const TITLE: Readonly<Record<Shown, Key>> = {
  goTo: 'robotActions.title.goTo',
  say: 'robotActions.title.say',
  takePhoto: 'shared.takeAPhoto',
  setLights: 'robotActions.title.setLights',
  setHead: 'robotActions.title.setHead',
  setVolume: 'robotActions.title.setVolume',
  openCabinet: 'robotActions.title.openCabinet',
  closeCabinet: 'robotActions.title.closeCabinet',
};
const OUTCOME: Readonly<Record<CommandState, Key>> = {
  asked: 'shared.requested',
  sent: 'shared.sentWaitingForResponse',
  accepted: 'shared.accepted',
  running: 'shared.running',
  finished: 'shared.finished',
  failed: 'shared.failed',
  expired: 'robotActions.outcome.expired',
};
const STATION: Readonly<Record<(typeof COMMAND_STATIONS)[number], Key>> = {
  asked: 'robotData.commands.station.asked',
  sent: 'shell.stops.state.sent',
  accepted: 'robotData.commands.station.accepted',
  running: 'robotData.commands.station.running',
  finished: 'robotData.commands.station.finished',
};
export type ActionTone = 'running' | 'good' | 'bad' | 'attn';

export interface ActionTexts {
  readonly title: string;
  readonly outcome: string;
  readonly tone: ActionTone;
  readonly track: TrackProps;
}

const isShown = (kind: CommandKind): kind is Shown => Object.hasOwn(TITLE, kind);
const LAST = COMMAND_STATIONS.length - 1;

/** @param named whether the robot's name belongs to the title: there can be several */
export function actionTexts(t: Translate, action: AskedAction, named: boolean): ActionTexts {
  const { kind, command, failure, robotName } = action;
  const what = isShown(kind) ? t(TITLE[kind], { target: command?.target ?? '' }) : kind;
  const title = named ? t('robotActions.named', { robot: robotName, action: what }) : what;
  const state = command?.state ?? 'asked';
  const reason = command?.reason ? reasonText(t, command.reason) : '';
  const outcome = failure
    ? t.failure(failure)
    : state === 'failed' && reason !== ''
      ? t('robotActions.failedBecause', { reason })
      : t(command ? OUTCOME[state] : 'shared.sendingToServer');
  const [current, kindOf, tone] = progressOf(action);
  return {
    title,
    outcome,
    tone,
    track: {
      stations: COMMAND_STATIONS.map((station) => ({ label: t(STATION[station]) })),
      current,
      kind: kindOf,
      description: t('robotActions.described', { action: title, outcome }),
    },
  };
}

function progressOf({ command, failure }: AskedAction): [current: number, kind: TrackProps['kind'], tone: ActionTone] {
  if (failure) return [1, 'fail', 'bad'];
  if (!command) return [0, 'now', 'running'];
  const reached = stationReached(command.state, command);
  if (command.state === 'finished') return [LAST, 'done', 'good'];
  if (command.state === 'failed') return [Math.min(reached + 1, LAST - 1), 'fail', 'bad'];
  return command.state === 'expired' ? [reached + 1, 'expired', 'attn'] : [reached, 'now', 'running'];
}
