/** Software for robots: a row for each set of models, with its newest version. */
import { useSelector } from '@xstate/react';
import type { SoftwareLine } from '../../../../contract/entities/software.ts';
import { lineKey, openLine } from '../../../machines/downloads/downloadsQuery.ts';
import { type DownloadsRef, selectDownloads } from '../../../machines/downloads/downloads.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { fileSize } from '../../shell/fileSize.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { modelNames } from './downloadTexts.ts';
import { RobotBlocks } from './RobotBlocks.tsx';
import { ShortSum } from './ShortSum.tsx';

const SECOND = 'block text-12 font-normal text-text-2';
const newest = ({ files: [file] }: SoftwareLine): SoftwareLine['files'][number] =>
  file as SoftwareLine['files'][number]; // a line has a file

export function SoftwareTable({
  screen,
  lines,
}: {
  readonly screen: DownloadsRef;
  readonly lines: readonly SoftwareLine[];
}) {
  const t = useT();
  const { query } = useSelector(screen, selectDownloads);
  const nameOf = (line: SoftwareLine): string => `${modelNames(line)} ${newest(line).version}`;
  const columns: readonly ListColumn<SoftwareLine>[] = [
    {
      id: 'name',
      head: t('downloads.column.models'),
      phone: 'title',
      cell: (line) => (
        <span className="block py-1.5 font-medium">
          {modelNames(line)}
          {newest(line).damagedAt === null ? (
            <span className={SECOND}>{newest(line).fileName}</span>
          ) : (
            <span className="block text-12 font-normal text-st-alarm-text">{t('downloads.damaged')}</span>
          )}
        </span>
      ),
      phoneCell: modelNames,
    },
    {
      id: 'version',
      head: t('downloads.column.version'),
      cell: (line) => (
        <span className="font-medium">
          {newest(line).version}
          <span className={SECOND}>{newest(line).releasedOn}</span>
        </span>
      ),
      phoneCell: (line) =>
        newest(line).damagedAt === null ? (
          `${newest(line).version} · ${newest(line).releasedOn}`
        ) : (
          <span className="text-st-alarm-text">{t('downloads.damaged')}</span>
        ),
    },
    {
      id: 'size',
      head: t('downloads.column.size'),
      numeric: true,
      phone: 'beside',
      text: (line) => fileSize(t, newest(line).bytes),
    },
    {
      id: 'sum',
      head: t('downloads.column.sum'),
      phone: 'hidden',
      cell: (line) => <ShortSum sha256={newest(line).sha256} of={nameOf(line)} />,
    },
    { id: 'robots', head: t('downloads.column.robots'), cell: (line) => <RobotBlocks line={line} /> },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: (line) => (
        <DownloadButton
          screen={screen}
          fileId={newest(line).fileId}
          name={nameOf(line)}
          damaged={newest(line).damagedAt !== null}
        />
      ),
    },
  ];
  return (
    <ListTable
      label={t('shared.robotSoftware')}
      columns={columns}
      rows={lines}
      idOf={lineKey}
      current={openLine(query)}
      onOpen={(line) => screen.send({ type: 'line.open', line })}
    />
  );
}
