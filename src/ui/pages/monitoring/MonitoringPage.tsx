/**
 * Historical monitoring (spec 2 "Robot activities"): the map at a moment of the past, the lanes of all robots, what
 * happened. Commands are not on this page; Stop is in the frame, and is for the robot of now.
 */
import { useSelector } from '@xstate/react';
import Link from 'lucide-react/icons/link';
import RadioTower from 'lucide-react/icons/radio-tower';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { TRACK_EXPORT_MAX_MS } from '../../../../contract/rules/monitoringLimits.ts';
import {
  exportFault,
  exportSpan,
  type MonitoringRef,
  selectIsPast,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { readMonitoringQuery, writeMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { useAge } from '../../labels/useAge.ts';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { zoneName } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { EventList } from './EventList.tsx';
import { happeningsIn, LEAD_MS, neighbourOf } from './happenings.ts';
import { Lanes } from './Lanes.tsx';
import { MomentMap } from './MomentMap.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import { Transport } from './Transport.tsx';
import { useMonitoringKeys } from './useMonitoringKeys.ts';

export function MonitoringPage({ screen }: { readonly screen: MonitoringRef }) {
  const t = useT();
  const live = useLive();
  const copy = useCopy();
  const home = useHomeSite();
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const { query, sites, siteId, at, now, events, overview, camera } = useSelector(screen, selectMonitoring);
  const isPast = useSelector(screen, selectIsPast);
  const { group, robot } = readMonitoringQuery(query);
  const timeZone = sites.find(({ id }) => id === siteId)?.timeZone ?? home.timeZone;
  const list = happeningsIn(events, overview, { group, robot });
  const jumpTo = (to: 'next' | 'previous'): (() => void) | undefined => {
    const found = neighbourOf(list, at ?? now, to);
    return found && (() => screen.send({ type: 'moment.seek', at: found.at - LEAD_MS, now: live.now() }));
  };
  const [onPrevious, onNext] = [jumpTo('previous'), at === null ? undefined : jumpTo('next')];
  useMonitoringKeys(screen, { onPrevious, onNext });
  const share = (): void => {
    const { mapId, range, search, page } = readMonitoringQuery(query);
    const shared = writeMonitoringQuery({
      at,
      range,
      siteId,
      mapId: camera?.mapId ?? mapId,
      robot,
      search,
      page,
      group,
      camera,
    });
    const filled = Object.entries(shared).filter(([, value]) => value !== '');
    copy(`${window.location.origin}/monitoring?${new URLSearchParams(filled).toString()}`);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-desk:flex-none">
      <PageHead
        title={t('routes.monitoring')}
        facts={t(isPast ? 'monitoring.facts.past' : 'monitoring.facts.live', {
          zone: zoneName(timeZone, t.language, at ?? live.now()),
        })}
      >
        {sites.length > 1 && (
          <Select
            className="w-44"
            label={t('shared.site')}
            value={siteId}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => screen.send({ type: 'site.choose', siteId: id })}
          />
        )}
        <SpanExport screen={screen} />
        {isPast && (
          <>
            <Button icon={Link} onClick={share}>
              {t('monitoring.share')}
            </Button>
            <Button variant="primary" icon={RadioTower} onClick={() => screen.send({ type: 'live.back' })}>
              {t('monitoring.backToLive')}
            </Button>
          </>
        )}
      </PageHead>
      <div className="flex min-h-0 flex-1 gap-3 max-desk:flex-col">
        <MomentMap screen={screen} timeZone={timeZone} />
        {!mobile && (
          <div className="flex min-h-0 flex-col gap-3 desk:w-78 desk:flex-none">
            <PhotoStrip screen={screen} timeZone={timeZone} />
            <EventList screen={screen} list={list} timeZone={timeZone} />
          </div>
        )}
      </div>
      <section
        className="card flex max-h-[42%] flex-none flex-col overflow-hidden max-desk:max-h-none"
        aria-label={t('monitoring.lanes.name')}
      >
        <Transport screen={screen} timeZone={timeZone} onPrevious={onPrevious} onNext={onNext} />
        <Lanes screen={screen} timeZone={timeZone} single={mobile} />
      </section>
      {mobile && (
        <>
          <PhotoStrip screen={screen} timeZone={timeZone} />
          <EventList screen={screen} list={list} timeZone={timeZone} />
        </>
      )}
    </div>
  );
}

const FAULT_TEXT = {
  empty: 'monitoring.export.empty',
  tooLong: 'monitoring.export.tooLong',
} as const satisfies Record<string, Key>;

/** Exports the clip, or what the lanes show. */
function SpanExport({ screen }: { readonly screen: MonitoringRef }) {
  const t = useT();
  const age = useAge();
  const span = exportSpan(useSelector(screen, selectMonitoring));
  const fault = exportFault(span);
  return (
    <ExportButton
      screen={screen}
      label={t('monitoring.export.export', { span: age(Math.max(0, span.until - span.from)) })}
      disabledReason={fault && t(FAULT_TEXT[fault], { hours: TRACK_EXPORT_MAX_MS / 3_600_000 })}
    />
  );
}
