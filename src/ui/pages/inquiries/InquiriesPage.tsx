/** Messages from the contact form, for account administrators: search, read, delete. */
import { useSelector } from '@xstate/react';
import Mail from 'lucide-react/icons/mail';
import Trash from 'lucide-react/icons/trash-2';
import type { Inquiry } from '../../../../contract/entities/inquiry.ts';
import { selectSearch } from '../../../machines/factories/pagedList.selectors.ts';
import { selectIsActing, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { type InquiriesRef, selectInquiries } from '../../../machines/inquiries/inquiries.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { Column } from '../../kit/Table.tsx';
import { TableOrBlocks } from '../../kit/TableOrBlocks.tsx';
import { PagedList, PagedListBar } from '../../shell/PagedList.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';

export function InquiriesPage({ screen }: { readonly screen: InquiriesRef }) {
  const t = useT();
  const { rows } = useSelector(screen, selectInquiries);
  const removing = useSelector(screen, selectIsActing);
  const question = useSelector(screen, selectQuestion);
  const filtered = useSelector(screen, selectSearch) !== '';
  return (
    <div className="list-page">
      <PageHead
        title={t('routes.inquiries')}
        facts={t('inquiries.intro', { zone: zoneName(ownZone(), t.language, useServerNow()) })}
      />
      <PagedListBar screen={screen} search="inquiries.search" count="inquiries.count" busy={removing} />
      <PagedList
        screen={screen}
        loading="inquiries.loading"
        failed="inquiries.failed"
        empty={
          <StatePanel
            state="empty"
            icon={Mail}
            title={t(filtered ? 'inquiries.noneFound' : 'inquiries.none')}
            text={t(filtered ? 'inquiries.noneFoundText' : 'inquiries.noneText')}
          />
        }
      >
        <Rows screen={screen} rows={rows} />
      </PagedList>
      <Question question={question} cancelLabel={t('common.cancel')} />
    </div>
  );
}

function Rows({ screen, rows }: { readonly screen: InquiriesRef; readonly rows: readonly Inquiry[] }) {
  const t = useT();
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  // Visitors belong to no site: times are in the reader's time zone, which the page's head names.
  const zone = ownZone();
  const remove = (inquiry: Inquiry) => (
    <IconButton
      size="s"
      icon={Trash}
      label={t('inquiries.remove.one', { name: inquiry.name })}
      onClick={() => screen.send({ type: 'record.act', task: { id: inquiry.id, name: inquiry.name } })}
    />
  );
  const columns: Column<Inquiry>[] = [
    {
      id: 'at',
      head: t('shared.time'),
      cell: ({ at }) => <span className="serial">{timeStamp(at, zone)}</span>,
    },
    {
      id: 'name',
      head: t('inquiries.table.who'),
      className: 'whitespace-normal',
      cell: ({ name, company, phone }) => (
        <span className="block min-w-36">
          <b className="font-semibold">{name}</b>
          {company && <span className="block text-12 text-text-2">{company}</span>}
          <span className="block text-12 text-text-2">{phone}</span>
        </span>
      ),
    },
    {
      id: 'question',
      head: t('inquiries.table.question'),
      className: 'whitespace-normal',
      cell: ({ question }) => <span className="list-words">{question}</span>,
    },
    { id: 'acts', head: t('common.actions'), acts: true, cell: remove },
  ];
  return (
    <TableOrBlocks
      mobile={mobile}
      label={t('inquiries.table.name')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      blockOf={(inquiry) => ({
        title: inquiry.name,
        lines: [
          [inquiry.company, inquiry.phone].filter(Boolean).join(' · '),
          <span key="words" className="list-words">
            {inquiry.question}
          </span>,
          <time key="at" className="tabular-nums">
            {timeStamp(inquiry.at, zone)}
          </time>,
        ],
        acts: remove(inquiry),
      })}
    />
  );
}
