/** Maps of a site (spec 2, "map edit"): reorder as in the floor switch, import, rename, export, delete. */
import { useSelector } from '@xstate/react';
import MapIcon from 'lucide-react/icons/map';
import Plus from 'lucide-react/icons/plus';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type MapsRef,
  selectAreMapsLoading,
  selectDrawnFloors,
  selectImport,
  selectIsAsking,
  selectIsEditing,
  selectLif,
  selectMaps,
  selectScans,
} from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { DrawFloorButton, DrawnFloors } from './DrawnFloors.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LifDialog } from './LifDialog.tsx';
import { MapRow } from './MapRow.tsx';
import { MapScans, MapWithRobotButton } from './MapScans.tsx';

export function MapsPage({ screen }: { readonly screen: MapsRef }) {
  const t = useT();
  const { sites, siteId } = useSelector(screen, selectMaps);
  const importing = useSelector(screen, selectImport);
  const bringing = useSelector(screen, selectLif);
  const editing = useSelector(screen, selectIsEditing);
  const asking = useSelector(screen, selectIsAsking);
  const drawn = useSelector(screen, selectDrawnFloors);
  const scans = useSelector(screen, selectScans);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('routes.maps')}</h1>
          <p>{t('maps.about')}</p>
        </div>
        {sites.length > 1 && (
          <Select
            label={t('shared.site')}
            value={siteId}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => screen.send({ type: 'site.choose', siteId: id })}
          />
        )}
        <Button
          variant="primary"
          icon={Plus}
          disabledReason={siteId === '' ? t('maps.noSite') : undefined}
          onClick={() => screen.send({ type: 'map.import', map: null })}
        >
          {t('maps.import.open')}
        </Button>
        {scans && <MapWithRobotButton part={scans} />}
        {drawn && <DrawFloorButton part={drawn} siteId={siteId} />}
      </div>
      <MapList screen={screen} />
      {scans && <MapScans screen={screen} part={scans} />}
      {drawn && <DrawnFloors part={drawn} />}
      {importing && <ImportDialog screen={screen} part={importing} />}
      {bringing && <LifDialog part={bringing} />}
      {editing && <EditDialog screen={screen} />}
      {asking && <DeleteQuestion screen={screen} />}
    </div>
  );
}

function MapList({ screen }: { readonly screen: MapsRef }) {
  const t = useT();
  const { floors, failure } = useSelector(screen, selectMaps);
  const loading = useSelector(screen, selectAreMapsLoading);
  if (failure) {
    const forbidden = failure.code === ERRORS.notAllowed || failure.code === ERRORS.robotForeign;
    return (
      <div className="card">
        <StatePanel
          state={forbidden ? 'forbidden' : 'failed'}
          title={t(forbidden ? 'maps.forbidden' : 'maps.failed')}
          text={forbidden ? t('maps.forbiddenText') : t.failure(failure)}
        >
          <Button size="s" busy={loading} onClick={() => screen.send({ type: 'maps.reload' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      </div>
    );
  }
  if (floors.length === 0) {
    if (loading)
      return (
        <div className="card">
          <SkeletonBlocks shape="rows" count={4} label={t('maps.loading')} />
        </div>
      );
    return (
      <div className="card">
        <StatePanel state="empty" icon={MapIcon} title={t('maps.none')} text={t('maps.noneText')} />
      </div>
    );
  }
  return (
    <ol className="card card-clip overflow-y-auto" aria-label={t('routes.maps')} aria-busy={loading || undefined}>
      {floors.map((map, index) => (
        <MapRow key={map.id} screen={screen} map={map} index={index} count={floors.length} />
      ))}
    </ol>
  );
}
