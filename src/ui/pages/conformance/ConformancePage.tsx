/**
 * What a robot's messages say against VDA 5050. The title is the verdict; below it the six topics, the findings, and the
 * message log or the test order.
 */
import { useSelector } from '@xstate/react';
import Radar from 'lucide-react/icons/radar';
import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import type { ConformanceReport } from '../../../../contract/entities/conformance.ts';
import { robotPath } from '../../../machines/app/events.ts';
import {
  selectIsLost,
  selectIsRefused,
  selectIsTestRunning,
  selectTestOrder,
} from '../../../machines/conformance/conformance.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { TestOrderCard } from '../../testOrder/TestOrderCard.tsx';
import { FindingList } from './FindingList.tsx';
import { MessageLog } from './MessageLog.tsx';
import { TopicStrip } from './TopicStrip.tsx';
import { useConformance, type ConformanceProps } from './useConformance.ts';

type Report = Omit<ConformanceReport, 'log'>;

function verdict(t: Translate, { robot, findings, topics }: Report): string {
  const name = robot.name || robot.serialNumber;
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  const [blocks, breaks, notes] = [count('blocks'), count('breaks'), count('note')];
  if (blocks > 0) return t('conformance.verdict.blocks', { count: blocks, name });
  if (isSilent(topics)) return t('conformance.verdict.silent', { name });
  if (breaks > 0) return t('conformance.verdict.breaks', { count: breaks, name });
  return notes > 0 ? t('conformance.verdict.note', { count: notes, name }) : t('conformance.verdict.fine', { name });
}
const isSilent = (topics: Report['topics']): boolean =>
  topics.every(({ topic, total }) => total === 0 || topic === 'order' || topic === 'instantActions');

export function ConformancePage({ screen }: ConformanceProps) {
  const t = useT();
  const { report, failure } = useConformance(screen);
  const refused = useSelector(screen, selectIsRefused);
  if (!report) {
    if (failure)
      return (
        <StatePanel
          state={refused ? 'empty' : 'failed'}
          title={t(refused ? 'conformance.unknown' : 'conformance.failed')}
          text={t.failure(failure)}
        >
          <Button size="s" onClick={() => screen.send({ type: 'report.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      );
    return <SkeletonBlocks shape="text" count={8} label={t('conformance.loading')} />;
  }
  return <Shown screen={screen} report={report} />;
}

function Shown({ screen, report }: ConformanceProps & { readonly report: Report }) {
  const t = useT();
  const { navigation } = useApp();
  const lost = useSelector(screen, selectIsLost);
  const test = useSelector(screen, selectTestOrder);
  const { robot, since, topics } = report;
  const time = timeStamp(since, ownZone());
  return (
    <>
      <Head screen={screen} report={report}>
        <Button
          icon={Radar}
          onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(robot.serialNumber) })}
        >
          {t('shared.robotPage')}
        </Button>
      </Head>
      {lost && <Banner tone="warn" title={t('conformance.lost')} />}
      {isSilent(topics) && (
        <Banner tone="warn" title={t('conformance.silentHint', { time, serialNumber: robot.serialNumber })} />
      )}
      {!test && robot.drivingBlocked && (
        <Banner tone="warn" title={t('conformance.test.blocked')} text={t('conformance.test.blockedText')} />
      )}
      <TopicStrip screen={screen} />
      <div className="flex min-h-0 flex-1 gap-3 max-desk:flex-none max-desk:flex-col">
        <FindingList screen={screen} />
        {test ? (
          <TestOrderCard screen={screen} test={test} robot={{ ...robot, name: robot.name || robot.serialNumber }} />
        ) : (
          <MessageLog screen={screen} />
        )}
      </div>
    </>
  );
}

function Head({
  screen,
  report,
  children,
}: ConformanceProps & { readonly report: Report; readonly children: ReactNode }) {
  const t = useT();
  const test = useSelector(screen, selectTestOrder);
  const running = useSelector(test, selectIsTestRunning);
  const { robot, since } = report;
  const name = robot.name || robot.serialNumber;
  const reason = running
    ? t('conformance.test.running')
    : !robot.operable
      ? t('conformance.test.notAllowed')
      : robot.connection !== 'online'
        ? t('conformance.test.offline')
        : undefined;
  const version =
    robot.version === '' ? t('conformance.noVersion') : t('conformance.version', { version: robot.version });
  const title = running ? t('conformance.verdict.testing', { name }) : verdict(t, report);
  return (
    <PageHead
      title={title}
      facts={
        <>
          {/* On phones the top bar has the page's name, and the heading is for screen readers only. */}
          <b className="block text-16 font-semibold text-heading desk:hidden" aria-hidden="true">
            {title}
          </b>
          <span className="font-mono text-12">{`${robot.manufacturer}/${robot.serialNumber}`}</span>
          {` · ${version} · ${t('conformance.since', { time: timeStamp(since, ownZone()) })}`}
        </>
      }
    >
      {children}
      <Button variant="primary" icon={Send} disabledReason={reason} onClick={() => screen.send({ type: 'test.start' })}>
        {t('conformance.test.start')}
      </Button>
    </PageHead>
  );
}
