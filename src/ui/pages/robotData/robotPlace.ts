/** Places on a robot's maps: the floor shown, points for the canvas, readable place names. Pure. */
import type { Command } from '../../../../contract/entities/command.ts';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapPoint } from '../../../../contract/entities/map.ts';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { hasEnded } from '../../../../contract/rules/commandLife.ts';
import type { Target } from '../../../machines/robotData/commands.setup.ts';
import type { MapPoint as DrawnPoint } from '../../canvas/scene.ts';
import { roomAt } from '../../robots/placeOf.ts';

/** The floor chosen by the user, else the robot's floor, else the first. */
export const mapShown = (
  maps: readonly IndoorMap[],
  chosen: string | null,
  { pose }: Pick<RobotLive, 'pose'>,
): IndoorMap | null =>
  maps.find(({ id }) => id === chosen) ?? maps.find(({ id }) => id === pose?.mapId) ?? maps[0] ?? null;

export const drawnPoints = ({ points }: IndoorMap): readonly DrawnPoint[] =>
  points.map(({ areaId, name, worldX, worldY, attributes }) => ({
    id: areaId,
    name,
    x: worldX,
    y: worldY,
    attribute: attributes[0] ?? 'none',
  }));

export const pointTarget = ({ areaId, mapId, name, worldX, worldY }: MapPoint): Target => ({
  areaId,
  mapId,
  name,
  x: worldX,
  y: worldY,
  theta: null,
});
/** Targets are rounded to centimetres; a pointer is not more precise. */
const round = (metres: number): number => Math.round(metres * 100) / 100;
export const placeTarget = (mapId: string, [x, y]: Place, theta: number | null): Target => ({
  areaId: '',
  mapId,
  name: '',
  x: round(x),
  y: round(y),
  theta,
});

/** Name of the room around a place; empty outside named rooms. */
export const roomNameAt = (map: IndoorMap | undefined, x: number, y: number): string =>
  map ? (roomAt(map.plan, x, y)?.name ?? '') : '';

/** Centre of the target ring: the place being chosen, else the target of the current order. */
export function goalOn(map: IndoorMap, target: Target | null, rows: readonly Command[], live: RobotLive): Place | null {
  if (target) return target.mapId === map.id ? [target.x, target.y] : null;
  const going = rows.find(({ kind, state }) => kind === 'goTo' && !hasEnded(state));
  const targetId = going ? going.targetId : live.task?.targetId;
  const point = map.points.find(({ areaId }) => areaId === targetId);
  if (point) return [point.worldX, point.worldY];
  return going && live.pose?.mapId === map.id ? (live.path.at(-1) ?? null) : null;
}
