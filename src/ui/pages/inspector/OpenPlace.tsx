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
import { FileButton } from './FileButton.tsx';
import { ReportsCard } from './ReportsCard.tsx';

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
          <h1>{t('inspector.title')}</h1>
          <p>{t('inspector.about')}</p>
        </div>
      </div>
      <div className="inspector-open">
        <Card title={t('inspector.open.title')}>
          <div className="inspector-file">
            <p>{t('inspector.open.text')}</p>
            <FileButton screen={screen} busy={opening} />
            {opening && (
              <p className="inspector-opening" role="status">
                {t('inspector.open.opening', { name: title(wanted) })}
                <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'capsule.close' })}>
                  {t('inspector.open.cancel')}
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
      {tabs.length === 0 && <p className="inspector-none">{t('inspector.tabs.none')}</p>}
      <ul className="inspector-rows">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <button type="button" className="inspector-row" onClick={() => screen.send({ type: 'tab.follow', tab })}>
              <b>{title(tab.title) || tab.page}</b>
              <span>{tab.page}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
