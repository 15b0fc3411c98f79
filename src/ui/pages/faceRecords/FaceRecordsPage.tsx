/** Face recognition records (spec 2 "Robot settings", design 24): blurred for everyone. */
import { useSelector } from '@xstate/react';
import EyeOff from 'lucide-react/icons/eye-off';
import ScanFace from 'lucide-react/icons/scan-face';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type FaceRecordsRef, selectFaces, selectIsOn } from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { faceQuery } from '../../../machines/faceRecords/faceRecordsQuery.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { countText } from '../../lists/countText.ts';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { FaceDialogs } from './FaceDialogs.tsx';
import { FaceDrawer } from './FaceDrawer.tsx';
import { FaceFilters } from './FaceFilters.tsx';
import { FaceTable } from './FaceTable.tsx';
import { RevealRequests } from './RevealRequests.tsx';

interface PageProps {
  readonly screen: FaceRecordsRef;
}

export function FaceRecordsPage({ screen }: PageProps) {
  const t = useT();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { query, open, counts, total } = useSelector(screen, selectFaces);
  const isOn = useSelector(screen, selectIsOn);
  const filtered = faceQuery.isFiltered(query);
  return (
    <ListPage
      title={t('routes.faceRecords')}
      facts={t('faceRecords.facts', {
        all: countText(counts.all),
        highTemperature: countText(counts.highTemperature),
      })}
      actions={
        <>
          <SiteActions screen={screen} />
          <ExportButton
            screen={screen}
            label={t('faceRecords.export.start', { count: total })}
            disabledReason={total === 0 && t('faceRecords.export.none')}
          />
        </>
      }
      filters={
        <>
          <FaceFilters screen={screen} timeZone={timeZone} />
          <PrivacyLine screen={screen} />
          <RevealRequests screen={screen} timeZone={timeZone} />
        </>
      }
      detail={open !== '' && <FaceDrawer screen={screen} timeZone={timeZone} now={now} />}
      dialogs={<FaceDialogs screen={screen} timeZone={timeZone} />}
    >
      <PagedList
        screen={screen}
        loading="faceRecords.loading"
        failed="faceRecords.failed"
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign
            ? { title: t('shared.noAccessToRecords'), text: t.failure(failure) }
            : null
        }
        empty={
          isOn === false && !filtered ? (
            <StatePanel state="empty" icon={EyeOff} title={t('faceRecords.offTitle')} text={t('faceRecords.offText')} />
          ) : (
            <StatePanel
              state="empty"
              icon={ScanFace}
              title={t(filtered ? 'faceRecords.noneFound' : 'faceRecords.none')}
              text={filtered ? undefined : t('faceRecords.noneText')}
            >
              {filtered && (
                <Button size="s" onClick={() => screen.send({ type: 'list.show', query: faceQuery.cleared })}>
                  {t('shell.clearFilters')}
                </Button>
              )}
            </StatePanel>
          )
        }
      >
        <FaceTable screen={screen} timeZone={timeZone} now={now} />
      </PagedList>
    </ListPage>
  );
}

/** Persons and settings of a site: the first one that records faces, which the dialogs can change. */
function SiteActions({ screen }: PageProps) {
  const t = useT();
  const { settings } = useSelector(screen, selectFaces);
  const site = settings.find(({ isOn }) => isOn) ?? settings[0];
  const changeable = settings.filter(({ mayChange }) => mayChange !== 'nothing');
  const changed = changeable.find(({ isOn }) => isOn) ?? changeable[0];
  const isReading = useSelector(screen, selectIsReading);
  // On a phone they have a line, whose place is kept free.
  if (!site) return isReading && <span className="h-11 basis-full desk:hidden" />;
  const { siteId } = site;
  return (
    <>
      {settings.some(({ isOn }) => isOn) && (
        <Button variant="ghost" icon={Users} onClick={() => screen.send({ type: 'persons.open', siteId })}>
          {t('faceRecords.persons.open')}
        </Button>
      )}
      <Button
        variant="ghost"
        icon={ShieldCheck}
        disabledReason={changed ? undefined : t('faceRecords.setting.onlyAdmin')}
        onClick={() => screen.send({ type: 'setting.open', siteId: changed?.siteId ?? siteId })}
      >
        {t('faceRecords.privacy.settings')}
      </Button>
    </>
  );
}

function PrivacyLine({ screen }: PageProps) {
  const t = useT();
  const { navigation, session } = useApp();
  const { settings } = useSelector(screen, selectFaces);
  const isAdmin = useSelector(session, selectUser)?.roles.includes('admin') ?? false;
  const [first, ...others] = settings.filter(({ isOn }) => isOn);
  const isOneRule = others.every(
    ({ pictureDays, rowDays }) => pictureDays === first?.pictureDays && rowDays === first.rowDays,
  );
  if (!first) return null;
  return (
    <p className="flex flex-none flex-wrap items-center gap-2 rounded bg-surface-3 px-3 py-2 text-13">
      <Icon of={EyeOff} size={16} />
      <span className="min-w-0 flex-1 basis-60">
        <b className="font-semibold">{t('faceRecords.privacy.title')}</b>{' '}
        <span className="text-text-2">
          {isOneRule
            ? t('faceRecords.privacy.text', { pictures: first.pictureDays, records: first.rowDays })
            : t('faceRecords.privacy.textMany')}
        </span>
      </span>
      {isAdmin && (
        <Button
          size="s"
          variant="ghost"
          onClick={() => navigation.send({ type: 'navigation.go', to: '/accounts/audit?act=face.reveal' })}
        >
          {t('faceRecords.privacy.log')}
        </Button>
      )}
    </p>
  );
}
