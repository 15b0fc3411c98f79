/** Robots for the place of a case: send one there, let one speak there, and what became of it. */
import { useSelector } from '@xstate/react';
import {
  type AlarmCaseRef,
  selectAlarmCase,
  selectAreRobotsLoading,
  selectCaseActions,
  selectIsSending,
  selectIsSpeaking,
} from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { RadioChoice } from '../../kit/RadioChoice.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { useAge } from '../../labels/useAge.ts';
import { ActionStatus } from '../../robotActions/ActionStatus.tsx';
import { SayField } from '../../robotActions/SayField.tsx';

interface ScreenProps {
  readonly screen: AlarmCaseRef;
}

/** Nothing before the first action. */
export function RobotProgress({ screen }: ScreenProps) {
  const actions = useSelector(screen, selectCaseActions);
  return actions ? <ActionStatus actions={actions} named /> : null;
}

export function SendDialog({ screen }: ScreenProps) {
  const t = useT();
  const age = useAge();
  const { now } = useLive();
  const { robots, robotsFailure, chosen } = useSelector(screen, selectAlarmCase);
  const loading = useSelector(screen, selectAreRobotsLoading);
  if (!useSelector(screen, selectIsSending)) return null;
  const { comers } = robots;
  const comer = comers.find(({ serialNumber }) => serialNumber === chosen);
  if (loading || robotsFailure || !comer)
    return <NoRobots screen={screen} title={t('alarmCase.robots.sendTitle')} none={t('alarmCase.robots.noneFree')} />;
  return (
    <FormDialog
      title={t('alarmCase.robots.sendTitle')}
      description={t('alarmCase.robots.sendText')}
      submitLabel={t('alarmCase.robots.send', { robot: comer.robotName })}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      onSubmit={() => screen.send({ type: 'send.confirm', at: now() })}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      <RadioChoice
        label={t('alarmCase.robots.which')}
        value={chosen}
        options={comers.map(({ serialNumber, robotName, metres, seconds, isStraight }) => ({
          value: serialNumber,
          label: robotName,
          note: t(isStraight ? 'alarmCase.robots.straight' : 'alarmCase.robots.way', {
            metres: Math.round(metres),
            time: age(seconds * 1000),
          }),
        }))}
        onChange={(serialNumber) => screen.send({ type: 'robot.pick', serialNumber })}
      />
    </FormDialog>
  );
}

export function SpeakDialog({ screen }: ScreenProps) {
  const t = useT();
  const { now } = useLive();
  const actions = useSelector(screen, selectCaseActions);
  const { robots, robotsFailure, chosen } = useSelector(screen, selectAlarmCase);
  const loading = useSelector(screen, selectAreRobotsLoading);
  if (!useSelector(screen, selectIsSpeaking) || !actions) return null;
  const { speakers } = robots;
  if (loading || robotsFailure || speakers.length === 0)
    return <NoRobots screen={screen} title={t('alarmCase.act.speak')} none={t('alarmCase.robots.noneSpeaks')} />;
  return (
    <Dialog
      open
      title={t('alarmCase.act.speak')}
      description={t('alarmCase.robots.speakText')}
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'dialog.close' })}
    >
      <div className="flex flex-col gap-3">
        <SayField actions={actions} onSay={(text) => screen.send({ type: 'speak.confirm', text, at: now() })} />
        <RadioChoice
          label={t('alarmCase.robots.which')}
          value={chosen}
          options={speakers.map(({ serialNumber, robotName, metres }) => ({
            value: serialNumber,
            label: robotName,
            note:
              metres === null
                ? t('alarmCase.robots.elsewhere')
                : t('alarmCase.robots.away', { metres: Math.round(metres) }),
          }))}
          onChange={(serialNumber) => screen.send({ type: 'robot.pick', serialNumber })}
        />
      </div>
    </Dialog>
  );
}

/** While the robots are loaded, if that failed, and if there is none. */
function NoRobots({ screen, title, none }: ScreenProps & { readonly title: string; readonly none: string }) {
  const t = useT();
  const { robotsFailure } = useSelector(screen, selectAlarmCase);
  const loading = useSelector(screen, selectAreRobotsLoading);
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={() => screen.send({ type: 'dialog.close' })}>
      {loading ? (
        <SkeletonBlocks shape="cards" count={2} label={t('shell.loadingRobots')} />
      ) : (
        <div className="flex flex-col items-start gap-2 text-13">
          <p role="alert">{robotsFailure ? t.failure(robotsFailure) : none}</p>
          <Button size="s" onClick={() => screen.send({ type: 'robots.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
