/** Messages from the contact form, for account administrators: search, read, delete. */
import { useSelector } from '@xstate/react';
import Mail from 'lucide-react/icons/mail';
import Trash from 'lucide-react/icons/trash-2';
import type { Inquiry } from '../../../../contract/entities/inquiry.ts';
import { selectSearch } from '../../../machines/factories/pagedList.selectors.ts';
import { selectIsActing, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { type InquiriesRef, selectInquiries } from '../../../machines/inquiries/inquiries.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ListTable } from '../../lists/ListTable.tsx';
import { PagedList, PagedListBar } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';

export function InquiriesPage({ screen }: { readonly screen: InquiriesRef }) {
  const t = useT();
  const { rows } = useSelector(screen, selectInquiries);
  const removing = useSelector(screen, selectIsActing);
  const question = useSelector(screen, selectQuestion);
  const filtered = useSelector(screen, selectSearch) !== '';
  // Visitors belong to no site: times are in the reader's time zone, which the page's head names.
  const zone = ownZone();
  const columns: readonly ListColumn<Inquiry>[] = [
    {
      id: 'at',
      head: t('shared.time'),
      cell: ({ at }) => <span className="serial">{timeStamp(at, zone)}</span>,
      phone: 'hidden',
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
      phone: 'title',
      phoneCell: ({ name }) => name,
    },
    {
      id: 'question',
      head: t('inquiries.table.question'),
      className: 'whitespace-normal',
      cell: ({ question: text }) => <span className="list-words">{text}</span>,
      phoneCell: ({ question: text, company, phone, at }) => (
        <>
          {[company, phone].filter(Boolean).join(' · ')}
          <span className="list-words">{text}</span>
          <time className="tabular-nums">{timeStamp(at, zone)}</time>
        </>
      ),
    },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: ({ id, name }) => (
        <IconButton
          size="s"
          icon={Trash}
          label={t('inquiries.remove.one', { name })}
          onClick={() => screen.send({ type: 'record.act', task: { id, name } })}
        />
      ),
    },
  ];
  return (
    <ListPage
      title={t('routes.inquiries')}
      facts={t('inquiries.intro', { zone: zoneName(zone, t.language, useServerNow()) })}
      filters={<PagedListBar screen={screen} search="inquiries.search" count="inquiries.count" busy={removing} />}
      dialogs={<Question question={question} cancelLabel={t('common.cancel')} />}
    >
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
        <ListTable label={t('inquiries.table.name')} columns={columns} rows={rows} idOf={({ id }) => id} />
      </PagedList>
    </ListPage>
  );
}
