/** Exports that wait for the user, and when each is deleted. */
import type { OwnExport } from '../../../../contract/entities/software.ts';
import type { DownloadsRef } from '../../../machines/downloads/downloads.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { fileSize } from '../../shell/fileSize.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { ShortSum } from './ShortSum.tsx';

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;

export function ExportTable({ screen, rows }: { readonly screen: DownloadsRef; readonly rows: readonly OwnExport[] }) {
  const t = useT();
  const now = useServerNow(60_000);
  const left = ({ until }: OwnExport): string => {
    const hours = Math.max(0, Math.floor((until - now) / HOUR_MS));
    return hours < HOURS_PER_DAY
      ? t('downloads.hoursLeft', { count: hours })
      : t('shared.inDays', { count: Math.floor(hours / HOURS_PER_DAY) });
  };
  const columns: readonly ListColumn<OwnExport>[] = [
    {
      id: 'name',
      head: t('downloads.column.file'),
      phone: 'title',
      cell: ({ fileName }) => <span className="font-medium wrap-anywhere">{fileName}</span>,
    },
    { id: 'made', head: t('shared.created'), text: ({ createdAt }) => timeStamp(createdAt, ownZone()).slice(0, -3) },
    {
      id: 'size',
      head: t('downloads.column.size'),
      numeric: true,
      phone: 'beside',
      text: ({ bytes }) => fileSize(t, bytes),
    },
    {
      id: 'sum',
      head: t('downloads.column.sum'),
      phone: 'hidden',
      cell: ({ sha256, fileName }) => <ShortSum sha256={sha256} of={fileName} />,
    },
    { id: 'until', head: t('downloads.column.until'), text: left },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: ({ fileId, fileName }) => <DownloadButton screen={screen} fileId={fileId} name={fileName} />,
    },
  ];
  return <ListTable label={t('downloads.group.exports')} columns={columns} rows={rows} idOf={({ fileId }) => fileId} />;
}
