/** Problem reports on the server, for account administrators: search by text, open, delete. */
import { useSelector } from '@xstate/react';
import Search from 'lucide-react/icons/search';
import Trash from 'lucide-react/icons/trash-2';
import type { ProblemReport } from '../../../../contract/entities/problemReport.ts';
import {
  type ReportsRef,
  type InspectorRef,
  selectAreReportsLoading,
  selectRemoveQuestion,
  selectReportsContext,
} from '../../../machines/inspector/inspector.selectors.ts';
import { REPORTS_PER_PAGE } from '../../../machines/inspector/reports.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { EmptyLine } from './EmptyLine.tsx';
import { Row, RowList } from './RowList.tsx';

export function ReportsCard({ screen, reports }: { readonly screen: InspectorRef; readonly reports: ReportsRef }) {
  const t = useT();
  const { rows, total, page, text, failure } = useSelector(reports, selectReportsContext);
  const loading = useSelector(reports, selectAreReportsLoading);
  const question = useSelector(reports, selectRemoveQuestion);
  const pages = Math.max(1, Math.ceil(total / REPORTS_PER_PAGE));
  const first = (page - 1) * REPORTS_PER_PAGE + 1;
  return (
    <Card
      className="col-span-full pb-2"
      title={t('shared.problemReports')}
      note={total > 0 ? String(total) : undefined}
      acts={
        <TextInput
          size="s"
          icon={Search}
          value={text}
          placeholder={t('inspector.reports.search')}
          aria-label={t('inspector.reports.search')}
          onChange={(words) => reports.send({ type: 'reports.search', text: words })}
        />
      }
    >
      {failure && (
        <StatePanel state="failed" title={t('inspector.reports.failed')} text={t.failure(failure)}>
          <Button size="s" onClick={() => reports.send({ type: 'reports.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      )}
      {!failure && loading && rows.length === 0 && (
        <SkeletonBlocks shape="rows" count={3} label={t('inspector.reports.loading')} />
      )}
      {!failure && !loading && rows.length === 0 && (
        <EmptyLine>{t(text.trim() === '' ? 'inspector.reports.none' : 'inspector.reports.noneFound')}</EmptyLine>
      )}
      <RowList busy={loading}>
        {rows.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            screen={screen}
            onRemove={() => reports.send({ type: 'report.remove', report })}
          />
        ))}
      </RowList>
      {pages > 1 && (
        <Pager
          label={t('inspector.reports.pages')}
          page={page}
          pages={pages}
          onPage={(to) => reports.send({ type: 'reports.turn', page: to })}
          summary={t('common.pages.range', {
            from: first,
            to: Math.min(total, first + REPORTS_PER_PAGE - 1),
            total,
          })}
          previousLabel={t('common.pages.previous')}
          nextLabel={t('common.pages.next')}
          pageLabel={(to) => t('common.pages.page', { page: to })}
        />
      )}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </Card>
  );
}

function ReportRow({
  report,
  screen,
  onRemove,
}: {
  readonly report: ProblemReport;
  readonly screen: InspectorRef;
  readonly onRemove: () => void;
}) {
  const t = useT();
  const { id, sentence, nickname, page, build, size, receivedAt } = report;
  const timeZone = ownZone();
  return (
    <Row
      title={sentence}
      text={t('inspector.reports.row', {
        nickname,
        page,
        build,
        size: (size / 1024).toFixed(0),
        at: timeStamp(receivedAt, timeZone),
      })}
      onPress={() => screen.send({ type: 'capsule.open', wanted: { from: 'report', reportId: id, name: sentence } })}
    >
      <IconButton size="s" icon={Trash} label={t('inspector.reports.remove', { sentence })} onClick={onRemove} />
    </Row>
  );
}
