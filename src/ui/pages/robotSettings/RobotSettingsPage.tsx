/**
 * Settings of the current robot: what is set, and beside it what the robot reports. A value counts as set only when the
 * robot reports it.
 */
import { useSelector } from '@xstate/react';
import Bell from 'lucide-react/icons/bell';
import Camera from 'lucide-react/icons/camera';
import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import KeyRound from 'lucide-react/icons/key-round';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Pencil from 'lucide-react/icons/pencil';
import PersonStanding from 'lucide-react/icons/person-standing';
import Undo2 from 'lucide-react/icons/undo-2';
import type { RobotSettingName } from '../../../../contract/entities/robotSettings.ts';
import { PRIVACY_POLICY_VERSION } from '../../../../contract/rules/robotSettings.ts';
import {
  type RobotSettingsRef,
  selectCopy,
  selectHasNoRobot,
  selectIsAskingPolicy,
  selectIsConflicting,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { CopyPane } from './CopyPane.tsx';
import { HeadCard } from './HeadCard.tsx';
import { LearningCard } from './LearningCard.tsx';
import { OwnershipCard } from './OwnershipCard.tsx';
import { type PageSection, sectionId, SectionList } from './SectionList.tsx';
import { SettingRows } from './SettingRows.tsx';
import { StillsCard } from './StillsCard.tsx';
import { NAME_KEYS, valueText } from './settingTexts.ts';
import { SpeechTextsCard } from './SpeechTextsCard.tsx';

interface RowsSection extends PageSection {
  readonly names: readonly RobotSettingName[];
}
const ROWS: readonly RowsSection[] = [
  {
    id: 'lights',
    titleKey: 'shared.lights',
    icon: Lightbulb,
    names: [
      'frontLight',
      'autoFrontLight',
      'frontLightOnBelow',
      'frontLightOffAbove',
      'chassisLight',
      'patrolWarningLight',
    ],
  },
  {
    id: 'head',
    titleKey: 'shared.head',
    icon: PersonStanding,
    names: ['autoShakeHead', 'headVertical', 'headHorizontal'],
  },
  {
    id: 'recognition',
    titleKey: 'robotSettings.section.recognition',
    icon: Eye,
    names: ['detectBody', 'fallOver', 'noiseAlarm', 'highTemperature', 'alarmMode'],
  },
  {
    id: 'camera',
    titleKey: 'robotSettings.section.camera',
    icon: Camera,
    names: ['timedRefresh', 'photoInterval', 'volume', 'broadcastLanguage'],
  },
  { id: 'notices', titleKey: 'shared.notifications', icon: Bell, names: ['abnormalNotification'] },
];
/** Beside the robot panel there is no space for the head at the right: it is below the sections then. */
const GRID =
  'grid grid-cols-[148px_minmax(0,1fr)] items-start gap-3 @min-[1100px]:grid-cols-[148px_minmax(0,1fr)_300px] max-desk:grid-cols-1';
const HEAD = 'col-start-2 max-w-[360px] @min-[1100px]:col-start-3 max-desk:col-start-1';
const WORDS: PageSection = { id: 'words', titleKey: 'robotSettings.section.texts', icon: Pencil };
const LEARNING: PageSection = { id: 'learning', titleKey: 'robotSettings.section.learning', icon: GraduationCap };
const OWNERSHIP: PageSection = { id: 'ownership', titleKey: 'robotSettings.section.ownership', icon: KeyRound };

export function RobotSettingsPage({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { data, failure } = useSelector(screen, selectRobotSettings);
  const none = useSelector(screen, selectHasNoRobot);
  if (none) return <StatePanel state="empty" title={t('shared.noRobotSelected')} />;
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
  const copy = useSelector(screen, selectCopy);
  if (!data) return null;
  const { settings, robotNickName, serialNumber, canChange } = data.settings;
  const name = robotNickName || serialNumber;
  const rows = ROWS.filter(({ names }) => settings.some((setting) => names.includes(setting.name)));
  const undecided = data.learning.filter(({ state }) => state === 'waiting').length;
  const count = (...states: string[]): number => settings.filter(({ state }) => states.includes(state)).length;
  return (
    <div className="flex min-w-0 flex-col gap-3 [&>.card]:flex-none">
      <PageHead
        title={t('robotSettings.title', { name })}
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
        {settings.length > 0 && !copy && (
          <Button icon={Copy} onClick={() => screen.send({ type: 'copy.open' })}>
            {t('shared.copyToOtherRobots')}
          </Button>
        )}
      </PageHead>
      {failure && <Banner tone="warn" title={t('robotSettings.lost')} />}
      {!canChange && <p className="text-13 text-text-2">{t('robotSettings.readOnly')}</p>}
      <Conflict screen={screen} />
      {copy ? (
        <CopyPane copy={copy} name={name} />
      ) : (
        <div className="@container">
          <div className={GRID}>
            <SectionList sections={[...rows, WORDS, { ...LEARNING, count: undecided }, OWNERSHIP]} />
            <div className="flex min-w-0 flex-col gap-3">
              {settings.length === 0 && (
                <StatePanel state="empty" title={t('robotSettings.none')} text={t('robotSettings.noneText')} />
              )}
              {rows.map(({ id, titleKey, names }) => (
                <div key={id} id={sectionId(id)}>
                  <SettingRows screen={screen} title={t(titleKey)} names={names} />
                  {id === 'camera' && <StillsCard screen={screen} />}
                </div>
              ))}
              <div id={sectionId(WORDS.id)}>
                <SpeechTextsCard screen={screen} />
              </div>
              <div id={sectionId(LEARNING.id)}>
                <LearningCard screen={screen} />
              </div>
              <div id={sectionId(OWNERSHIP.id)}>
                <OwnershipCard screen={screen} />
              </div>
            </div>
            <div className={HEAD}>
              <HeadCard screen={screen} />
            </div>
          </div>
        </div>
      )}
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
