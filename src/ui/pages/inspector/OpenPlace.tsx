/** Shown while nothing is open: explains the inspector and lists all ways to open a recording. */
import { useSelector } from '@xstate/react';
import {
  type InspectorRef,
  selectIsOpening,
  selectReports,
  selectTabs,
  selectWanted,
} from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { useTitle } from '../../shell/useTitle.ts';
import { EmptyLine } from './EmptyLine.tsx';
import { FileButton } from './FileButton.tsx';
import { ReportsCard } from './ReportsCard.tsx';
import { Row, RowList } from './RowList.tsx';

export function OpenPlace({ screen }: { readonly screen: InspectorRef }) {
  const t = useT();
  const opening = useSelector(screen, selectIsOpening);
  const wanted = useSelector(screen, selectWanted);
  const reports = useSelector(screen, selectReports);
  const title = useTitle();
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>{t('routes.inspector')}</h1>
          <p>{t('inspector.about')}</p>
        </div>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 max-desk:flex max-desk:flex-none max-desk:flex-col max-desk:items-stretch">
        <Card title={t('inspector.open.title')}>
          <div className="grid justify-items-start gap-3 px-4 pb-4">
            <p className="text-13 text-text-2">{t('inspector.open.text')}</p>
            <FileButton screen={screen} busy={opening} />
            {opening && (
              <p className="flex items-center gap-2 text-13 wrap-anywhere text-text-2" role="status">
                {t('inspector.open.opening', { name: title(wanted) })}
                <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'capsule.close' })}>
                  {t('common.cancel')}
                </Button>
              </p>
            )}
          </div>
        </Card>
        <TabsCard screen={screen} />
        {reports && <ReportsCard screen={screen} reports={reports} />}
      </div>
    </>
  );
}

function TabsCard({ screen }: { readonly screen: InspectorRef }) {
  const t = useT();
  const title = useTitle();
  const tabs = useSelector(screen, selectTabs);
  return (
    <Card title={t('inspector.tabs.title')} note={tabs.length > 0 ? String(tabs.length) : undefined}>
      {tabs.length === 0 && <EmptyLine>{t('inspector.tabs.none')}</EmptyLine>}
      <RowList>
        {tabs.map((tab) => (
          <Row
            key={tab.id}
            title={title(tab.title) || tab.page}
            text={tab.page}
            onPress={() => screen.send({ type: 'tab.follow', tab })}
          />
        ))}
      </RowList>
      <p className="px-4 pb-3 text-12 text-text-2">{t('inspector.tabs.companion')}</p>
    </Card>
  );
}
