/** QR labels of map points (spec 2 "map area QR code"): select on a floor, preview and print. */
import { useSelector } from '@xstate/react';
import MapIcon from 'lucide-react/icons/map';
import {
  type PointLabelsRef,
  selectLabels,
  selectLabelStage,
} from '../../../machines/pointLabels/pointLabels.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { NoRobotPanel } from '../../robotRegistration/NoRobotPanel.tsx';
import { LabelPreview } from './LabelPreview.tsx';
import { LabelSheetForm } from './LabelSheetForm.tsx';
import { LabelPoints } from './LabelPoints.tsx';

/** With more floors than this, a dropdown replaces the buttons. */
const FLOORS_IN_SIGHT = 6;

export function PointLabelsPage({ screen }: { readonly screen: PointLabelsRef }) {
  const t = useT();
  const stage = useSelector(screen, selectLabelStage);
  const { floors, mapId, failure } = useSelector(screen, selectLabels);
  const choose = (chosen: string): void => screen.send({ type: 'map.choose', mapId: chosen });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-desk:min-h-auto max-desk:flex-none">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('routes.pointLabels')}</h1>
          <p>{t('pointLabels.about')}</p>
        </div>
        {stage === 'ready' &&
          floors.length > 1 &&
          (floors.length <= FLOORS_IN_SIGHT ? (
            <SegmentedControl
              label={t('shared.floor')}
              value={mapId}
              options={floors.map(({ mapId: value, floor }) => ({ value, label: floor }))}
              onChange={choose}
            />
          ) : (
            <Select
              label={t('shared.floor')}
              value={mapId}
              options={floors.map(({ mapId: value, floor, name }) => ({
                value,
                label: t('pointLabels.floorNamed', { floor, name }),
              }))}
              onChange={choose}
            />
          ))}
      </div>
      {stage === 'loading' && (
        <div className="card">
          <SkeletonBlocks shape="rows" count={6} label={t('pointLabels.loading')} />
        </div>
      )}
      {stage === 'none' && (
        <div className="card">
          <NoRobotPanel text={t('pointLabels.noRobotText')} />
        </div>
      )}
      {stage === 'forbidden' && (
        <div className="card">
          <StatePanel state="forbidden" title={t('pointLabels.forbidden')} text={t('pointLabels.forbiddenText')} />
        </div>
      )}
      {stage === 'failed' && (
        <div className="card">
          <StatePanel
            state="failed"
            title={t('shared.couldntLoadPoints')}
            text={failure ? t.failure(failure) : undefined}
          >
            <Button size="s" onClick={() => screen.send({ type: 'points.reload' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </div>
      )}
      {stage === 'ready' &&
        (floors.length === 0 ? (
          <div className="card">
            <StatePanel state="empty" icon={MapIcon} title={t('pointLabels.noMap')} text={t('pointLabels.noMapText')} />
          </div>
        ) : (
          <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_380px] gap-3 max-desk:flex-none max-desk:grid-cols-[minmax(0,1fr)]">
            <LabelPoints screen={screen} />
            <div className="card flex min-h-0 flex-col gap-4 overflow-auto p-4 max-desk:overflow-visible">
              <LabelPreview screen={screen} />
              <LabelSheetForm screen={screen} />
            </div>
          </div>
        ))}
    </div>
  );
}
