/** The download centre: apps, software for robots, and exports that wait for the user. */
import { useSelector } from '@xstate/react';
import ExternalLink from 'lucide-react/icons/external-link';
import FileUp from 'lucide-react/icons/file-up';
import { downloadsQuery, isFound, lineKey } from '../../../machines/downloads/downloadsQuery.ts';
import { type DownloadsRef, selectDownloads, selectOpenLine } from '../../../machines/downloads/downloads.selectors.ts';
import { newSoftware } from '../../../machines/downloads/softwareForm.machine.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { buttonClass } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { RowBlock, RowBlocks } from '../../kit/RowBlocks.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { ExportTable } from './ExportTable.tsx';
import { SoftwareDialog } from './SoftwareDialog.tsx';
import { SoftwareDrawer } from './SoftwareDrawer.tsx';
import { SoftwareTable } from './SoftwareTable.tsx';

const COMPANION = '/mini-program';

export function DownloadsPage({ screen }: { readonly screen: DownloadsRef }) {
  const t = useT();
  const { query, rows, canAdd } = useSelector(screen, selectDownloads);
  const open = useSelector(screen, selectOpenLine);
  const lines = rows.filter(({ models, files, robots }) =>
    isFound(query, [
      ...models,
      ...files.flatMap(({ version, fileName }) => [version, fileName]),
      ...robots.map(({ name }) => name),
    ]),
  );
  const keys = lines.map(lineKey);
  useListKeys({
    ids: keys,
    open: open ? lineKey(open) : '',
    onOpen: (line) => screen.send({ type: 'line.open', line }),
    onClose: () => screen.send({ type: 'line.close' }),
  });
  return (
    <ListPage
      title={t('routes.downloads')}
      facts={t('downloads.about')}
      primary={
        canAdd
          ? {
              label: t('downloads.addFile'),
              icon: FileUp,
              onPress: () => screen.send({ type: 'record.edit', fields: newSoftware() }),
            }
          : undefined
      }
      filters={
        <Filters
          filtered={downloadsQuery.isFiltered(query)}
          onClear={() => screen.send({ type: 'list.show', query: downloadsQuery.cleared })}
        >
          <SearchInput
            size="s"
            label={t('downloads.search')}
            value={downloadsQuery.read(query).text}
            onChange={(text) => screen.send({ type: 'list.show', query: downloadsQuery.patch({ text }) })}
          />
        </Filters>
      }
      detail={open && <SoftwareDrawer screen={screen} keys={keys} />}
      dialogs={
        <>
          <SoftwareDialog screen={screen} />
          <Question question={useSelector(screen, selectQuestion)} />
        </>
      }
    >
      <Groups screen={screen} lines={lines} />
    </ListPage>
  );
}

function Groups({
  screen,
  lines,
}: {
  readonly screen: DownloadsRef;
  readonly lines: ReturnType<typeof selectDownloads>['rows'];
}) {
  const t = useT();
  const { query, rows, exports: all, build, failure } = useSelector(screen, selectDownloads);
  const reading = useSelector(screen, selectIsReading);
  const failureTexts = useListFailure();
  if (failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'downloads.failed')}
        busy={reading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    );
  if (build === '')
    return (
      <div className="card">
        <SkeletonBlocks shape="table" count={6} label={t('downloads.loading')} />
      </div>
    );
  const exported = all.filter(({ fileName }) => isFound(query, [fileName]));
  const app = t('downloads.companion.name');
  const hasApp = isFound(query, [app, build]);
  if (!hasApp && lines.length + exported.length === 0)
    return (
      <div className="card">
        <StatePanel state="empty" title={t('downloads.nothing')} text={t('downloads.nothingText')} />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-auto max-desk:overflow-visible">
      {hasApp && (
        <Card clip className="flex-none" title={t('shared.apps')}>
          <RowBlocks label={t('shared.apps')}>
            <RowBlock
              title={app}
              lines={[t('downloads.companion.about'), t('shared.versionNumber', { version: build })]}
              acts={
                <a className={buttonClass('secondary', 's')} href={COMPANION} target="_blank" rel="noreferrer">
                  <Icon of={ExternalLink} size={14} />
                  {t('common.open')}
                </a>
              }
            />
          </RowBlocks>
        </Card>
      )}
      {(lines.length > 0 || rows.length === 0) && (
        <Card clip className="flex-none" title={t('shared.robotSoftware')} note={t('downloads.group.softwareNote')}>
          {lines.length > 0 ? (
            <SoftwareTable screen={screen} lines={lines} />
          ) : (
            <StatePanel state="empty" title={t('downloads.noSoftware')} text={t('downloads.noSoftwareText')} />
          )}
        </Card>
      )}
      {exported.length > 0 && (
        <Card clip className="flex-none" title={t('downloads.group.exports')} note={t('downloads.group.exportsNote')}>
          <ExportTable screen={screen} rows={exported} />
        </Card>
      )}
    </div>
  );
}
