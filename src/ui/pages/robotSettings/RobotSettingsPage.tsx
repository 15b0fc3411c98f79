/**
 * Settings of the current robot: what is set, and beside it what the robot reports. A value counts as set only when the
 * robot reports it.
 */
import { useSelector } from '@xstate/react';
import Undo2 from 'lucide-react/icons/undo-2';
import type { RobotSettingName } from '../../../../contract/entities/robotSettings.ts';
import { PRIVACY_POLICY_VERSION } from '../../../../contract/rules/robotSettings.ts';
import {
  type RobotSettingsRef,
  selectHasNoRobot,
  selectIsAskingPolicy,
  selectIsConflicting,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { HeadCard } from './HeadCard.tsx';
import { LearningCard } from './LearningCard.tsx';
import { SettingRows } from './SettingRows.tsx';
import { NAME_KEYS, valueText } from './settingTexts.ts';
import { WordsCard } from './WordsCard.tsx';

const SECTIONS = [
  [
    'robotSettings.section.lights',
    ['frontLight', 'autoFrontLight', 'frontLightOnBelow', 'frontLightOffAbove', 'chassisLight', 'patrolWarningLight'],
  ],
  ['robotSettings.section.head', ['autoShakeHead', 'headVertical', 'headHorizontal']],
  ['robotSettings.section.recognition', ['detectBody', 'fallOver', 'noiseAlarm', 'highTemperature', 'alarmMode']],
  ['robotSettings.section.camera', ['timedRefresh', 'photoInterval', 'volume', 'broadcastLanguage']],
  ['robotSettings.section.notices', ['abnormalNotification']],
] as const satisfies readonly (readonly [Key, readonly RobotSettingName[]])[];

export function RobotSettingsPage({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { data, failure } = useSelector(screen, selectRobotSettings);
  const none = useSelector(screen, selectHasNoRobot);
  if (none) return <StatePanel state="empty" title={t('robotSettings.noRobot')} />;
  if (data) return <Shown screen={screen} />;
  if (!failure) return <SkeletonBlocks shape="text" count={8} label={t('robotSettings.loading')} />;
  return (
    <StatePanel state="failed" title={t('robotSettings.failed')} text={t.failure(failure)}>
      <Button size="s" onClick={() => screen.send({ type: 'settings.retry' })}>
        {t('common.retry')}
      </Button>
    </StatePanel>
  );
}

function Shown({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { data, failure, undo } = useSelector(screen, selectRobotSettings);
  if (!data) return null;
  const { settings, robotNickName, serialNumber, canChange } = data.settings;
  const count = (...states: string[]): number => settings.filter(({ state }) => states.includes(state)).length;
  return (
    <div className="flex min-w-0 flex-col gap-3 [&>.card]:flex-none">
      <PageHead
        title={t('robotSettings.title', { name: robotNickName || serialNumber })}
        facts={
          settings.length > 0 &&
          t('robotSettings.summary', {
            same: count('reported'),
            waiting: count('pending', 'waiting', 'silent'),
            bad: count('refused', 'differs'),
          })
        }
      >
        {undo && Object.keys(undo).length > 0 && (
          <Button icon={Undo2} onClick={() => screen.send({ type: 'setting.undo' })}>
            {t('robotSettings.undo')}
          </Button>
        )}
      </PageHead>
      {failure && <Banner tone="warn" title={t('robotSettings.lost')} />}
      {!canChange && <p className="text-13 text-text-2">{t('robotSettings.readOnly')}</p>}
      <Conflict screen={screen} />
      <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-3 max-desk:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-3">
          {settings.length === 0 && (
            <StatePanel state="empty" title={t('robotSettings.none')} text={t('robotSettings.noneText')} />
          )}
          {SECTIONS.map(([key, names]) => (
            <SettingRows key={key} screen={screen} title={t(key)} names={names} />
          ))}
          <WordsCard screen={screen} />
          <LearningCard screen={screen} />
        </div>
        <HeadCard screen={screen} />
      </div>
      <Policy screen={screen} />
    </div>
  );
}

/** A save was refused: what others have changed meanwhile, and the choice between the two. */
function Conflict({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const conflicting = useSelector(screen, selectIsConflicting);
  const { data, saveFailure, version } = useSelector(screen, selectRobotSettings);
  if (!conflicting || !saveFailure || !data) return null;
  const newer = data.settings.settings.filter(({ wanted }) => (wanted?.version ?? 0) > version);
  const theirs = newer.map(({ name, wanted }) =>
    t('robotSettings.conflict.theirs', {
      name: wanted?.byName ?? '',
      setting: t(NAME_KEYS[name]),
      value: valueText(t, name, wanted?.value),
    }),
  );
  return (
    <Banner
      tone="warn"
      title={t('robotSettings.conflict.title')}
      text={[t.failure(saveFailure), ...theirs].join(' · ')}
    >
      <Button size="s" onClick={() => screen.send({ type: 'conflict.save' })}>
        {t('robotSettings.conflict.save')}
      </Button>
      <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'conflict.drop' })}>
        {t('robotSettings.conflict.drop')}
      </Button>
    </Banner>
  );
}

function Policy({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const asking = useSelector(screen, selectIsAskingPolicy);
  return (
    <ConfirmDialog
      open={asking}
      title={t('robotSettings.policy.title')}
      text={t('robotSettings.policy.text', { version: PRIVACY_POLICY_VERSION })}
      confirmLabel={t('robotSettings.policy.accept')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => screen.send({ type: 'policy.accept' })}
      onCancel={() => screen.send({ type: 'policy.decline' })}
    >
      <a href="/privacy/app" target="_blank" rel="noreferrer">
        {t('robotSettings.policy.open')}
      </a>
    </ConfirmDialog>
  );
}
