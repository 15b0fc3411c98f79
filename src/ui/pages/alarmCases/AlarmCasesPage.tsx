/** All alarm cases: what is open first by its filter, everything else by type, owner, robot, days and words. */
import { useSelector } from '@xstate/react';
import BellRing from 'lucide-react/icons/bell-ring';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { CASES_COUNTED } from '../../../../contract/endpoints/alarmCases.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type AlarmCasesRef, selectAlarmCases } from '../../../machines/alarmCases/alarmCases.selectors.ts';
import { alarmCasesQuery } from '../../../machines/alarmCases/alarmCasesQuery.ts';
import { selectIsSoundOn } from '../../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../../hooks/useApp.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { zoneName } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { CaseFilters } from './CaseFilters.tsx';
import { CaseTable } from './CaseTable.tsx';

export function AlarmCasesPage({ screen }: { readonly screen: AlarmCasesRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const alarms = useAlarms();
  const { timeZone } = useHomeSite();
  const { query, total, open, taken, permission } = useSelector(screen, selectAlarmCases);
  const isSoundOn = useSelector(alarms, selectIsSoundOn);
  const filtered = alarmCasesQuery.isFiltered(query);
  const facts = open + taken === 0 ? t('alarmCases.facts.none') : t('alarmCases.facts.some', { open, taken });
  return (
    <ListPage
      title={t('routes.alarms')}
      facts={`${facts} · ${t('alarmCases.zone', { zone: zoneName(timeZone, language, now) })}`}
      actions={
        <>
          {permission === 'default' && (
            <Button icon={BellRing} onClick={() => screen.send({ type: 'permission.ask' })}>
              {t('alarmCases.allow')}
            </Button>
          )}
          <Button
            icon={isSoundOn ? Volume2 : VolumeX}
            aria-pressed={isSoundOn}
            onClick={() => alarms?.send({ type: 'alarms.toggleSound' })}
          >
            {t(isSoundOn ? 'alarmCases.sound.on' : 'alarmCases.sound.off')}
          </Button>
        </>
      }
      filters={<CaseFilters screen={screen} />}
    >
      <PagedList
        screen={screen}
        loading="alarmCases.loading"
        failed="alarmCases.failed"
        isMore={total >= CASES_COUNTED}
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign ? { title: t('alarmCases.forbidden'), text: t.failure(failure) } : null
        }
        empty={
          <StatePanel
            state="empty"
            art="security"
            title={t(filtered ? 'alarmCases.noneFound' : 'shared.noAlarmsYet')}
            text={filtered ? undefined : t('alarmCases.noneText')}
          >
            {filtered && (
              <Button size="s" onClick={() => screen.send({ type: 'list.show', query: alarmCasesQuery.cleared })}>
                {t('shell.clearFilters')}
              </Button>
            )}
          </StatePanel>
        }
      >
        <CaseTable screen={screen} timeZone={timeZone} now={now} />
      </PagedList>
    </ListPage>
  );
}
