/** Live map around one robot: trail, planned path, sensor data, and target selection by clicking. */
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { TRAIL_MS } from '../../../../contract/rules/limits.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { selectAct, selectRows, selectTarget, selectTool } from '../../../machines/robotData/commands.selectors.ts';
import { selectRobotCursor, selectView } from '../../../machines/robotData/robotData.selectors.ts';
import { MapCanvas, type MapHandle } from '../../canvas/MapCanvas.tsx';
import { MapFloors, MapLayerChips, MapZoom } from '../../canvas/MapTools.tsx';
import type { MapPick } from '../../canvas/scene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { useT } from '../../hooks/useT.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { statusKey } from '../../labels/statusKey.ts';
import { floorChoices } from '../../canvas/floors.ts';
import { drawnPoints, goalOn, mapShown, placeTarget, pointTarget } from './robotPlace.ts';
import type { RobotPageProps } from './useRobotPage.ts';
import { TargetCard } from './TargetCard.tsx';
import { useRobotScene } from './useRobotScene.ts';

export interface RobotMapProps extends RobotPageProps {
  /** The map is the inset of a phone's video. */
  readonly inset?: boolean | undefined;
}

export function RobotMap(part: RobotMapProps) {
  const t = useT();
  const view = useSelector(part.screen, selectView);
  const map = mapShown(part.loaded.maps, view.mapId, part.live);
  if (!map)
    return part.inset ? null : (
      <StatePanel state="empty" art="security" title={t('robotData.map.none')} text={t('robotData.map.noneText')} />
    );
  return <FloorMap {...part} map={map} />;
}

const SECOND_MS = 1_000;

function FloorMap({ map, inset = false, ...part }: RobotMapProps & { readonly map: IndoorMap }) {
  const t = useT();
  const { screen, commands, loaded, live, name, stale } = part;
  const { serialNumber } = live;
  const handle = useRef<MapHandle>(null);
  const view = useSelector(screen, selectView);
  const tool = useSelector(commands, selectTool);
  const act = useSelector(commands, selectAct);
  const target = useSelector(commands, selectTarget);
  const rows = useSelector(commands, selectRows);
  const robots = useSelector(useFleet(), selectRobots);
  const scene = useRobotScene(map.id, serialNumber, view.trails);
  const points = useMemo(() => drawnPoints(map), [map]);
  const floors = floorChoices(loaded.site ? [loaded.site] : [], loaded.maps, robots);
  const isHere = live.pose?.mapId === map.id;
  // A robot on another floor cannot be followed.
  const follow = view.following && isHere ? serialNumber : null;
  // Memoised: a new array on each render would redraw the canvas.
  const [goalX, goalY] = goalOn(map, target, rows, live) ?? [];
  const goal = useMemo(
    (): Place | null => (goalX === undefined || goalY === undefined ? null : [goalX, goalY]),
    [goalX, goalY],
  );

  // Only a relocation has a heading to set; at a navigation target the robot keeps its arrival heading.
  const turnable =
    !inset && tool === 'confirming' && act === 'relocate' && target?.mapId === map.id
      ? (target.theta ?? live.pose?.theta ?? 0)
      : null;

  const onPick = (pick: MapPick): void => {
    const point = pick.kind === 'point' ? map.points.find(({ areaId }) => areaId === pick.id) : undefined;
    // A relocation starts with the robot's last known heading.
    const theta = act === 'relocate' ? (target?.theta ?? live.pose?.theta ?? 0) : null;
    if (point) commands.send({ type: 'target.pick', target: { ...pointTarget(point), theta } });
    else if (pick.kind === 'place') commands.send({ type: 'target.pick', target: placeTarget(map.id, pick.at, theta) });
    // During teleop an accidental click on another robot must not leave the page.
    else if (pick.kind === 'robot' && pick.id !== serialNumber && live.mode !== 'MANUAL')
      screen.send({ type: 'robot.open', serialNumber: pick.id });
  };

  return (
    <div className="relative h-full min-h-0 flex-1 *:first:absolute *:first:inset-0">
      <MapCanvas
        key={map.id}
        ref={handle}
        label={t('shell.map.name', { floor: map.name })}
        help={t('robotData.map.help')}
        plan={map.plan}
        picture={useMapPicture(map)}
        scene={scene}
        points={points}
        goal={goal}
        heading={turnable}
        selected={serialNumber}
        follow={follow}
        fieldOfView={!stale}
        layers={{ trails: true, routes: false, points: view.points }}
        inset={inset}
        firstView={!inset && view.camera?.mapId === map.id ? view.camera : undefined}
        aiming={tool === 'placing'}
        scaleText={(metres) => t('common.metres', { metres })}
        robotsLabel={t('shell.map.robots')}
        describe={(robot) => t('shell.map.robot', { name: robot.name, status: t(statusKey(robot.status)) })}
        robotCursor={useSelector(screen, selectRobotCursor)}
        onPick={inset ? undefined : onPick}
        onHeading={(theta) => commands.send({ type: 'heading.set', theta })}
        onView={(chosen) => {
          if (!inset) screen.send({ type: 'view.change', change: { camera: chosen && { mapId: map.id, ...chosen } } });
        }}
        onFollow={(id) =>
          screen.send({
            type: 'view.change',
            change: id === null ? { following: false } : { following: true, mapId: null },
          })
        }
      >
        {!inset && (
          <>
            {floors.length > 1 && (
              <MapFloors
                label={t('common.floors')}
                floors={floors}
                current={map.id}
                onFloor={(mapId) => screen.send({ type: 'view.change', change: { mapId, following: false } })}
              />
            )}
            <MapZoom
              labels={{
                group: t('robotData.map.tools'),
                zoomIn: t('common.zoomIn'),
                zoomOut: t('common.zoomOut'),
                fit: t('shared.wholeFloor'),
                follow: t('robotData.map.follow', { name }),
              }}
              onZoomIn={() => handle.current?.zoomIn()}
              onZoomOut={() => handle.current?.zoomOut()}
              onFit={() => {
                screen.send({ type: 'view.change', change: { following: false } });
                handle.current?.fit();
              }}
              following={{
                on: view.following && view.mapId === null,
                onToggle: () =>
                  screen.send({
                    type: 'view.change',
                    change: { following: !(view.following && view.mapId === null), mapId: null },
                  }),
              }}
            />
            <MapLayerChips
              label={t('shell.map.layers')}
              layers={{ trails: view.trails, routes: false, points: view.points }}
              words={{
                trails: t('robotData.map.trail'),
                trailsNote: t('shell.map.trails', { seconds: TRAIL_MS / SECOND_MS }),
                points: t('common.points'),
              }}
              onToggle={(layer) =>
                screen.send({
                  type: 'view.change',
                  change: layer === 'points' ? { points: !view.points } : { trails: !view.trails },
                })
              }
            />
          </>
        )}
      </MapCanvas>
      {!inset && <TargetCard {...part} halfOf={(place) => handle.current?.halfOf(place) ?? 'left'} />}
    </div>
  );
}
