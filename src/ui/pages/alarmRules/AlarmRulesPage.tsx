/** Alarm rules of a robot: a row for each event, and beside it who would be told now. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import {
  type AlarmRulesRef,
  selectAlarmRules,
  type AlarmRulesFormRef,
  selectHasFailed,
  selectIsChanged,
  selectRulesForm,
} from '../../../machines/alarmRules/alarmRules.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { robotName } from '../../robots/robotName.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { RulesEditor } from './RulesEditor.tsx';

export function AlarmRulesPage({ screen }: { readonly screen: AlarmRulesRef }) {
  const t = useT();
  const { loaded, failure } = useSelector(screen, selectAlarmRules);
  const form = useSelector(screen, selectRulesForm);
  const hasFailed = useSelector(screen, selectHasFailed);
  const robots = useSelector(useFleet(), selectRobots);
  const failureTexts = useListFailure();
  const robot = robots.find(({ serialNumber }) => serialNumber === loaded?.serialNumber);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-wide:flex-none">
      <PageHead
        title={t('routes.alarmRules')}
        facts={robot ? t('alarmRules.facts', { robot: robotName(robot) }) : undefined}
      >
        {loaded && (
          <Button icon={Copy} onClick={() => screen.send({ type: 'copy.open' })}>
            {t('shared.copyToOtherRobots')}
          </Button>
        )}
      </PageHead>
      {hasFailed && failure ? (
        <FailedCard
          {...failureTexts(failure, 'alarmRules.failed')}
          busy={false}
          retryLabel={t('common.retry')}
          onRetry={() => screen.send({ type: 'rules.reload' })}
        />
      ) : loaded && form ? (
        <>
          {loaded.notifies === false && <NotificationsOff serialNumber={loaded.serialNumber} />}
          <RulesEditor screen={screen} form={form} loaded={loaded} />
        </>
      ) : (
        <div className="card">
          <SkeletonBlocks shape="table" count={8} label={t('alarmRules.loading')} />
        </div>
      )}
      {form && <CopyRules screen={screen} form={form} />}
    </div>
  );
}

/** Copies what is saved: while rules are edited, the dialog says that the edits are left out. */
function CopyRules({ screen, form }: { readonly screen: AlarmRulesRef; readonly form: AlarmRulesFormRef }) {
  const isChanged = useSelector(form, selectIsChanged);
  return <CopyDialog screen={screen} isChanged={isChanged} />;
}

/** An alarm of which nobody would be told is never listed without saying so. */
function NotificationsOff({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const { navigation } = useApp();
  return (
    <div role="alert" className="card flex flex-wrap items-center gap-3 bg-attn-soft px-4 py-2 text-13">
      <p className="min-w-0 flex-1 text-attn-text">{t('alarmRules.off.text')}</p>
      <Button
        size="s"
        onClick={() =>
          navigation.send({
            type: 'navigation.go',
            to: `/setting/basic-info?serialNumber=${encodeURIComponent(serialNumber)}`,
          })
        }
      >
        {t('routes.robotSettings')}
      </Button>
    </div>
  );
}
