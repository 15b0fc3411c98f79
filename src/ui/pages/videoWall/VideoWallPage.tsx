/** The video wall, and the page of one robot's camera: head, filters, and the tiles as a grid, one large, or swiped. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { selectCurrentSerialNumber, selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { tileAt } from '../../../machines/videoWall/arrangement.ts';
import {
  selectIsLoading,
  selectTileRef,
  selectWall,
  type VideoWallRef,
} from '../../../machines/videoWall/videoWall.selectors.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useContentMark } from '../../hooks/useContentMark.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { robotName } from '../../robots/robotName.ts';
import { LargeView } from './LargeView.tsx';
import { PhoneWall } from './PhoneWall.tsx';
import { PickedBar } from './PickedBar.tsx';
import { UnsavedRecordings } from './UnsavedRecordings.tsx';
import { useWallKeys } from './useWallKeys.ts';
import { WallDialogs } from './WallDialogs.tsx';
import { WallFilters } from './WallFilters.tsx';
import { WallHead } from './WallHead.tsx';
import { WallTile } from './WallTile.tsx';

const COLUMNS = { 1: 'grid-cols-1', 4: 'grid-cols-2', 9: 'grid-cols-3' } as const;

export function VideoWallPage({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const { preferences } = useApp();
  const fleet = useFleet();
  const mobile = useSelector(preferences, selectIsMobile);
  const current = useSelector(fleet, selectCurrentSerialNumber);
  const robots = useSelector(fleet, selectRobots);
  const loading = useSelector(screen, selectIsLoading);
  const { isFilled, layoutsFailure, placing, wall } = useSelector(screen, selectWall);
  const nameOf = useCallback(
    (serialNumber: string) => {
      const robot = robots.find((one) => one.serialNumber === serialNumber);
      return robot ? robotName(robot) : serialNumber;
    },
    [robots],
  );
  useEffect(() => screen.send({ type: 'phone.changed', isPhone: mobile }), [screen, mobile]);
  useWallKeys(screen, current, nameOf);
  useContentMark(isFilled ? 'filled' : undefined);
  return (
    // On a phone without a box, so that Stop is sticky in all of the page's content.
    <div className={mobile ? 'contents' : 'flex min-h-0 flex-1 flex-col gap-2.5'}>
      {!isFilled && <WallHead screen={screen} />}
      {(!mobile || isFilled) && <WallFilters screen={screen} />}
      {layoutsFailure && wall.tiles.length === 0 ? (
        <StatePanel state="failed" art="security" title={t('videoWall.failed')} text={t.failure(layoutsFailure)}>
          <Button size="s" variant="primary" onClick={() => screen.send({ type: 'layouts.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      ) : loading ? (
        <SkeletonBlocks shape="cards" count={4} label={t('videoWall.loading')} />
      ) : (
        <>
          {placing !== '' && (
            <p className="flex-none text-13 text-link" role="status">
              {t('videoWall.place.next', { name: nameOf(placing), most: wall.grid })}
            </p>
          )}
          <UnsavedRecordings screen={screen} nameOf={nameOf} />
          <Tiles screen={screen} mobile={mobile} />
        </>
      )}
      <WallDialogs screen={screen} />
    </div>
  );
}

function Tiles({ screen, mobile }: { readonly screen: VideoWallRef; readonly mobile: boolean }) {
  const { wall, picked, isLarge } = useSelector(screen, selectWall);
  const tile = tileAt(wall, picked);
  const ref = useSelector(screen, selectTileRef(tile?.serialNumber ?? ''));
  if (mobile) return <PhoneWall screen={screen} />;
  if (isLarge && tile) return <LargeView screen={screen} />;
  return (
    <>
      <div className={classes('grid min-h-0 flex-1 auto-rows-fr gap-2', COLUMNS[wall.grid])}>
        {Array.from({ length: wall.grid }, (_, index) => (
          <WallTile key={index} screen={screen} slot={index + 1} size="grid" />
        ))}
      </div>
      {ref && <PickedBar tileRef={ref} />}
    </>
  );
}
