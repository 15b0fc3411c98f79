/**
 * Sites and floors: the sites at the left; of the chosen one its floors, lifts, access doors and charging bays. On a
 * phone, the list and each site are pages of their own.
 */
import { useSelector } from '@xstate/react';
import Building2 from 'lucide-react/icons/building-2';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { SiteDetails } from '../../../../contract/entities/map.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { fieldsOfSite, newSite } from '../../../machines/sites/siteForm.machine.ts';
import { selectIsChosen, selectSite, selectSites, type SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, zoneName } from '../../shell/siteTime.ts';
import { BaysCard } from './BaysCard.tsx';
import { DoorsCard } from './DoorsCard.tsx';
import { FloorsCard } from './FloorsCard.tsx';
import { LiftsCard } from './LiftsCard.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { SiteDialog } from './SiteDialog.tsx';
import { SiteList } from './SiteList.tsx';
import { taskFor } from './siteTask.ts';

export function SitesPage({ screen }: { readonly screen: SitesRef }) {
  const t = useT();
  const site = useSelector(screen, selectSite);
  const isList = useIsList(screen);
  const shown = isList ? undefined : site;
  const siteFacts = useSiteFacts();
  return (
    <ListPage
      title={shown?.name ?? t('routes.sites')}
      facts={shown && siteFacts(shown)}
      actions={shown && <Acts screen={screen} site={shown} />}
      dialogs={
        <>
          <Question question={useSelector(screen, selectQuestion)} />
          <SiteDialog screen={screen} />
          <ResultDialog screen={screen} />
        </>
      }
    >
      <Body screen={screen} />
    </ListPage>
  );
}

/** On a phone without a chosen site: the list alone. */
function useIsList(screen: SitesRef): boolean {
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  return useSelector(screen, selectIsChosen) ? false : mobile;
}

/** Address, time zone and place. */
function useSiteFacts() {
  const language = useLanguage();
  const live = useLive();
  return ({ timeZone, address, latitude, longitude }: SiteDetails): string =>
    [
      address,
      `${timeZone}, ${zoneName(timeZone, language, live.now()).split(/[ ,]+/u).at(-1) ?? ''}`,
      latitude !== null && longitude !== null ? `${latitude}, ${longitude}` : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

function Acts({ screen, site }: { readonly screen: SitesRef; readonly site: SiteDetails }) {
  const t = useT();
  const { name, id, revision } = site;
  return (
    <>
      <IconButton
        icon={Trash2}
        label={t('sites.delete')}
        onClick={() => screen.send({ type: 'record.act', task: taskFor('deleteSite', { id, name, revision }) })}
      />
      <Button icon={Pencil} onClick={() => screen.send({ type: 'record.edit', fields: fieldsOfSite(site) })}>
        {t('sites.edit')}
      </Button>
    </>
  );
}

function Body({ screen }: { readonly screen: SitesRef }) {
  const t = useT();
  const failureTexts = useListFailure();
  const { rows, failure, equipment, plans, siteId } = useSelector(screen, selectSites);
  const floors = useSelector(screen, selectSite)?.floors ?? [];
  const reading = useSelector(screen, selectIsReading);
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const isList = useIsList(screen);
  const add = (): void => screen.send({ type: 'record.edit', fields: newSite(ownZone()) });
  if (failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'sites.failed')}
        busy={reading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    );
  if (rows.length === 0)
    return (
      <div className="card">
        {reading ? (
          <SkeletonBlocks shape="table" count={6} label={t('sites.loading')} />
        ) : (
          <StatePanel state="empty" icon={Building2} title={t('sites.none')} text={t('sites.noneText')}>
            <Button size="s" variant="primary" icon={Plus} onClick={add}>
              {t('sites.noneAdd')}
            </Button>
          </StatePanel>
        )}
      </div>
    );
  return (
    <div
      className="grid grid-cols-[240px_minmax(0,1fr)] items-start gap-3 max-wide:grid-cols-[200px_minmax(0,1fr)] max-desk:grid-cols-1"
      aria-busy={reading}
    >
      {mobile && !isList ? (
        <span>
          <Button icon={ChevronLeft} onClick={() => screen.send({ type: 'list.show', query: { site: '' } })}>
            {t('shell.allSites')}
          </Button>
        </span>
      ) : (
        <SiteList screen={screen} onAdd={add} isList={isList} />
      )}
      {equipment && !isList && (
        <div className="grid min-w-0 gap-3">
          <FloorsCard siteId={siteId} floors={floors} plans={plans} />
          <LiftsCard screen={screen} equipment={equipment} floors={floors} />
          <div className="grid grid-cols-[5fr_4fr] items-start gap-3 max-wide:grid-cols-1">
            <DoorsCard screen={screen} equipment={equipment} floors={floors} />
            <BaysCard bays={equipment.bays} floors={floors} />
          </div>
        </div>
      )}
    </div>
  );
}
