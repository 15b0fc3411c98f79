/** Actions of the robot's devices: only what it announces, each with what it reports. A robot without any says so. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Wand from 'lucide-react/icons/wand-sparkles';
import { announcedActions, type RobotAction } from '../../../../contract/rules/robotActions.ts';
import type { ActionRequest } from '../../../machines/robotActions/robotActions.machine.ts';
import {
  isUnderWay,
  type RobotActionsRef,
  selectRobotActions,
} from '../../../machines/robotActions/robotActions.selectors.ts';
import { selectRobotActionsRef } from '../../../machines/robotData/robotData.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { Slider } from '../../kit/Slider.tsx';
import { ActionStatus } from '../../robotActions/ActionStatus.tsx';
import { HeadControl, LightsControl } from '../../robotActions/DeviceControls.tsx';
import { DeviceRow as Row } from '../../robotActions/DeviceRow.tsx';
import { SayField } from '../../robotActions/SayField.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

/** In the desktop layout the panel opens from a button beside the other commands. */
export function ActionsButton(part: RobotPageProps) {
  const t = useT();
  const actions = useSelector(part.screen, selectRobotActionsRef);
  if (!actions) return null;
  const title = t('common.actions');
  if (announcedActions(part.loaded.detail.abilities).length === 0)
    return (
      <Button size="s" icon={Wand} disabledReason={t('robotActions.unsupported')}>
        {title}
      </Button>
    );
  return (
    <Popover
      label={title}
      align="end"
      trigger={
        <Button size="s" icon={Wand}>
          {title}
        </Button>
      }
    >
      <div className="max-h-[min(70vh,560px)] w-80 overflow-auto">
        <Panel {...part} actions={actions} />
      </div>
    </Popover>
  );
}

export function ActionsPanel(part: RobotPageProps) {
  const t = useT();
  const actions = useSelector(part.screen, selectRobotActionsRef);
  if (!actions) return null;
  return (
    <section className="card p-3" aria-label={t('common.actions')}>
      <h2 className="pb-2 text-14 font-semibold">{t('common.actions')}</h2>
      {announcedActions(part.loaded.detail.abilities).length === 0 ? (
        <p className="text-12 text-text-2">{t('robotActions.unsupported')}</p>
      ) : (
        <Panel {...part} actions={actions} />
      )}
    </section>
  );
}

interface PanelProps extends RobotPageProps {
  readonly actions: RobotActionsRef;
}
interface PartProps extends PanelProps {
  readonly ask: (request: ActionRequest) => void;
}

function Panel(part: PanelProps) {
  const { actions, loaded, live, name, at, whyNot } = part;
  const has = (action: RobotAction): boolean => announcedActions(loaded.detail.abilities).includes(action);
  const robot = { serialNumber: live.serialNumber, robotName: name };
  const ask = (request: ActionRequest): void => actions.send({ type: 'action.ask', ...robot, request, at: at() });
  const parts = { ...part, ask };
  return (
    <div className="flex flex-col gap-3">
      {has('say') && (
        <SayField
          actions={actions}
          disabledReason={whyNot('say')}
          onSay={(text) => actions.send({ type: 'phrase.say', ...robot, text, at: at() })}
        />
      )}
      {has('takePhoto') && <Photo {...parts} />}
      {has('setLights') && <LightsControl {...parts} />}
      {has('setVolume') && <Volume {...parts} />}
      {has('setHead') && <HeadControl {...parts} />}
      {has('openCabinet') && <Cabinets {...parts} />}
      <ActionStatus actions={actions} />
    </div>
  );
}

function Photo({ actions, ask, whyNot }: PartProps) {
  const t = useT();
  return (
    <Button
      icon={Camera}
      wide
      busy={useSelector(actions, (snapshot) => isUnderWay(snapshot, 'takePhoto'))}
      disabledReason={whyNot('takePhoto')}
      onClick={() => ask({ kind: 'takePhoto' })}
    >
      {t('shared.takeAPhoto')}
    </Button>
  );
}

function Volume({ actions, ask, whyNot }: PartProps) {
  const t = useT();
  const { devices, draft } = useSelector(actions, selectRobotActions);
  const reported = devices?.volume ?? null;
  const value = draft.volume ?? reported ?? 0;
  const text = t('robotActions.percent', { value });
  const reason = whyNot('setVolume');
  return (
    <Row
      label={t('shared.volume')}
      value={reported === null ? t('robotActions.unknown') : t('robotActions.percent', { value: Math.round(reported) })}
    >
      <span className="w-36" title={reason}>
        <Slider
          label={t('shared.volume')}
          min={0}
          max={100}
          step={5}
          value={value}
          valueText={text}
          disabled={reason !== undefined}
          onChange={(volume) => actions.send({ type: 'draft.set', draft: { volume } })}
          onCommit={(volume) => ask({ kind: 'setVolume', volume })}
        />
      </span>
    </Row>
  );
}

function Cabinets({ actions, ask, whyNot }: PartProps) {
  const t = useT();
  const { devices } = useSelector(actions, selectRobotActions);
  const isOpening = useSelector(
    actions,
    (snapshot) => isUnderWay(snapshot, 'openCabinet') || isUnderWay(snapshot, 'closeCabinet'),
  );
  // A robot that does not report how many it has has one at least.
  const count = devices?.cabinets ?? 1;
  return Array.from({ length: count }, (_, index) => {
    const cabinet = index + 1;
    const isOpen = devices?.openCabinets?.includes(cabinet) ?? null;
    const kind = isOpen === true ? 'closeCabinet' : 'openCabinet';
    const label = t('robotActions.cabinet', { cabinet });
    return (
      <Row
        key={cabinet}
        label={label}
        value={t(isOpen === null ? 'robotActions.unknown' : isOpen ? 'robotActions.open' : 'robotActions.closed')}
      >
        <Button
          size="s"
          busy={isOpening}
          disabledReason={whyNot(kind)}
          aria-label={t(isOpen === true ? 'robotActions.closeOne' : 'robotActions.openOne', { cabinet })}
          onClick={() => ask({ kind, cabinet })}
        >
          {t(isOpen === true ? 'common.close' : 'common.open')}
        </Button>
      </Row>
    );
  });
}
